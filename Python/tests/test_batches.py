import subprocess
import sys
import threading

import pytest
from conftest import PNG

from uniformtypes import identify, identify_batch

NAMES = ["a.png", None, "b.pdf", "no such name"]
TYPES = ["public.png", None, "com.adobe.pdf", None]


def test_lists():
    assert identify_batch(NAMES) == TYPES
    assert identify_batch(iter(NAMES)) == TYPES
    assert identify_batch([]) == []
    assert identify_batch(["a.png"], output="mime_type") == ["image/png"]
    assert identify_batch([PNG, None, b"%PDF-1.7\n"]) == ["public.png", None, "com.adobe.pdf"]
    assert identify_batch([b"words"], names=["a.md"]) == ["net.daringfireball.markdown"]


def test_long_lists():
    names = [f"{number}.{ending}" for number in range(3000) for ending in ("png", "pdf")]
    assert identify_batch(names) == ["public.png", "com.adobe.pdf"] * 3000


def test_errors_of_arguments():
    with pytest.raises(TypeError):
        identify_batch("a.png")
    with pytest.raises(TypeError):
        identify_batch([b"x", "y"])
    with pytest.raises(ValueError):
        identify_batch([b"x"], names=[])
    with pytest.raises(ValueError):
        identify_batch([], output="other")


def test_files(png, tmp_path):
    paths = [png, str(png), None]
    assert identify_batch(paths, read=True) == ["public.png", "public.png", None]
    paths.append(tmp_path / "absent")
    with pytest.raises(FileNotFoundError) as caught:
        identify_batch(paths, read=True)
    assert caught.value.filename == str(tmp_path / "absent")
    assert identify_batch(paths, read=True, errors="none") == ["public.png", "public.png", None, None]


def test_rows_of_the_limit_are_starts():
    # An archive without an end is not an archive, unless it is known to go on.
    start = b"PK\x03\x04" + bytes(60)
    assert identify_batch([start], limit=len(start)) == [identify(start, complete=False).identifier]
    assert identify_batch([start]) == [identify(start).identifier]


def test_other_threads_run_meanwhile():
    running, counted = threading.Event(), [0]

    def count():
        while not running.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    identify_batch([PNG] * 50_000)
    running.set()
    thread.join()
    assert counted[0] > 0


def test_numpy():
    numpy = pytest.importorskip("numpy")
    result = identify_batch(numpy.array(NAMES, dtype=object))
    assert result.dtype == object and result.tolist() == TYPES
    assert identify_batch(numpy.array([["a.png"], ["b.pdf"]])).tolist() == [["public.png"], ["com.adobe.pdf"]]
    assert identify_batch(numpy.array([b"%PDF-1.7\n"])).tolist() == ["com.adobe.pdf"]


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_arrow_names(kind):
    pyarrow = pytest.importorskip("pyarrow")
    column = pyarrow.array(NAMES, getattr(pyarrow, kind)())
    result = identify_batch(column)
    assert isinstance(result, pyarrow.DictionaryArray) and result.to_pylist() == TYPES
    assert identify_batch(column.slice(2)).to_pylist() == TYPES[2:]
    result.validate(full=True)


def test_arrow_contents():
    pyarrow = pytest.importorskip("pyarrow")
    column = pyarrow.array([PNG, None, b"words"])
    assert identify_batch(column, output="mime_type").to_pylist() == ["image/png", None, "text/plain"]
    names = pyarrow.array([None, None, "a.md"])
    assert identify_batch(column, names=names).to_pylist()[2] == "net.daringfireball.markdown"
    chunks = pyarrow.chunked_array([column, column.slice(1)])
    named = pyarrow.chunked_array([names, names.slice(1)])
    result = identify_batch(chunks, names=named)
    assert result.to_pylist() == ["public.png", None, "net.daringfireball.markdown", None] + [
        "net.daringfireball.markdown"]
    assert isinstance(result, pyarrow.ChunkedArray)


def test_long_columns_are_one_array():
    pyarrow = pytest.importorskip("pyarrow")
    contents = pyarrow.array([PNG, b"words", None] * 5000)
    names = pyarrow.array(["a", "a.md", None] * 5000)
    result = identify_batch(contents, names=names)
    assert isinstance(result, pyarrow.DictionaryArray)
    assert result.to_pylist() == ["public.png", "net.daringfireball.markdown", None] * 5000
    result.validate(full=True)


def test_arrow_dictionaries_and_other_columns(png):
    pyarrow = pytest.importorskip("pyarrow")
    assert identify_batch(pyarrow.array(NAMES).dictionary_encode()).to_pylist() == TYPES
    assert identify_batch(pyarrow.array([str(png)]), read=True).to_pylist() == ["public.png"]
    assert identify_batch(pyarrow.chunked_array([], pyarrow.string())).to_pylist() == []
    with pytest.raises(ValueError):
        identify_batch(pyarrow.array([1, 2]))


