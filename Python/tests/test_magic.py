"""The module uniformtypes.magic, with the interface of python-magic."""

import bz2
import errno
import gzip
import lzma
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import PNG, run_in_threads

import uniformtypes
import uniformtypes.magic as magic
from uniformtypes.magic import Magic, MagicException

PDF = b"%PDF-1.7\n"


@pytest.fixture
def pdf(tmp_path):
    path = tmp_path / "document.dat"
    path.write_bytes(PDF)
    return path


@pytest.mark.parametrize("cookie", [None, 5])
@pytest.mark.parametrize("name, rest", [
    ("close", ()), ("error", ()), ("errno", ()), ("load", (None,)), ("check", (None,)), ("compile", (None,)),
    ("list", (None,)), ("getflags", ()), ("setflags", (0,)), ("setparam", (0, 0)), ("getparam", (0,)),
    ("buffer", (b"",)), ("descriptor", (0,)), ("file", ("/",)),
])
def test_no_handle(name, rest, cookie):
    with pytest.raises(TypeError, match="expected a handle of magic_open"):
        getattr(magic, "magic_" + name)(cookie, *rest)


def test_no_answer():
    with pytest.raises(TypeError, match="expected an answer"):
        magic.maybe_decode(None)


@pytest.mark.parametrize("kind", [str, os.fsencode, Path])
def test_paths(kind, pdf):
    assert magic.from_file(kind(pdf), mime=True) == "application/pdf"
    assert Magic(mime=True).from_file(kind(pdf)) == "application/pdf"
    assert magic.detect_from_filename(kind(pdf)) == ("application/pdf", "us-ascii", "PDF document, version 1.7")


def test_a_str_is_text_and_never_a_path(pdf, monkeypatch):
    monkeypatch.chdir(pdf.parent)
    for text in (str(pdf), pdf.name):
        assert magic.from_buffer(text, mime=True) == "text/plain"
        assert Magic(mime=True).from_buffer(text) == "text/plain"
        assert magic.detect_from_content(text).mime_type == "text/plain"
        assert uniformtypes.from_buffer(text, mime=True) == "text/plain"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_buffers(kind):
    assert magic.from_buffer(kind(PNG)).startswith("PNG image data, ")
    assert magic.from_buffer(kind(PNG), mime=True) == "image/png"
    assert magic.detect_from_content(kind(PNG)) == ("image/png", "binary", magic.from_buffer(PNG))


def test_descriptors_keep_their_position(pdf):
    with open(pdf, "rb") as file:
        file.seek(3)
        assert magic.from_descriptor(file.fileno(), mime=True) == "application/pdf"
        assert magic.detect_from_fobj(file).mime_type == "application/pdf"
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == len(PDF) or file.tell() == 3


