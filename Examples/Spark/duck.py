"""Types of columns of names and of first bytes with DuckDB, by the functions of the package.

Usage: duck.py PARQUET [REGISTRY]: as columns.py, and with the same output.
"""
import sys

try:
    import duckdb

    import uniformtypes.duckdb
except ImportError as error:
    sys.exit(f"skipped: {error.name} is not installed (pip install duckdb pyarrow uniformtypes)")

HEAD = 4096  # bytes: contents of this size are the start of an item
registry = uniformtypes.Registry.image(sys.argv[2]) if len(sys.argv) > 2 else None
connection = duckdb.connect()
uniformtypes.duckdb.register(connection, limit=HEAD, registry=registry)
rows = connection.read_parquet(sys.argv[1])
for name, function in (("name", "type_of_name"), ("content", "type_of_content")):
    if name in rows.columns:
        counts = connection.execute(
            f"select {function}({name}) as type, count(*) from rows group by type").fetchall()
        for kind, count in sorted(counts, key=lambda row: (-row[1], str(row[0]))):
            print(name, count, kind, sep="\t")