def test_other_layouts():
    pyarrow = pytest.importorskip("pyarrow")
    contents = [b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n\0", None]
    kinds = [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view(), pyarrow.binary(9)]
    for kind in kinds:
        assert identify_batch(pyarrow.array(contents, kind)).to_pylist() == ["com.adobe.pdf", "public.png", None], kind
        part = pyarrow.array(contents, kind).slice(1)
        assert identify_batch(part).to_pylist() == ["public.png", None], kind
    nulls = pyarrow.nulls(3)
    for column in (nulls, nulls.slice(1, 2), pyarrow.chunked_array([nulls, nulls])):
        assert identify_batch(column).to_pylist() == [None] * len(column)
    names = pyarrow.array(["a.png", "a.png", None])
    from pyarrow import compute

    assert identify_batch(compute.run_end_encode(names)).to_pylist() == ["public.png", "public.png", None]
    listed = identify_batch(pyarrow.array([b"words", b"words"]), names=["a.md", None])
    assert listed.to_pylist() == ["net.daringfireball.markdown", "public.plain-text"]
    chunked = pyarrow.chunked_array([[b"words"], [b"words"]])
    assert identify_batch(chunked, names=["a.md", None]).to_pylist() == listed.to_pylist()
    with pytest.raises(TypeError, match="one of them"):
        identify_batch(pyarrow.table({"name": names}))
    with pytest.raises(ValueError, match="of lists; pass a column"):
        identify_batch(pyarrow.array([["a.png"]]))


def test_missing_items():
    missing = [None, float("nan")]
    for name in ("numpy", "pandas", "pyarrow"):
        try:
            module = __import__(name)
        except ImportError:
            continue
        missing += {
            "numpy": lambda: [module.nan, module.float32("nan")],
            "pandas": lambda: [module.NA, module.NaT],
            "pyarrow": lambda: [module.scalar(None), module.scalar(None, module.string())],
        }[name]()
    assert identify_batch(["a.png", *missing]) == ["public.png"] + [None] * len(missing)
    assert identify_batch([*missing, PNG]) == [None] * len(missing) + ["public.png"]
    assert identify_batch([PNG] * len(missing), names=missing) == ["public.png"] * len(missing)
    assert identify_batch(missing, read=True) == [None] * len(missing)
    with pytest.raises(TypeError):
        identify_batch(["a.png", 1.5])


def test_columns_with_missing_items():
    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    assert identify_batch(pandas.Series(["a.png", None, float("nan")])) == ["public.png", None, None]
    assert identify_batch(numpy.array(["a.png", numpy.nan], dtype=object)).tolist() == ["public.png", None]
    pyarrow = pytest.importorskip("pyarrow")
    assert identify_batch([pyarrow.scalar("a.png"), pyarrow.scalar("b.pdf")]) == ["public.png", "com.adobe.pdf"]
    assert identify_batch(pandas.Series(["a.png", None], dtype="string")) == ["public.png", None]


def test_polars():
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    import uniformtypes.polars  # noqa: F401

    frame = polars.DataFrame({"name": ["a.png", "b.pdf", None, "unknown"], "content": [PNG, b"%PDF-1.7\n", b"words", None]})
    found = frame.lazy().select(
        name=polars.col("name").uniformtypes.identifier(), mime=polars.col("content").uniformtypes.mime_type(),
        image=polars.col("name").uniformtypes.conforms_to("public.image")).collect()
    assert found["name"].to_list() == ["public.png", "com.adobe.pdf", None, None]
    assert found["mime"].to_list() == ["image/png", "application/pdf", "text/plain", None]
    assert found["image"].to_list() == [True, False, False, False]
    series = frame["name"]
    assert series.uniformtypes.identifier().to_list() == ["public.png", "com.adobe.pdf", None, None]
    assert series.uniformtypes.conforms_to("public.data").to_list() == [True, True, False, False]


def test_pandas():
    pandas = pytest.importorskip("pandas")
    import uniformtypes.pandas  # noqa: F401

    series = pandas.Series(NAMES, index=list("wxyz"), name="names")
    result = series.uniformtypes.identifier()
    assert result["w"] == "public.png" and result.isna().tolist() == [False, True, False, True]
    assert list(result.index) == list("wxyz") and result.name == "names"
    assert series.uniformtypes.mime_type()["y"] == "application/pdf"
    assert series.uniformtypes.conforms_to("public.image").tolist() == [True, False, False, False]
    contents = pandas.Series([PNG, b"words"])
    assert contents.uniformtypes.identifier(names=["x", "a.md"]).tolist() == [
        "public.png", "net.daringfireball.markdown"]


def test_columns_of_other_values_say_what_they_are():
    pyarrow = pytest.importorskip("pyarrow")
    for values, words in (([1], "integers"), ([1.5], "numbers"), ([True], "booleans"), ([["a"]], "lists"), ([{"a": 1}], "structures")):
        with pytest.raises((TypeError, ValueError), match=f"a column of {words}; pass a column of strings"):
            identify_batch(pyarrow.array(values))


@pytest.mark.parametrize("module, package", [
    ("duckdb", "duckdb"), ("duckdb", "numpy"), ("duckdb", "pyarrow"), ("pandas", "pandas"), ("polars", "polars"),
    ("polars", "pyarrow")])
def test_a_missing_package_has_a_remedy(module, package):
    if package != module:
        pytest.importorskip(module)
        if module == "duckdb" and package == "pyarrow":
            pytest.importorskip("numpy")
    program = f"import sys; sys.modules[{package!r}] = None; import uniformtypes.{module}"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.returncode == 1
    assert f"ModuleNotFoundError: uniformtypes.{module} needs the package {package}, " in result.stderr
    assert f"run: pip install {module}" in result.stderr
