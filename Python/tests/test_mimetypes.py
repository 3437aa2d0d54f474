"""The module uniformtypes.mimetypes, compared with Python's own."""

import copy
import mimetypes as standard
import os
import subprocess
import sys
from pathlib import Path

import pytest

import uniformtypes
from uniformtypes import mimetypes


@pytest.fixture(autouse=True)
def no_known_files(monkeypatch):
    """Tables without the files of this machine, and new ones after each test."""
    monkeypatch.setattr(mimetypes, "knownfiles", [])
    mimetypes.init()
    yield
    mimetypes.init()


@pytest.fixture
def python():
    return standard.MimeTypes()


def test_the_tables_are_those_of_python(python):
    own = mimetypes.MimeTypes()
    for name in ("types_map", "types_map_inv", "encodings_map", "suffix_map"):
        assert getattr(own, name) == getattr(python, name)
        assert getattr(own, name) is not getattr(python, name)
    assert mimetypes.knownfiles == [] and set(dir(mimetypes)) >= set(standard.__all__)


def test_every_extension_of_python_keeps_its_type(python):
    for strict in (True, False):
        for table in python.types_map:
            for extension in table:
                name = "name" + extension
                assert mimetypes.guess_type(name, strict) == python.guess_type(name, strict)


def test_every_type_of_python_keeps_its_extensions(python):
    for strict in (True, False):
        for table in python.types_map_inv:
            for media_type in table:
                expected = python.guess_all_extensions(media_type, strict)
                assert mimetypes.guess_all_extensions(media_type, strict) == expected
                assert mimetypes.guess_extension(media_type, strict) == python.guess_extension(media_type, strict)
    assert mimetypes.guess_extension("image/jpeg") == ".jpg"


def test_real_names_that_python_knows_keep_their_answers(python):
    names = {name for _, _, files in os.walk(os.path.dirname(os.__file__)) for name in files}
    more = 0
    for name in names:
        expected, found = python.guess_type(name), mimetypes.guess_type(name)
        assert found[1] == expected[1]
        assert found == expected or expected[0] is None
        more += found[0] != expected[0]
    assert len(names) > 500 and more > 0


@pytest.mark.parametrize(
    "name, media_type",
    [("main.rs", "text/rust"), ("Makefile", "text/x-makefile"), ("a.xyzzy", None), (".bashrc", "text/x-shellscript"),
     (".tar", None), ("folder/", None), (".", None), ("..", None), ("", None), ("\udcff.rs", "text/rust"),
     ("\ud800.rs", "text/rust"), (".a\0b", None), ("a.z", None)],
)
def test_names_that_python_does_not_know(name, media_type, python):
    assert python.guess_type(name) == (None, None)
    assert mimetypes.guess_type(name) == mimetypes.guess_file_type(name) == (media_type, None)


@pytest.mark.parametrize(
    "url, answer",
    [
        ("http://host.html", (None, None)), ("http://host/a.html?x=b.tar#c.gz", ("text/html", None)),
        ("foo/.tar.gz", (None, "gzip")), ("a.rs.gz", ("text/rust", "gzip")), (b"a.html", ("text/html", None)),
        (Path("a.tgz"), ("application/x-tar", "gzip")), ("data:text/x-foo;charset=utf-8,x", ("text/x-foo", None)),
        ("data:charset=utf-8,x", ("text/plain", None)), ("data:x", (None, None)), ("c:/a.html", ("text/html", None)),
    ],
)
def test_urls_and_paths(url, answer):
    assert mimetypes.guess_type(url) == answer


def test_the_delimiters_of_urls_are_part_of_a_path():
    assert mimetypes.guess_file_type("http://a/b.html?x=y.png") == ("image/png", None)
    assert mimetypes.guess_file_type(b"#1;x.png") == ("image/png", None)


def test_types_that_only_the_registry_knows():
    assert mimetypes.guess_extension("text/rust") == ".rs"
    assert mimetypes.guess_all_extensions("no/such") == []
    assert mimetypes.guess_all_extensions("no type") == []


def test_strict():
    assert mimetypes.guess_type("a.xul") == (None, None)
    assert mimetypes.guess_type("a.xul", strict=False) == ("text/xul", None)
    assert mimetypes.guess_extension("image/jpg") is None
    assert mimetypes.guess_extension("image/jpg", strict=False) == ".jpg"


def test_added_types_last_until_init():
    mimetypes.add_type("x-test/x-one", ".rs")
    assert mimetypes.guess_type("a.rs") == ("x-test/x-one", None)
    assert mimetypes.types_map[".rs"] == "x-test/x-one"
    mimetypes.types_map[".two"] = "x-test/x-two"
    assert mimetypes.guess_type("a.two") == ("x-test/x-two", None)
    mimetypes.init()
    assert mimetypes.guess_type("a.rs") == ("text/rust", None)
    assert standard.guess_type("a.two")[0] is None


def test_files_of_types(tmp_path):
    path = tmp_path / "mime.types"
    path.write_text("# comment\nx-test/x-one one 1 # two\nx-test/x-none\n\n", encoding="utf-8")
    assert mimetypes.read_mime_types(path)[".1"] == "x-test/x-one"
    assert ".two" not in mimetypes.read_mime_types(path)
    assert mimetypes.read_mime_types(tmp_path / "absent") is None
    mimetypes.init([path, tmp_path / "absent"])
    assert mimetypes.guess_extension("x-test/x-one") == ".one"
    mimetypes.knownfiles.append(str(path))
    mimetypes.init()
    assert mimetypes.guess_type("a.one") == ("x-test/x-one", None)
    common = mimetypes.MimeTypes([path], strict=False)
    assert common.guess_type("a.one") == (None, None)
    assert common.guess_type("a.one", strict=False) == ("x-test/x-one", None)


def test_databases_do_not_share_tables():
    tables = copy.deepcopy(standard.MimeTypes().types_map_inv)
    mimetypes.MimeTypes().add_type("text/html", ".no-such")
    assert standard.MimeTypes().types_map_inv == tables
    assert mimetypes.guess_type("a.no-such") == (None, None)


def test_functions_of_the_package_are_those_of_the_module():
    for name in ("guess_type", "guess_file_type", "guess_extension", "guess_all_extensions"):
        assert getattr(uniformtypes, name) is getattr(mimetypes, name)
    with pytest.raises(AttributeError, match="no_such_name"):
        uniformtypes.no_such_name


def test_the_command():
    def run(*arguments):
        command = [sys.executable, "-m", "uniformtypes.mimetypes", *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    assert run("Makefile", "a.xul").stdout.splitlines()[0] == "type: text/x-makefile encoding: None"
    assert run("-e", "image/jpg").stdout == "I don't know anything about type image/jpg\n"
    assert run("-l", "-e", "image/jpg").stdout == ".jpg\n"
    assert run("--extension", "image/jpeg").stdout == ".jpg\n"
    assert run("--no-such").returncode == 1


def test_the_package_is_imported_without_the_module():
    script = "import sys, uniformtypes; sys.exit('uniformtypes.mimetypes' in sys.modules or 'mimetypes' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
