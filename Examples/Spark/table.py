"""Writes a Parquet file with the columns `name` and `content` for columns.py and duck.py.

Usage: table.py FOLDER PARQUET NAMES CONTENTS: the numbers of rows. The names and the first 4 KB of the files
below the folder repeat until there are enough; rows after the last content have none.
"""
import itertools, os, sys

import pyarrow
from pyarrow import parquet

HEAD, ROWS, FILES = 4096, 50_000, 20_000
folder, output, names, contents = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def files():
    for root, folders, found in os.walk(folder):
        folders.sort()
        for name in sorted(found):
            path = os.path.join(root, name)
            if os.path.isfile(path) and not os.path.islink(path) and os.access(path, os.R_OK):
                with open(path, "rb") as file:
                    yield os.fsencode(name).decode("utf-8", "replace"), file.read(HEAD)


# Files that are spread over the whole folder.
rows = list(files())
rows = rows[::max(1, len(rows) // FILES)]
schema = pyarrow.schema([("name", pyarrow.string()), ("content", pyarrow.binary())])
endless, written = itertools.cycle(rows), 0
with parquet.ParquetWriter(output, schema, compression="zstd") as writer:
    while written < names:
        part = list(itertools.islice(endless, min(ROWS, names - written)))
        heads = [head if written + row < contents else None for row, (_, head) in enumerate(part)]
        writer.write_table(pyarrow.table([[name for name, _ in part], heads], schema))
        written += len(part)
print(f"{written} names and {min(contents, written)} contents of {len(rows)} files")