def test_attributes_and_names_do_not_count(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(PDF)
    try:
        os.setxattr(path, "user.mime_type", b"image/png")
    except OSError:
        pytest.skip("the file system has no extended attributes")
    assert magic.from_file(path, mime=True) == "application/pdf"
    assert uniformtypes.identify(path, content_only=True).mime_type == "application/pdf"
    with open(path, "rb") as file:
        assert magic.from_descriptor(file.fileno(), mime=True) == "application/pdf"
        assert uniformtypes.identify(file, content_only=True).mime_type == "application/pdf"
    assert uniformtypes.identify(path).mime_type == "image/png"


@pytest.mark.parametrize(
    "data, encoding",
    [
        (b"", "binary"), (b"words\n", "us-ascii"), (b"\x1bx\x07\n", "us-ascii"), (b"a\x0bb\n", "us-ascii"),
        (b"h\xc3\xa9\n", "utf-8"), (b"\xef\xbb\xbfh\n", "utf-8"), (b"caf\xe9\n", "iso-8859-1"),
        (b"\x93words\x94\n", "unknown-8bit"), ("\ufeffhé\n".encode("utf-16-le"), "utf-16le"),
        ("\ufeffh\n".encode("utf-16-be"), "utf-16be"), ("\ufeffh".encode("utf-32-le"), "utf-32le"),
        ("\ufeffh".encode("utf-32-be"), "utf-32be"), (b"a\x01b\n", "binary"), (b"\xc3\xa9\x01", "binary"),
        (b"h\0i\0", "binary"), (b"abc\x1a", "binary"), (b"+/v8-abc", "utf-7"), (b"x\x85y\n", "us-ascii"),
        (b"a\xa0b\n", "iso-8859-1"), (PNG, "binary"),
    ],
)
def test_encodings(data, encoding):
    assert Magic(mime_encoding=True).from_buffer(data) == encoding
    whole = Magic(mime=True, mime_encoding=True).from_buffer(data)
    assert whole == f"{magic.from_buffer(data, mime=True)}; charset={encoding}"


def test_extensions():
    extension = Magic(extension=True)
    assert extension.from_buffer(PDF) == "pdf"
    assert extension.from_buffer(b"\xff\xd8\xff\xe0\0\x10JFIF\0").startswith("jpeg/jpg/jpe/jfif")
    assert extension.from_buffer(b"\x01\x02\xff") == "???"


def test_keep_going():
    found = Magic(mime=True, keep_going=True).from_buffer(PNG)
    assert found == "image/png\\012- application/octet-stream"
    assert Magic(mime=True, keep_going=True, raw=True).from_buffer(PNG) == "image/png\n- application/octet-stream"
    text = Magic(mime=True, keep_going=True).from_buffer(b'#!/usr/bin/env python\nprint("x")\n')
    assert text.split("\\012- ")[::len(text.split("\\012- ")) - 1] == ["text/x-script.python", "text/plain"]


@pytest.mark.parametrize(
    "compress, mime_type",
    [(gzip.compress, "application/gzip"), (bz2.compress, "application/x-bzip2"), (lzma.compress, "application/x-xz")],
)
def test_compressed_files(compress, mime_type, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(compress(PDF))
    outer = magic.from_file(path, mime=True)
    assert outer == mime_type
    assert Magic(mime=True, uncompress=True).from_file(path) == "application/pdf"
    assert Magic(mime_encoding=True, uncompress=True).from_file(path) == "us-ascii"
    assert Magic(mime=True, mime_encoding=True, uncompress=True).from_file(path) == (
        f"application/pdf; charset=us-ascii compressed-encoding={outer}; charset=binary")
    assert Magic(uncompress=True).from_file(path) == f"PDF document, version 1.7 ({magic.from_file(path)})"
    assert Magic(mime=True, uncompress=True).from_buffer(PDF) == "application/pdf"


def test_a_bomb_is_not_inflated():
    bomb = gzip.compress(bytes(64 << 20), 1)
    assert Magic(mime=True, uncompress=True).from_buffer(bomb) == "application/octet-stream"


def test_links(pdf, tmp_path):
    link, broken = tmp_path / "link", tmp_path / "broken"
    link.symlink_to(pdf)
    broken.symlink_to("absent")
    assert magic.from_file(link) == f"symbolic link to {pdf}"
    assert magic.from_file(link, mime=True) == "inode/symlink"
    assert Magic(mime=True, follow_symlinks=True).from_file(link) == "application/pdf"
    assert magic.from_file(broken) == "broken symbolic link to absent"
    with pytest.raises(FileNotFoundError):
        Magic(follow_symlinks=True).from_file(broken)
    assert magic.detect_from_filename(broken).name == "broken symbolic link to absent"


def test_control_characters_are_escaped(tmp_path):
    link = tmp_path / "link"
    link.symlink_to("a\tb\x1b[0m")
    cookie = magic.magic_open(magic.MAGIC_NONE)
    magic.magic_load(cookie, None)
    assert magic.magic_file(cookie, link) == b"broken symbolic link to a\\011b\\033[0m"
    assert magic.magic_setflags(cookie, magic.MAGIC_RAW) == 0
    assert magic.magic_file(cookie, link) == b"broken symbolic link to a\tb\x1b[0m"


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        magic.from_file(tmp_path / "absent")
    assert Path(caught.value.filename) == tmp_path / "absent"
    with pytest.raises(IsADirectoryError):
        magic.from_file(tmp_path)
    for descriptor in (-1, 1 << 31, 1 << 40):
        with pytest.raises(OSError):
            magic.from_descriptor(descriptor)


def test_a_pipe_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert magic.from_file(tmp_path / "pipe", mime=True) == "inode/fifo"


def test_registries(pdf, tmp_path, monkeypatch):
    for path in (tmp_path / "absent", pdf):
        with pytest.raises(MagicException, match="uti compile") as caught:
            Magic(magic_file=path)
        assert caught.value.message == str(caught.value)
        monkeypatch.setenv("MAGIC", str(path))
        with pytest.raises(MagicException):
            Magic()
    monkeypatch.delenv("MAGIC")
    assert Magic(mime=True).from_file(pdf) == "application/pdf"


def test_names(monkeypatch):
    assert magic.from_buffer(b"<?xml version='1.0'?><a/>", mime=True) == "text/xml"
    monkeypatch.setenv("UNIFORMTYPES_MAGIC_NAMES", "registered")
    assert Magic(mime=True).from_buffer(b"<?xml version='1.0'?><a/>") == "application/xml"
    assert Magic().from_buffer(PNG) == "PNG image"
    assert Magic(mime=True, names="libmagic").from_buffer(b"<?xml version='1.0'?><a/>") == "text/xml"
    monkeypatch.delenv("UNIFORMTYPES_MAGIC_NAMES")
    assert Magic(mime=True, names="registered").from_buffer(b"<?xml version='1.0'?><a/>") == "application/xml"
    with pytest.raises(ValueError, match="registered"):
        Magic(names="own")


CHECKS = ("tar", "soft", "apptype", "elf", "text", "cdf", "csv", "encoding", "json", "simh")


@pytest.mark.parametrize("check", CHECKS)
def test_checks(check):
    without = Magic(**{f"check_{check}": False})
    assert without.flags == getattr(magic, f"MAGIC_NO_CHECK_{check.upper()}")
    assert magic.from_buffer(b'{"a": [1, 2]}\n', mime=True) == "application/json"
    found = Magic(mime=True, **{f"check_{check}": False}).from_buffer(b'{"a": [1, 2]}\n')
    assert (found == "application/json") == (check != "json"), found


def test_check_and_compile(pdf):
    cookie = magic.magic_open(magic.MAGIC_NONE)
    assert magic.magic_check(cookie, None) == 0
    for function in (magic.magic_check, magic.magic_compile):
        assert function(cookie, pdf) == -1
        assert b"uti compile" in magic.magic_error(cookie)


# The names of python-magic 0.4.27 besides most MAGIC_ constants, some of which come from the own module of libmagic.
NAMES = """
    Magic MagicException coerce_filename detect_from_content detect_from_filename detect_from_fobj errorcheck_negative_one
    errorcheck_null from_buffer from_descriptor from_file libmagic magic_buffer magic_check magic_close magic_compile
    magic_descriptor magic_errno magic_error magic_file magic_getparam magic_load magic_open magic_setflags magic_setparam
    magic_t magic_version maybe_decode open version
    APPLE CHECK COMPRESS CONTINUE DEBUG DEVICES ERROR MIME MIME_ENCODING MIME_TYPE NONE NO_CHECK_APPTYPE NO_CHECK_BUILTIN
    NO_CHECK_CDF NO_CHECK_COMPRESS NO_CHECK_ELF NO_CHECK_ENCODING NO_CHECK_SOFT NO_CHECK_TAR NO_CHECK_TEXT NO_CHECK_TOKENS
    PRESERVE_ATIME RAW SYMLINK MAGIC_NO_CHECK_ASCII MAGIC_NO_CHECK_BUILTIN MAGIC_NO_CHECK_FORTRAN MAGIC_NO_CHECK_TROFF
    magic_getflags magic_list
""".split()


def test_names_of_python_magic():
    assert [name for name in NAMES if not hasattr(magic, name)] == []
    flags = [name for name in dir(magic) if name.isupper() and hasattr(magic, f"MAGIC_{name}")]
    assert len(flags) == 24
    assert [name for name in flags if getattr(magic, name) != getattr(magic, f"MAGIC_{name}")] == []
    removed = "COMPRESS TAR APPTYPE ELF TEXT CSV CDF TOKENS ENCODING JSON".split()
    assert magic.NO_CHECK_BUILTIN == sum(getattr(magic, f"MAGIC_NO_CHECK_{name}") for name in removed)


def test_failures_of_functions(pdf, tmp_path):
    cookie = magic.magic_open(magic.MAGIC_MIME_TYPE)
    assert magic.magic_load(cookie, None) == 0
    assert (magic.magic_errno(cookie), magic.magic_error(cookie)) == (0, None)
    with pytest.raises(FileNotFoundError):
        magic.magic_file(cookie, tmp_path / "absent")
    assert magic.magic_errno(cookie) == errno.ENOENT
    assert b"absent" in magic.magic_error(cookie)
    # Another thread has failures of its own.
    with ThreadPoolExecutor(1) as executor:
        assert executor.submit(magic.magic_errno, cookie).result() == 0
    assert magic.magic_file(cookie, pdf) == b"application/pdf"
    assert (magic.magic_errno(cookie), magic.magic_error(cookie)) == (0, None)
    assert magic.magic_setflags(cookie, magic.MAGIC_APPLE) == -1
    assert (magic.magic_errno(cookie), magic.magic_getflags(cookie)) == (errno.ENOSYS, magic.MAGIC_MIME_TYPE)
    for check, result in ((magic.errorcheck_negative_one, -1), (magic.errorcheck_null, None)):
        with pytest.raises(MagicException, match="0x800"):
            check(result, None, (cookie,))
        assert check(0, None, (cookie,)) == 0
    assert magic.magic_setflags(cookie, magic.MAGIC_NONE) == 0 == magic.magic_getflags(cookie)
    assert magic.maybe_decode(b"caf\xe9") == "caf\\xe9"
    assert magic.coerce_filename("a\udcff") == b"a\xff" and magic.coerce_filename(None) is None


def test_list():
    program = "import uniformtypes.magic as m; c = m.magic_open(0); print(m.magic_list(c, None), m.magic_list(c, '/absent'))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "public.png\timage/png\n" in found and found.count("\n") > 1000
    assert found.endswith("\n0 -1\n")


def test_libmagic_has_the_functions(pdf):
    library = magic.libmagic
    assert os.path.exists(library._name)
    cookie = library.magic_open(magic.MAGIC_MIME_TYPE)
    assert library.magic_load(cookie, None) == 0
    assert library.magic_buffer(cookie, PDF) == library.magic_file(cookie, pdf) == b"application/pdf"
    assert library.magic_version() == magic.version()
    assert isinstance(cookie, magic.magic_t)
    for name in ("magic_absent", "magic_t", "Magic"):
        assert not hasattr(library, name)


def test_the_module_of_libmagic(pdf, tmp_path):
    database = magic.open(magic.MIME_TYPE)
    assert database.file(pdf) is None and "magic_load" in database.error() and database.errno() != 0
    assert database.load() == database.check() == 0
    assert (database.errno(), database.error()) == (0, None)
    assert database.file(pdf) == database.buffer(PDF) == "application/pdf"
    with open(pdf, "rb") as file:
        assert database.descriptor(file.fileno()) == "application/pdf"
    assert database.file(tmp_path / "absent").startswith("cannot open")
    assert database.setflags(magic.MIME_ENCODING | magic.ERROR) == 0
    assert database.getflags() == magic.MIME_ENCODING | magic.ERROR
    assert database.file(tmp_path / "absent") is None and database.errno() == errno.ENOENT
    assert database.buffer("h\xe9".encode()) == "utf-8"
    assert database.setparam(magic.MAGIC_PARAM_BYTES_MAX, 1) == 0 and database.getparam(magic.MAGIC_PARAM_BYTES_MAX) == 1
    assert database.setparam(99, 1) == database.getparam(99) == -1
    assert database.load(pdf) == database.check(pdf) == database.compile(pdf) == database.list(pdf) == -1
    database.close()
    assert magic.open(magic.APPLE) is None


def test_a_pipe_that_stays_open(tmp_path):
    reader, writer = os.pipe()
    os.write(writer, PDF)
    assert magic.from_descriptor(reader, mime=True) == "application/pdf"
    os.close(reader)
    os.close(writer)


def test_an_interrupt_ends_the_wait_for_a_pipe():
    program = "import os, uniformtypes.magic as magic; print(1, flush=True); magic.from_descriptor(os.pipe()[0])"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert b"KeyboardInterrupt" in errors


def test_parameters_and_flags():
    object = Magic(mime=True)
    object.setparam(magic.MAGIC_PARAM_BYTES_MAX, 4)
    assert object.getparam(magic.MAGIC_PARAM_BYTES_MAX) == 4
    assert object.from_buffer(PNG) != "image/png" == Magic(mime=True).from_buffer(PNG)
    for parameter, value in ((99, 1), (magic.MAGIC_PARAM_BYTES_MAX, -1)):
        with pytest.raises(MagicException):
            object.setparam(parameter, value)
    with pytest.raises(MagicException, match="0x800"):
        magic.magic_open(0x800)
    magic.magic_open(magic.MAGIC_DEVICES | magic.MAGIC_DEBUG)
    with pytest.raises(MagicException, match="magic_load"):
        magic.magic_buffer(magic.magic_open(0), b"")
    assert magic.version() >= 524


@pytest.mark.parametrize("length", [len(PNG), 2047, 2048, 4096, (1 << 20) + 5])
def test_bytes_and_other_buffers_have_one_answer(length):
    data = PNG.ljust(length, b"\0")[:length]
    for start in (b"", b"PK\x03\x04", b"words " * 1000):
        content = (start + data)[:length]
        assert magic.from_buffer(content, mime=True) == magic.from_buffer(bytearray(content), mime=True)


def test_threads_share_an_object(pdf):
    object, failures = Magic(mime=True), []

    def work():
        for _ in range(300):
            if object.from_file(pdf) != "application/pdf" or object.from_buffer(PNG) != "image/png":
                failures.append(1)

    run_in_threads(work)
    assert not failures
