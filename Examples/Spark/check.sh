#!/usr/bin/env bash
#
# Runs the examples for Spark over 1,000 files and compares their counts with the counts of the command
# alone. If pyspark or Java is not installed, the script says so and does nothing; without the package
# uniformtypes or pyarrow it leaves out the columns, and without duckdb the example for DuckDB.
#
# Usage: UTI=path/of/uti [PYTHON=python3] [FOLDER=/usr/share] Examples/Spark/check.sh
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
uti=$(CDPATH='' cd -- "$(dirname -- "${UTI:?}")" && pwd -P)/$(basename -- "$UTI")
python=${PYTHON:-python3}
folder=${FOLDER:-/usr/share}
if ! "$python" -c 'import pyspark' 2>/dev/null || ! command -v java > /dev/null; then
  echo "skipped: pyspark or Java is not installed"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/files" "$work/declarations"
# Files of all kinds: the list is the same each time, and its members lie far apart.
find "$folder" -type f -readable -size -64k -print | LC_ALL=C sort > "$work/all"
total=$(wc -l < "$work/all")
awk -v step=$((total / 1000)) 'NR % step == 0 && count++ < 1000' "$work/all" > "$work/list"
number=0
while IFS= read -r path; do
  number=$((number + 1))
  mkdir "$work/files/$number"
  cp -- "$path" "$work/files/$number/"
done < "$work/list"
echo "a story" > "$work/files/story.exstory"
cat > "$work/declarations/story.plist" << 'END'
<plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
  <key>UTTypeIdentifier</key><string>com.example.story</string>
  <key>UTTypeConformsTo</key><array><string>public.plain-text</string></array>
  <key>UTTypeTagSpecification</key><dict>
    <key>public.filename-extension</key><string>exstory</string></dict>
</dict></array></dict></plist>
END

# The databases of this machine are not read, as on the workers.
export XDG_DATA_DIRS=/nonexistent XDG_DATA_HOME=/nonexistent
"$uti" compile --base --output "$work/job.registry" "$work/declarations" 2> "$work/errors" \
  || { cat "$work/errors" >&2; exit 1; }
"$uti" identify -r --registry "$work/job.registry" --print type "$work/files" \
  | LC_ALL=C sort | uniq -c | awk '{ print $1, $2 }' | LC_ALL=C sort > "$work/wanted"
SPARK_LOCAL_IP=127.0.0.1 "$python" "$here/identify.py" \
  "$work/files" "$uti" "$work/job.registry" > "$work/output" 2> "$work/errors" \
  || { cat "$work/errors" >&2; exit 1; }
awk 'NF == 2 && $1 ~ /^[0-9]+$/ { print $1, $2 }' "$work/output" | LC_ALL=C sort > "$work/found"

if ! diff "$work/wanted" "$work/found" >&2; then
  echo "Spark counts other types than the command (< command, > Spark)" >&2
  exit 1
fi
for line in "('s3://bucket/a', 'public.png')" "('s3://bucket/b', 'com.adobe.pdf')"; do
  grep -qF "$line" "$work/output" || { echo "missing: $line" >&2; exit 1; }
done
grep -q '^1 com.example.story$' "$work/found" || { echo "the job's own type is missing" >&2; exit 1; }
echo "$((number + 1)) files, $(wc -l < "$work/found") types, as the command counts them"

# The same by columns of the Python package: names, and contents, which `identify --stream` reads too.
if ! "$python" -c 'import pandas, pyarrow, uniformtypes' 2>/dev/null; then
  echo "skipped: uniformtypes, pandas or pyarrow is not installed, so columns are not checked"
  exit 0
fi
# The library adds an image to the embedded registry; one with --base would replace it.
"$uti" compile --output "$work/columns.registry" "$work/declarations" 2> "$work/errors" \
  || { cat "$work/errors" >&2; exit 1; }
"$python" "$here/table.py" "$work/files" "$work/table.parquet" $((number + 1)) $((number + 1)) > /dev/null
SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON=$python "$python" "$here/columns.py" \
  "$work/table.parquet" "$work/columns.registry" > "$work/columns" 2> "$work/errors" \
  || { cat "$work/errors" >&2; exit 1; }
"$python" - "$work/table.parquet" << 'END' > "$work/stream"
import json, sys
from pyarrow import parquet
for row in parquet.read_table(sys.argv[1]).to_pylist():
    head = row["content"]
    header = {"id": "", "length": len(head)}
    if len(head) >= 4096:
        header["size"] = 1 << 60  # unknown
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + head)
END
"$uti" identify --stream --registry "$work/job.registry" < "$work/stream" > "$work/answers"
"$python" - "$work/answers" << 'END' | LC_ALL=C sort > "$work/wanted"
import collections, json, sys
types = collections.Counter(json.loads(line)["type"] for line in open(sys.argv[1]))
for name, count in types.items():
    print("content", count, name, sep="\t")
END
grep '^content' "$work/columns" | LC_ALL=C sort > "$work/found"
if ! diff "$work/wanted" "$work/found" >&2; then
  echo "the column of contents has other types than the stream (< command, > Spark)" >&2
  exit 1
fi
grep -q '^name[[:space:]]1[[:space:]]com.example.story$' "$work/columns" \
  || { echo "the column of names lacks the job's own type" >&2; exit 1; }
if "$python" -c 'import duckdb' 2>/dev/null; then
  "$python" "$here/duck.py" "$work/table.parquet" "$work/columns.registry" > "$work/duck" 2> "$work/errors" \
    || { cat "$work/errors" >&2; exit 1; }
  cmp "$work/duck" "$work/columns" || { echo "DuckDB counts other types than Spark" >&2; exit 1; }
fi
echo "$((number + 1)) rows of columns, as the stream identifies them"
