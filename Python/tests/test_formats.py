"""Formats of PRONOM."""

import gzip
import io
import json
import os
import pickle
import subprocess
import sys
import tempfile

import pytest
from conftest import run_in_threads

import uniformtypes
from uniformtypes import Signatures, UTType, identify

PDF = b"%PDF-1.4\n%%EOF\n"
REASON = "byte match at 0, 8"
# As `uti compile --signatures` writes it.
LINES = [
    "uniform-types signatures 1", "R\t7\t2024-04-01", "S\t1\tBOF 255044462D312E33", "S\t2\tBOF 255044462D312E34",
    "S\t3\tBOF 41434D45", "S\t4\tBOF 504B0304", "S\t5\tEOF 2525454F46{0-2}",
    "F\t1\tfmt/17\tPDF 1.3\t1.3\tapplication/pdf\tpdf\t1\t", "F\t2\tfmt/18\tPDF 1.4\t1.4\tapplication/pdf\tpdf\t2\t7",
    "F\t3\tfmt/9001\tAcme A\t1\t\tacm\t3\t", "F\t4\tfmt/9002\tAcme B\t2\t\tacm\t3\t",
    "F\t5\tx-fmt/111\tPlain Text File\t\ttext/plain\ttxt\t\t", "F\t6\tx-fmt/263\tZIP Format\t\tapplication/zip\tzip\t4\t",
    "F\t7\tfmt/9003\tEnd\t\t\tend\t5\t", "C\t3", "T\tZIP\tx-fmt/263", "K\t1\tZIP\tfmt/9004\tA document", "P\tmimetype",
    "F\t8\tfmt/9004\tDocument\t\t\tdoc\t\t", ""]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("signatures") / "compiled"
    path.write_text("\n".join(LINES))
    return path


@pytest.fixture
def signatures(path):
    return Signatures(path)


def puids(verdict):
    return [format.puid for format in verdict.formats]


def test_a_file(signatures, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(PDF)
    verdict = identify(path, formats=signatures)
    assert verdict.identifier == "com.adobe.pdf" == identify(path).identifier
    assert verdict.formats == (("fmt/18", "PDF 1.4", "1.4", f"extension match pdf; {REASON}", "content"),)
    assert verdict.formats[0].puid == "fmt/18" and verdict.formats[0].version == "1.4"
    assert (verdict.extension_mismatch, verdict.formats_are_bounded) == (False, False)
    assert identify(path, content_only=True, formats=signatures).formats[0].reason == REASON
    path = path.rename(tmp_path / "a.txt")
    assert identify(path, formats=signatures).extension_mismatch is True
    assert identify(path, content_only=True, formats=signatures).extension_mismatch is False
    (tmp_path / "link").symlink_to(path)
    assert puids(identify(tmp_path / "link", formats=signatures)) == ["fmt/18"]
    assert identify(tmp_path / "link", formats=signatures, follow_symlinks=False).formats == ()
    assert identify(tmp_path, formats=signatures).formats == ()
    assert identify(path).formats == () and identify(path).extension_mismatch is False
    with pytest.raises(FileNotFoundError):
        identify(tmp_path / "absent", formats=signatures)
    with pytest.raises(TypeError, match="name_only"):
        identify(path, name_only=True, formats=signatures)


@pytest.mark.parametrize("formats", ["signatures", 5, object(), ()])
def test_other_signatures(formats):
    with pytest.raises(TypeError, match="formats= is an object of Signatures"):
        identify(PDF, formats=formats)


def test_bytes(signatures):
    assert puids(identify(PDF, formats=signatures)) == ["fmt/18"]
    assert puids(identify(bytearray(PDF), name="folder/a.txt", formats=signatures)) == ["fmt/18"]
    assert identify(PDF, name="a.txt", formats=signatures).extension_mismatch
    # A name from a stranger does not count.
    assert not identify(PDF, untrusted_name="a.txt", formats=signatures).extension_mismatch
    assert puids(identify(b"ACME", formats=signatures)) == ["fmt/9001", "fmt/9002"]
    assert identify(b"\1\2\3", formats=signatures).formats == ()
    text = identify(b"words\n", formats=signatures).formats[0]
    assert (text.puid, text.version, text.basis) == ("x-fmt/111", None, "text")
    # The end of an item of which only the start is at hand could have another format.
    assert identify(b"\1" * 20, complete=False, formats=signatures).formats_are_bounded
    assert identify(b"\1" * 20, size=1000, formats=signatures).formats_are_bounded
    assert not identify(b"\1" * 20, formats=signatures).formats_are_bounded


def test_containers(signatures):
    import zipfile

    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "a")
    found = identify(data, formats=signatures).formats[0]
    assert (found.puid, found.basis) == ("fmt/9004", "container")
    assert puids(identify(data.getvalue(), formats=signatures)) == ["fmt/9004"]


