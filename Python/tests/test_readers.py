"""Every way of passing bytes gives the verdict of the file with these bytes."""

import array
import bz2
import gzip
import io
import lzma
import mmap
import os
import random
import sys
import tempfile
import threading
import time
import zipfile

import pytest
from conftest import PNG

from uniformtypes import identify


def archive(members, compression=zipfile.ZIP_STORED):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", compression) as writer:
        for name, data in members:
            writer.writestr(name, data)
    return memory.getvalue()


NOISE = random.Random(1).randbytes(200_000)
WORD = [
    ("word/media/picture.png", PNG + NOISE),
    ("[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    ("word/document.xml", "<document/>"),
]
ITEMS = {
    "png": PNG,
    "empty": b"",
    "text": b"words\n",
    "long text": b"words and more words\n" * 20_000,
    "noise": NOISE,
    "zip": archive([("a", b"x"), ("b", NOISE)]),
    "docx with its picture first": archive(WORD),
    "jar": archive([("picture.png", NOISE), ("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"), ("A.class", b"x")]),
    "epub": archive([("mimetype", "application/epub+zip"), ("picture.png", NOISE), ("a.xhtml", "<html/>")]),
    "mp4 with its movie last": b"\0\0\0\x18ftypisom\0\0\2\0isommp42" + (8 + len(NOISE)).to_bytes(4, "big") + b"mdat"
    + NOISE + b"\0\0\0\x10moov\0\0\0\x08free",
    "gzip": gzip.compress(NOISE),
    "tar": b"a.txt".ljust(257, b"\0") + b"ustar\x0000" + bytes(300_000),
    "disk image": NOISE + b"koly\0\0\0\4\0\0\2\0" + bytes(500),
}


class Counted:
    """A file object with the methods that are needed, which counts its bytes. It is not of the io module."""

    def __init__(self, data):
        self.memory, self.count, self.reads = io.BytesIO(data), 0, 0

    def seek(self, *arguments):
        return self.memory.seek(*arguments)

    def tell(self):
        return self.memory.tell()

    def read(self, size=-1):
        data = self.memory.read(size)
        self.count += len(data)
        self.reads += 1
        return data


class Raw(io.RawIOBase):
    """An object of the io module that can seek, and gives few bytes at once."""

    def __init__(self, data):
        self.memory = io.BytesIO(data)

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, *arguments):
        return self.memory.seek(*arguments)

    def readinto(self, buffer):
        data = self.memory.read(min(len(buffer), 5000))
        buffer[:len(data)] = data
        return len(data)


class Upload:
    """As the uploads of Django and Starlette (`file`), and of Werkzeug (`stream`)."""

    def __init__(self, attribute, file, name=None):
        setattr(self, attribute, file)
        self.filename = name

    def read(self, size=-1):
        raise AssertionError("the inner object is to be read")


def spooled(data, size):
    file = tempfile.SpooledTemporaryFile(max_size=size)
    file.write(data)
    return file


def mapped(data):
    found = mmap.mmap(-1, len(data))
    found[:] = data
    return found


def sources(data, path):
    yield "bytes", data
    yield "bytearray", bytearray(data)
    yield "memoryview", memoryview(data)
    yield "array", array.array("B", data)
    yield "every second byte", memoryview(bytes(byte for pair in zip(data, data) for byte in pair))[::2]
    if data:
        yield "mmap", mapped(data)
    if "numpy" in sys.modules:
        yield "numpy", sys.modules["numpy"].frombuffer(data, "uint8")
    yield "BytesIO", io.BytesIO(data)
    yield "BufferedReader", io.BufferedReader(io.BytesIO(data))
    yield "own object", Counted(data)
    yield "raw object", Raw(data)
    yield "buffered raw object", io.BufferedReader(Raw(data))
    yield "spooled in memory", spooled(data, 1 << 30)
    yield "spooled to a file", spooled(data, 1)
    yield "upload with file", Upload("file", spooled(data, 1 << 30))
    yield "upload with stream", Upload("stream", io.BytesIO(data))
    named = tempfile.NamedTemporaryFile(suffix="")
    named.write(data)
    yield "named temporary file", named
    yield "open", open(path, "rb")
    yield "unbuffered", open(path, "rb", buffering=0)


