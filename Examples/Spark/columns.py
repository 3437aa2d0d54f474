"""Types of columns of names and of first bytes with Spark, by a pandas_udf of the Python package.

Usage: columns.py PARQUET [REGISTRY]: the file has the columns `name` and `content`, of which one may be
missing; REGISTRY is what `uti compile` made. Prints the number of rows for each type.
"""
import os, shutil, sys

try:
    import pandas, pyarrow, uniformtypes
    from pyspark import SparkFiles
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import pandas_udf
    from pyspark.sql.types import StringType
except ImportError as error:
    sys.exit(f"skipped: {error.name} is not installed (pip install pyspark pandas pyarrow uniformtypes)")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    sys.exit("skipped: Java is not installed")

HEAD = 4096  # bytes: contents of this size are the start of an item
REGISTRY = os.path.basename(sys.argv[2]) if len(sys.argv) > 2 else None
_registries = {}


def registry():
    """The registry of this worker, which is opened once."""
    if REGISTRY not in _registries:
        _registries[REGISTRY] = (
            uniformtypes.Registry.image(SparkFiles.get(REGISTRY)) if REGISTRY
            else uniformtypes.default_registry())
    return _registries[REGISTRY]


def identify(values, limit=None):
    column = pyarrow.array(values, from_pandas=True)
    if column.type == pyarrow.null():
        return values.astype(object)
    return uniformtypes.identify_batch(column, limit=limit, registry=registry()).to_pandas().astype(object)


@pandas_udf(StringType())
def type_of_name(names: pandas.Series) -> pandas.Series:
    return identify(names)


@pandas_udf(StringType())
def type_of_content(contents: pandas.Series) -> pandas.Series:
    return identify(contents, HEAD)


if __name__ == "__main__":
    spark = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", False)
        .config("spark.sql.execution.arrow.pyspark.enabled", True).getOrCreate())
    for shipped in sys.argv[2:3]:
        spark.sparkContext.addFile(os.path.abspath(shipped))
    table = spark.read.parquet(sys.argv[1])
    for name, function in (("name", type_of_name), ("content", type_of_content)):
        if name in table.columns:
            counts = table.select(function(name).alias("type")).groupBy("type").count().collect()
            for row in sorted(counts, key=lambda row: (-row["count"], str(row["type"]))):
                print(name, row["count"], row["type"], sep="\t")
