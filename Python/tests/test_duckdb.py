import pytest
from conftest import PNG

import uniformtypes

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

import uniformtypes.duckdb  # noqa: E402


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        uniformtypes.duckdb.register(connection)
        yield connection


def column(connection, expression, values, kind):
    connection.execute(f"create or replace table t (place integer, x {kind})")
    connection.executemany("insert into t values (?, ?)", list(enumerate(values)))
    return [row[0] for row in connection.execute(f"select {expression} from t order by place").fetchall()]


def test_names(connection):
    names = ["a.png", None, "b.pdf", "no such name", ""]
    assert column(connection, "type_of_name(x)", names, "varchar") == uniformtypes.identify_batch(names)
    assert column(connection, "mime_type_of_name(x)", names, "varchar") == uniformtypes.identify_batch(
        names, output="mime_type")


def test_contents(connection):
    contents = [PNG, None, b"%PDF-1.7\n", b"", b"words\n"]
    assert column(connection, "type_of_content(x)", contents, "blob") == uniformtypes.identify_batch(contents)
    assert column(connection, "mime_type_of_content(x)", contents, "blob") == uniformtypes.identify_batch(
        contents, output="mime_type")


def test_many_rows(connection):
    rows = connection.execute(
        "select type_of_name('a' || n || if(n % 2 = 0, '.png', '.pdf')) as type, count(*)"
        " from range(100000) as r(n) group by type order by type").fetchall()
    assert rows == [("com.adobe.pdf", 50000), ("public.png", 50000)]


def test_supertypes(connection):
    found = column(
        connection, "type_conforms_to(type_of_name(x), 'public.image')", ["a.png", "a.pdf", None], "varchar")
    assert found == [True, False, None]
    with pytest.raises(duckdb.Error, match="no-such"):
        connection.execute("select type_conforms_to('public.png', 'no-such')")


def test_registered_again_with_a_limit(connection):
    # An archive without an end is not an archive, unless it is known to go on.
    start = b"PK\x03\x04" + bytes(60)
    assert column(connection, "type_of_content(x)", [start], "blob") == uniformtypes.identify_batch([start])
    uniformtypes.duckdb.register(connection, limit=len(start))
    assert column(connection, "type_of_content(x)", [start], "blob") == uniformtypes.identify_batch(
        [start], limit=len(start))