class Seekable(io.RawIOBase):
    """An object that can seek, and has no descriptor."""

    def __init__(self, data):
        self.inner = io.BytesIO(data)

    def readable(self):
        return True

    seekable = readable

    def readinto(self, buffer):
        return self.inner.readinto(buffer)

    def seek(self, offset, whence=0):
        return self.inner.seek(offset, whence)

    def tell(self):
        return self.inner.tell()


def test_file_objects(signatures, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(PDF)
    with open(path, "rb") as file:
        assert identify(file, formats=signatures).formats[0].reason == f"extension match pdf; {REASON}"
    with tempfile.SpooledTemporaryFile() as file:
        file.write(PDF)
        assert puids(identify(file, formats=signatures)) == ["fmt/18"]
    assert puids(identify(Seekable(PDF), formats=signatures)) == ["fmt/18"]
    assert puids(identify(Seekable(b"\1" * (3 << 20) + b"%%EOF\n"), formats=signatures)) == ["fmt/9003"]
    large = identify(Seekable(b"\1" * (65 << 20)), formats=signatures)
    assert large.formats_are_bounded and large.formats == ()
    reader, writer = os.pipe()
    os.write(writer, PDF)
    os.close(writer)
    with open(reader, "rb", buffering=0) as file:
        assert puids(identify(file, formats=signatures)) == ["fmt/18"]
    with gzip.open(io.BytesIO(gzip.compress(PDF))) as file:
        assert puids(identify(file, formats=signatures)) == ["fmt/18"]


def test_fields_and_copies(signatures):
    verdict = identify(PDF, name="a.txt", formats=signatures)
    fields = verdict.to_dict()
    assert fields.items() > identify(PDF, name="a.txt").to_dict().items()
    assert {key: fields[key] for key in list(fields)[-7:]} == {
        "puid": "fmt/18", "formatName": "PDF 1.4", "formatVersion": "1.4", "formatBasis": REASON, "formats": ["fmt/18"],
        "extensionMismatch": True, "formatBounded": False}
    none = identify(b"\1\2", formats=signatures).to_dict()
    assert (none["puid"], none["formatVersion"], none["formats"]) == (None, None, [])
    json.dumps(fields)
    copy = pickle.loads(pickle.dumps(verdict))
    assert copy == verdict and copy.formats == verdict.formats and copy.extension_mismatch
    assert verdict != identify(PDF, name="a.txt")
    opened = pickle.loads(pickle.dumps(signatures))
    assert repr(opened) == repr(signatures) and identify(PDF, name="a.txt", formats=opened) == verdict


def test_threads(signatures):
    found = []
    run_in_threads(lambda: found.extend(puids(identify(PDF, formats=signatures))[0] for _ in range(200)))
    assert found == ["fmt/18"] * 1600


def test_other_files(tmp_path, path):
    with pytest.raises(FileNotFoundError, match="absent"):
        Signatures(tmp_path / "absent")
    (tmp_path / "broken").write_text("uniform-types signatures 1\nX\n")
    with pytest.raises(uniformtypes.DeclarationError, match="broken:2: "):
        Signatures(tmp_path / "broken")
    (tmp_path / "empty").write_text("uniform-types signatures 1\n")
    with pytest.raises(ValueError, match="has no formats"):
        Signatures(tmp_path / "empty")
    with pytest.raises(ValueError, match="not a container signature file"):
        Signatures(path, containers=path)
    with pytest.raises(ValueError):
        Signatures("a\0b")
    (tmp_path / "a.xml").write_text("<FFSignatureFile/>")
    with pytest.raises((NotImplementedError, ValueError), match="uti compile --signatures|has no formats"):
        Signatures(tmp_path / "a.xml")


def test_formats_of_types_need_no_signatures():
    assert "fmt/18" in UTType("com.adobe.pdf").puids
    assert UTType("com.adobe.pdf").puids == UTType("com.adobe.pdf").tags_of("org.nationalarchives.puid")
    assert UTType("public.folder").puids == ()
    for tag in ("puid=fmt/18", "fmt/18", "org.nationalarchives.puid=fmt/18"):
        assert str(uniformtypes.lookup(tag)) == "com.adobe.pdf"
    assert uniformtypes.lookup("puid=fmt/99999") is None


def test_the_command(path, tmp_path):
    (tmp_path / "a.pdf").write_bytes(PDF)
    command = [sys.executable, "-m", "uniformtypes", "identify", "--json", "--signatures", str(path), str(tmp_path / "a.pdf")]
    record = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert (record["type"], record["puid"], record["extensionMismatch"]) == ("com.adobe.pdf", "fmt/18", False)
    command[command.index(str(path))] = str(tmp_path / "absent")
    failed = subprocess.run(command, capture_output=True, text=True)
    assert failed.returncode != 0 and "absent" in failed.stderr and "Traceback" not in failed.stderr