@pytest.mark.parametrize("kind", ITEMS)
def test_every_way_gives_the_verdict_of_the_file(kind, tmp_path):
    try:
        import numpy  # noqa: F401
    except ImportError:
        pass
    data, path = ITEMS[kind], tmp_path / "item"
    path.write_bytes(data)
    expected = identify(path, content_only=True).to_dict()
    for name, source in sources(data, path):
        options = {"content_only": True} if hasattr(source, "read") and not isinstance(source, mmap.mmap) else {}
        if hasattr(source, "tell"):
            source.seek(min(3, len(data)))
        assert identify(source, **options).to_dict() == expected, name
        if hasattr(source, "tell") and not isinstance(source, mmap.mmap):
            assert source.tell() == min(3, len(data)), name
        if isinstance(source, mmap.mmap):
            assert source.tell() == 3
        if hasattr(source, "close"):
            source.close()


def test_the_documents_are_known():
    assert identify(ITEMS["docx with its picture first"]).mime_type.endswith("wordprocessingml.document")
    assert identify(Counted(ITEMS["docx with its picture first"])).mime_type.endswith("wordprocessingml.document")
    assert identify(ITEMS["mp4 with its movie last"]).type.conforms_to("public.movie")


def test_few_bytes_of_an_object_are_read():
    item = Counted(archive([("word/media/picture.png", NOISE * 200), *WORD[1:]]))
    assert identify(item).mime_type.endswith("wordprocessingml.document")
    assert item.count < 1 << 20 and item.reads < 40
    item = Counted(PNG + bytes(100 << 20))
    assert identify(item).identifier == "public.png"
    assert item.count <= 1 << 17


def test_an_object_of_a_terabyte():
    class Sparse:
        position = 0

        def seek(self, offset, whence=0):
            self.position = offset if whence == 0 else (1 << 40) + offset
            return self.position

        def tell(self):
            return self.position

        def read(self, count):
            return (PNG + bytes(count))[self.position:self.position + count] if self.position < 100 else bytes(count)

    start = time.process_time()
    assert identify(Sparse()).identifier == "public.png"
    assert time.process_time() - start < 10


def test_buffers_are_not_copied():
    data = mmap.mmap(-1, 1 << 30)
    data[:len(PNG)] = PNG
    start = time.process_time()
    for _ in range(20):
        assert identify(data).identifier == identify(memoryview(data)).identifier == "public.png"
    assert time.process_time() - start < 1
    memory = bytearray(PNG + bytes(100))
    identify(memory)
    memory.extend(b"x")  # No buffer is held.


@pytest.mark.parametrize("module, suffix", [(gzip, ".gz"), (bz2, ".bz2"), (lzma, ".xz")])
def test_decompressors_are_read_at_their_start(module, suffix, tmp_path):
    path = tmp_path / ("dump.sql" + suffix)
    path.write_bytes(module.compress(PNG + bytes(64 << 20)))
    with module.open(path, "rb") as file:
        file.seek(2)
        start = time.process_time()
        verdict = identify(file)
        assert time.process_time() - start < 0.5
        assert file.tell() == 2
        # The inner bytes do not have the outer name.
        assert (verdict.identifier, verdict.basis) == ("public.png", "content")
        assert identify(file, name="a.png").identifier == "public.png"
    with module.open(path, "wb") as file:
        file.write(b"\x01\x02\x03\xff" * 100)
    with module.open(path, "rb") as file:
        assert identify(file).identifier == "public.data"


