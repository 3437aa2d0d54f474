"""The functions with the signatures of mimetypes and of python-magic."""

import inspect
import mimetypes
import os

import pytest
from conftest import PNG

import uniformtypes


@pytest.mark.parametrize(
    "url",
    [
        "a.html", "a.tar.gz", "a.tgz", "a.png", "http://example.com/a.pdf", "/folder.pdf/a.txt",
        "data:text/html,x", "data:,x", "data:x", "file:///a/b.json", "a.svgz", "unknown", "A.PNG",
        "C:\\a.txt",
    ],
)
def test_guess_type_answers_as_mimetypes(url):
    assert uniformtypes.guess_type(url) == mimetypes.guess_type(url)


def test_queries_of_urls_are_no_part_of_the_name():
    assert uniformtypes.guess_type("http://example.com/a.pdf?query=1#part") == ("application/pdf", None)


@pytest.mark.parametrize("media_type", ["text/html", "image/png", "application/pdf", "audio/mpeg", "no/such", "x"])
def test_guess_all_extensions(media_type):
    found = uniformtypes.guess_all_extensions(media_type)
    assert set(mimetypes.MimeTypes().guess_all_extensions(media_type)) & set(found) or not found
    assert uniformtypes.guess_extension(media_type) == (found[0] if found else None)
    assert bool(found) == (media_type not in ("no/such", "x"))


@pytest.mark.parametrize("name", ["guess_type", "guess_extension", "guess_all_extensions"])
def test_signatures(name):
    ours = inspect.signature(getattr(uniformtypes, name)).parameters
    assert list(ours) == list(inspect.signature(getattr(mimetypes, name)).parameters)


def test_functions_of_python_magic(png):
    assert uniformtypes.from_buffer(PNG) == "PNG image data, 0 x 0, 0-bit grayscale, non-interlaced"
    assert uniformtypes.from_buffer(PNG, mime=True) == "image/png"
    assert uniformtypes.from_file(str(png), mime=True) == "image/png"
    descriptor = os.open(png, os.O_RDONLY)
    try:
        assert uniformtypes.from_descriptor(descriptor, mime=True) == "image/png"
    finally:
        os.close(descriptor)
    with pytest.raises(FileNotFoundError):
        uniformtypes.from_file("/nonexistent")


def test_file_names_do_not_count(tmp_path):
    path = tmp_path / "words.png"
    path.write_text("plain words\n")
    assert uniformtypes.from_file(path, mime=True) == "text/plain"
