import io
import os
import zipfile

import pytest
from conftest import PNG, run_in_threads

import uniformtypes
from uniformtypes import identify


def test_paths(png):
    for source in (png, str(png)):
        verdict = identify(source)
        assert verdict.identifier == str(verdict.type) == "public.png"
        assert (verdict.mime_type, verdict.confidence, verdict.basis) == ("image/png", "certain", "content")
        assert verdict.reasons and all(reason.strip() for reason in verdict.reasons)


def test_options(tmp_path, png):
    assert identify(tmp_path / "absent.pdf", name_only=True).identifier == "com.adobe.pdf"
    text = tmp_path / "text.png"
    text.write_text("plain words\n")
    assert identify(text, content_only=True).type.conforms_to("public.text")
    link = tmp_path / "link"
    link.symlink_to(png)
    assert identify(link).identifier == "public.png"
    assert identify(link, follow_symlinks=False).identifier == "public.symlink"
    assert identify(tmp_path).identifier == "public.folder"


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        identify(tmp_path / "absent")
    assert caught.value.filename == str(tmp_path / "absent")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes(kind):
    assert identify(kind(PNG)).identifier == "public.png"


def test_start_of_an_item():
    start = b"%PDF-1.7\n"
    assert identify(start, complete=False).identifier == "com.adobe.pdf"
    assert identify(start, size=1 << 40).identifier == "com.adobe.pdf"
    assert identify(b"words", name="a.md").identifier == "net.daringfireball.markdown"
    with pytest.raises(TypeError):
        identify(5)


def test_file_objects_keep_their_position(png, tmp_path):
    with open(png, "rb") as file:
        file.seek(3)
        assert identify(file).identifier == "public.png"
        assert file.tell() == 3
    with open(png, "rb", buffering=0) as file:
        assert identify(file).identifier == "public.png"
    with open(png, encoding="latin-1") as file:
        assert identify(file).identifier == "public.png"
    memory = io.BytesIO(PNG)
    memory.seek(5)
    assert identify(memory).identifier == "public.png" and memory.tell() == 5
    with open(tmp_path / "new", "w+b") as file:
        file.write(PNG)
        assert identify(file).identifier == "public.png"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("picture", PNG)
    with zipfile.ZipFile(archive) as reader, reader.open("picture") as member:
        assert identify(member).identifier == "public.png"
        assert member.read() == PNG
    # A ZIP archive is known by its end too.
    assert identify(archive).identifier == "public.zip-archive"


def test_names_of_file_objects(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text("words\n")
    with open(path, "rb") as file:
        assert identify(file).identifier == "net.daringfireball.markdown"
        assert identify(file, content_only=True).basis == "text"


def test_pipes_are_peeked():
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb") as file:
        file.write(PNG)
    with os.fdopen(reader, "rb") as file:
        assert identify(file).identifier == "public.png"
        assert file.read() == PNG
    # Without a buffer the bytes that have arrived are taken, although more may follow.
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb", buffering=0) as file, os.fdopen(reader, "rb", buffering=0) as arriving:
        file.write(PNG)
        assert identify(arriving).identifier == "public.png"
        file.write(b"more")
        assert arriving.read(4) == b"more"


def test_threads(png):
    expected = repr(identify(png))
    failures = []

    def work():
        for _ in range(500):
            if repr(identify(png)) != expected or identify(PNG).mime_type != "image/png":
                failures.append(1)

    run_in_threads(work)
    assert not failures


def test_verdicts_are_made_by_the_library():
    with pytest.raises(TypeError):
        uniformtypes._native.Verdict()
