"""Counts the types of files below a folder, and of bytes that are not files, with Spark.

Usage: identify.py FOLDER [UTI [REGISTRY]]: UTI is the program, REGISTRY what `uti compile` made.
"""
import json, os, shutil, subprocess, sys, threading

try:
    from pyspark import SparkFiles
    from pyspark.sql import SparkSession
except ImportError:
    sys.exit("skipped: pyspark is not installed (pip install pyspark)")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    sys.exit("skipped: Java is not installed")

HEAD = 16384  # bytes; a result rarely needs more
PARTITION = 10000  # files: a program is started for each partition


def file_record(path):
    with open(path, "rb") as file:
        return path, os.path.basename(path), file.read(HEAD), os.fstat(file.fileno()).st_size


def identify(records):
    """Gives (id, type) of records of id, name, first bytes and whole size, by one `uti`."""
    command = [SparkFiles.get(PROGRAM), "identify", "--stream"]
    if REGISTRY:
        command += ["--registry", SparkFiles.get(REGISTRY)]
    # Declarations on a worker are ignored, so that all workers give the same results.
    environment = {"XDG_DATA_DIRS": "/nonexistent", "XDG_DATA_HOME": "/nonexistent"}
    uti = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def feed():
        with uti.stdin as stream:
            for key, name, head, size in records:
                header = {"id": key, "name": name, "length": len(head), "size": size}
                stream.write(json.dumps(header).encode() + b"\n" + head)

    # A process that writes everything before it reads would deadlock when both pipes are full.
    threading.Thread(target=feed).start()
    for line in uti.stdout:
        answer = json.loads(line)
        yield answer["id"], answer.get("type", "error")
    if uti.wait() not in (0, 2):
        raise RuntimeError(f"uti ended with {uti.returncode}")


folder, program = sys.argv[1], shutil.which(sys.argv[2] if len(sys.argv) > 2 else "uti")
REGISTRY = os.path.basename(sys.argv[3]) if len(sys.argv) > 3 else None
PROGRAM = os.path.basename(program)
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False).getOrCreate()
for shipped in [program, *sys.argv[3:4]]:
    spark.sparkContext.addFile(os.path.abspath(shipped))

paths = [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names]
paths = spark.sparkContext.parallelize(paths, max(2, len(paths) // PARTITION))
types = paths.filter(os.path.isfile).map(file_record).mapPartitions(identify)
for count, name in sorted(((n, t) for t, n in types.values().countByValue().items()), reverse=True):
    print(f"{count:8} {name}")

# Bytes from any source, such as columns of a table or objects in a store.
objects = [("s3://bucket/a", b"\x89PNG\r\n\x1a\n" + bytes(100)), ("s3://bucket/b", b"%PDF-1.7\n")]
rows = spark.sparkContext.parallelize(objects).map(lambda row: (row[0], "", row[1], len(row[1])))
print(*rows.mapPartitions(identify).collect(), sep="\n")