def test_members_of_archives(tmp_path):
    path = tmp_path / "archive.zip"
    path.write_bytes(archive([("picture", PNG), ("document", ITEMS["text"])], zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(path) as reader:
        for name, expected in (("picture", "public.png"), ("document", "public.plain-text")):
            with reader.open(name) as member:
                assert identify(member).identifier == expected


def test_names_of_uploads():
    assert identify(Upload("file", io.BytesIO(b"words\n"), "notes.md")).identifier == "net.daringfireball.markdown"
    upload = Upload("stream", io.BytesIO(b"words\n"), "C:/notes.md")
    assert identify(upload).identifier == "net.daringfireball.markdown"
    assert identify(upload, content_only=True).identifier == "public.plain-text"


def test_names_of_strangers():
    page = PNG[:8] + b"<!DOCTYPE html><html><script>"
    uploads = [Upload("file", io.BytesIO(page), "picture.png"), Upload("stream", Counted(page), "picture.png")]
    for verdict in [identify(page, untrusted_name="picture.png"), *map(identify, uploads)]:
        assert not verdict.conforms_to("public.image", at_least="sign")
    assert identify(b"words\n", name="a.md").confidence == "likely"
    assert identify(b"words\n", untrusted_name="a.md").confidence == "guess"
    assert identify(io.BytesIO(b"words\n"), untrusted_name="a.md").identifier == "net.daringfireball.markdown"
    with pytest.raises(TypeError, match="untrusted_name="):
        identify(b"", name="a", untrusted_name="a")
    with pytest.raises(TypeError, match="untrusted_name="):
        identify("/", untrusted_name="a")


def test_failures_of_objects():
    class Broken(Counted):
        def read(self, size=-1):
            raise OSError(5, "broken")

    item = Broken(PNG)
    item.seek(7)
    with pytest.raises(OSError, match="broken"):
        identify(item)
    assert item.tell() == 7

    class Text(Counted):
        def read(self, size=-1):
            return super().read(size).decode("latin-1")

    with pytest.raises(TypeError, match="binary"):
        identify(Text(PNG))

    class Short(Counted):
        """An object that became shorter after its size was asked for."""

        def seek(self, offset, whence=0):
            return super().seek(offset, whence) + (1 << 20 if whence == os.SEEK_END else 0)

    assert identify(Short(PNG)).identifier == "public.png"


def test_bytes_that_only_arrive():
    reader, writer = os.pipe()
    threading.Thread(target=lambda: (os.write(writer, PNG), os.close(writer))).start()
    with os.fdopen(reader, "rb") as file:
        assert identify(file).identifier == "public.png"
        assert file.read() == PNG


class Stream:
    """An object with only the method `read`, which gives a few bytes at a time."""

    def __init__(self, data, most=1000, kind=bytes):
        self.memory, self.most, self.kind = io.BytesIO(data), most, kind

    def read(self, size=-1):
        return self.kind(self.memory.read(self.most if size < 0 else min(size, self.most)))


class Refusing(Stream):
    """An object whose methods for positions are there and fail."""

    def seek(self, offset, whence=0):
        raise io.UnsupportedOperation("seek")

    def tell(self):
        raise io.UnsupportedOperation("tell")


class Unseekable(Refusing):
    def seekable(self):
        return False


class WithoutTell:
    """An object with `seek` and `read`."""

    def __init__(self, data):
        self.memory = io.BytesIO(data)
        self.seek, self.read = self.memory.seek, self.memory.read


class RawStream(io.RawIOBase):
    def __init__(self, data):
        self.memory = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        part = self.memory.read(min(len(buffer), 1000))
        buffer[:len(part)] = part
        return len(part)


@pytest.mark.parametrize("kind", [Stream, Refusing, Unseekable, RawStream, lambda data: Stream(data, kind=bytearray)])
@pytest.mark.parametrize("item", ITEMS)
def test_an_object_with_only_read_is_identified_by_its_start(kind, item):
    data, start = ITEMS[item], 1 << 16
    found = identify(kind(data))
    expected = identify(data) if len(data) < start else identify(data[:start], complete=False)
    assert (found.identifier, found.confidence) == (expected.identifier, expected.confidence)
    stream = kind(data)
    identify(stream)
    assert stream.memory.tell() == min(len(data), start)


@pytest.mark.parametrize("item", ITEMS)
def test_the_position_is_restored_without_tell(item):
    stream = WithoutTell(ITEMS[item])
    stream.seek(5)
    assert identify(stream) == identify(ITEMS[item])
    assert stream.memory.tell() == 5


def test_failures_of_streams():
    class Waiting:
        def read(self, size):
            return None

    with pytest.raises(BlockingIOError, match="no bytes yet"):
        identify(Waiting())

    class Paused(Stream):
        def read(self, size):
            return super().read(size) or None

    assert identify(Paused(PNG)).identifier == "public.png"

    class Text:
        def read(self, size):
            return "words"

    with pytest.raises(TypeError, match="binary"):
        identify(Text())
