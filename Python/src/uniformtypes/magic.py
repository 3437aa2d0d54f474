"""The interface of python-magic, answered by the library: `import uniformtypes.magic as magic`.

The registry has the MIME types, extensions and descriptions. Encodings have the names that libmagic gives them.
Only bytes are examined: neither the name of a file nor its extended attributes decide.
"""

from __future__ import annotations

import bz2
import codecs
import errno
import lzma
import os
import stat
import threading
import zlib
from collections import namedtuple
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union

from ._identify import CONTENT_ONLY, NO_FOLLOW
from ._native import DeclarationError
from ._types import FILENAME_EXTENSION, Registry, UTType, default_registry

if TYPE_CHECKING:
    from ._identify import Buffer

_Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

MAGIC_NONE = 0x0
MAGIC_DEBUG = 0x1
MAGIC_SYMLINK = 0x2
MAGIC_COMPRESS = 0x4
MAGIC_DEVICES = 0x8
MAGIC_MIME_TYPE = 0x10
MAGIC_CONTINUE = 0x20
MAGIC_CHECK = 0x40
MAGIC_PRESERVE_ATIME = 0x80
MAGIC_RAW = 0x100
MAGIC_ERROR = 0x200
MAGIC_MIME_ENCODING = 0x400
MAGIC_MIME = MAGIC_MIME_TYPE | MAGIC_MIME_ENCODING
MAGIC_EXTENSION = 0x1000000
_FLAGS = (
    MAGIC_SYMLINK | MAGIC_COMPRESS | MAGIC_MIME | MAGIC_CONTINUE | MAGIC_PRESERVE_ATIME | MAGIC_RAW | MAGIC_ERROR
    | MAGIC_EXTENSION)

MAGIC_PARAM_INDIR_MAX = 0
MAGIC_PARAM_NAME_MAX = 1
MAGIC_PARAM_ELF_PHNUM_MAX = 2
MAGIC_PARAM_ELF_SHNUM_MAX = 3
MAGIC_PARAM_ELF_NOTES_MAX = 4
MAGIC_PARAM_REGEX_MAX = 5
MAGIC_PARAM_BYTES_MAX = 6
_PARAMETERS = {
    MAGIC_PARAM_INDIR_MAX: 50, MAGIC_PARAM_NAME_MAX: 50, MAGIC_PARAM_ELF_PHNUM_MAX: 2048,
    MAGIC_PARAM_ELF_SHNUM_MAX: 32768, MAGIC_PARAM_ELF_NOTES_MAX: 256, MAGIC_PARAM_REGEX_MAX: 8192,
    MAGIC_PARAM_BYTES_MAX: 1 << 20,
}

# The release of libmagic that has the same flags and parameters.
_VERSION = 544
# The bytes that count for the encoding.
_ENCODING_LIMIT = 65 << 10
# Callers pass the start of a file, of at least this size unless the file is shorter.
_START = 2048

FileMagic = namedtuple("FileMagic", ("mime_type", "encoding", "name"))


class MagicException(Exception):
    """A failure that is not one of the operating system; `message` is its text."""

    def __init__(self, message: Any) -> None:
        super().__init__(message)
        self.message = message


class _Cookie:
    """A handle of the functions below."""

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.registry: Registry | None = None
        self.parameters = dict(_PARAMETERS)


def version() -> int:
    """Returns the release of libmagic, times 100, whose flags and parameters the module has."""
    return _VERSION


magic_version = version


def magic_open(flags: int) -> _Cookie:
    """Returns a handle. Raises MagicException for flags that have no meaning here."""
    if unknown := flags & ~_FLAGS:
        raise MagicException(f"flags {unknown:#x} are not supported; leave them out")
    return _Cookie(flags)


def magic_close(cookie: _Cookie) -> None:
    """Releases the registry of a handle."""
    cookie.registry = None


def magic_load(cookie: _Cookie, filename: _Path | None) -> None:
    """Opens a registry that `uti compile` wrote, or the embedded one for None.

    The environment variable MAGIC names the file in place of None. Raises MagicException if the file cannot be
    used.
    """
    name = filename if filename is not None else os.environ.get("MAGIC")
    try:
        cookie.registry = default_registry() if name is None else Registry.image(os.fsdecode(name))
    except (OSError, DeclarationError) as error:
        raise MagicException(
            f"{os.fsdecode(name or b'')}: {error}; magic_file and MAGIC name a registry that `uti compile` "
            "wrote") from error


def magic_setflags(cookie: _Cookie, flags: int) -> None:
    """Changes the flags. Raises MagicException for flags that have no meaning here."""
    cookie.flags = magic_open(flags).flags


def magic_setparam(cookie: _Cookie, param: int, val: int) -> None:
    """Sets a parameter. The work on an item is bounded, so that only the number of bytes has an effect."""
    if param not in cookie.parameters or val < 0:
        raise MagicException(f"parameter {param} cannot be {val}; use a MAGIC_PARAM constant and a size")
    cookie.parameters[param] = val


def magic_getparam(cookie: _Cookie, param: int) -> int:
    """Returns a parameter."""
    if param not in cookie.parameters:
        raise MagicException(f"there is no parameter {param}; use a MAGIC_PARAM constant")
    return cookie.parameters[param]


def magic_buffer(cookie: _Cookie, buf: Buffer) -> str:
    """Answers for bytes: the start of a file, or all of a short one."""
    limit = cookie.parameters[MAGIC_PARAM_BYTES_MAX]
    registry = _registry(cookie)
    if cookie.flags == MAGIC_MIME_TYPE and isinstance(buf, bytes) and len(buf) <= limit:
        # The question that is asked most needs no more.
        size = -1 if len(buf) >= _START or len(buf) == limit else None
        return registry._native.identify_bytes(buf, size, None).mime_type
    view = memoryview(buf).cast("B")
    size = -1 if len(view) >= min(_START, limit) else None
    native = registry._native.identify_bytes(view[:limit], size, None)
    return _answer(cookie, registry, native, lambda count: bytes(view[:min(count, limit)]))


def magic_descriptor(cookie: _Cookie, fd: int) -> str:
    """Answers for an open file, whose position does not change. Raises OSError if it cannot be read."""
    registry = _registry(cookie)
    native = registry._native.identify_descriptor(fd, None)
    return _answer(cookie, registry, native, lambda count: _read(fd, count))


def magic_file(cookie: _Cookie, filename: _Path) -> str:
    """Answers for a path, whose name does not count. Raises OSError if the file cannot be read."""
    path = os.fsencode(filename)
    registry = _registry(cookie)
    follow = bool(cookie.flags & MAGIC_SYMLINK)
    status = os.stat(path) if follow else os.lstat(path)
    if stat.S_ISREG(status.st_mode):
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            answer = magic_descriptor(cookie, descriptor)
            if cookie.flags & MAGIC_PRESERVE_ATIME:
                os.utime(descriptor, ns=(status.st_atime_ns, status.st_mtime_ns))
            return answer
        finally:
            os.close(descriptor)
    if stat.S_ISLNK(status.st_mode) and not cookie.flags & (MAGIC_MIME | MAGIC_EXTENSION):
        broken = "" if os.path.exists(path) else "broken "
        return _shown(cookie, f"{broken}symbolic link to {os.fsdecode(os.readlink(path))}")
    native = registry._native.identify_path(path, CONTENT_ONLY | NO_FOLLOW * (not follow))
    return _answer(cookie, registry, native, lambda count: b"")


def _registry(cookie: _Cookie) -> Registry:
    if cookie.registry is None:
        raise MagicException("no registry is loaded; call magic_load")
    return cookie.registry


def _read(descriptor: int, count: int) -> bytes:
    return os.pread(descriptor, count, 0) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""


# ---- Answers

def _answer(cookie: _Cookie, registry: Registry, native: Any, read: Callable[[int], bytes]) -> str:
    """The answer about a verdict. The function `read` gives a number of bytes from the start on."""
    flags, limit = cookie.flags, cookie.parameters[MAGIC_PARAM_BYTES_MAX]
    if flags & MAGIC_COMPRESS:
        inner = _decompressed(native.identifier, read(limit), limit)
        if inner is not None:
            found = registry._native.identify_bytes(inner, None if len(inner) < limit else -1, None)
            answer = _one_answer(cookie, registry, found, lambda count: inner[:count])
            if flags & MAGIC_MIME == MAGIC_MIME:
                return f"{answer} compressed-encoding={native.mime_type}; charset=binary"
            if flags & (MAGIC_MIME | MAGIC_EXTENSION):
                return answer
            return f"{answer} ({_one_answer(cookie, registry, native, read)})"
    return _one_answer(cookie, registry, native, read)


def _one_answer(cookie: _Cookie, registry: Registry, native: Any, read: Callable[[int], bytes]) -> str:
    flags, limit = cookie.flags, cookie.parameters[MAGIC_PARAM_BYTES_MAX]
    if flags & MAGIC_EXTENSION:
        extensions = registry._native.tags(native.identifier, FILENAME_EXTENSION)
        return "/".join(extensions) if extensions and not native.identifier.startswith("dyn.") else "???"
    if flags & MAGIC_MIME == MAGIC_MIME_ENCODING:
        return encoding_of(read(min(limit, _ENCODING_LIMIT)))
    types = [registry._type(native.identifier)]
    if flags & MAGIC_CONTINUE:
        types += [registry._type(other) for other in native.alternatives]
        # The last one is what each file of the kind is.
        general = registry._type("public.plain-text" if _is_text(types[0]) else "public.data")
        if general not in types and types[0].conforms_to("public.data"):
            types.append(general)
    separator = "\n- " if flags & MAGIC_RAW else "\\012- "
    if flags & MAGIC_MIME_TYPE:
        names = [native.mime_type, *(other.mime_type or "application/octet-stream" for other in types[1:])]
        answer = separator.join(dict.fromkeys(names))
        return f"{answer}; charset={encoding_of(read(min(limit, _ENCODING_LIMIT)))}" if flags & MAGIC_MIME_ENCODING else answer
    texts = [_description(types[0]) + _details(types[0], read), *map(_description, types[1:])]
    return separator.join(_shown(cookie, text) for text in dict.fromkeys(texts))


def _is_text(type: UTType) -> bool:
    return type.conforms_to("public.text")


def _description(type: UTType) -> str:
    return type.description() or type.identifier


def _details(type: UTType, read: Callable[[int], bytes]) -> str:
    """The version of a PDF document, which callers of python-magic compare."""
    if type.identifier == "com.adobe.pdf":
        line = read(16).partition(b"%PDF-")[2]
        version = line[:3].decode("ascii", "replace")
        if len(version) == 3 and version[0].isdigit() and version[1] == "." and version[2].isdigit():
            return f", version {version}"
    return ""


def _shown(cookie: _Cookie, text: str) -> str:
    if cookie.flags & MAGIC_RAW:
        return text
    return "".join(
        character if character.isprintable() else "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
        for character in text)


def _decompressed(identifier: str, data: bytes, limit: int) -> bytes | None:
    """At most a number of bytes of the contents of a compressed file; None if it is not one."""
    try:
        if identifier == "org.gnu.gnu-zip-archive":
            return zlib.decompressobj(wbits=31).decompress(data, limit)
        if identifier == "public.bzip2-archive":
            return bz2.BZ2Decompressor().decompress(data, limit)
        if identifier in ("org.tukaani.xz-archive", "org.tukaani.lzma-archive"):
            return lzma.LZMADecompressor().decompress(data, limit)
    except (zlib.error, OSError, EOFError, lzma.LZMAError):
        pass
    return None


# ---- Encodings

# BEL, BS, TAB, LF, VT, FF, CR and ESC occur in texts. NEL occurs in texts of 8 bits a character.
_TEXT = bytes([*range(7, 14), 27, *range(32, 127)])
_TEXT_OR_NEL = _TEXT + b"\x85"
_ISO = _TEXT_OR_NEL + bytes(range(160, 256))
_EXTENDED = _TEXT_OR_NEL + bytes(range(128, 256))
_CONTROLS = frozenset(map(chr, {*range(32), 127} - set(_TEXT)))
# The longest marks first, since the mark of UTF-32 begins with the one of UTF-16.
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32", "utf-32le"), (b"\0\0\xfe\xff", "utf-32", "utf-32be"), (b"\xff\xfe", "utf-16", "utf-16le"),
    (b"\xfe\xff", "utf-16", "utf-16be"),
)


def encoding_of(data: bytes) -> str:
    """Returns the name of the encoding of a text as libmagic has it, and "binary" for other data."""
    if len(data) < 2:
        return "binary"
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return name if _is_readable(data, codec) else "binary"
    if not data.translate(None, _TEXT_OR_NEL):
        return "utf-7" if data[:4] in (b"+/v8", b"+/v9", b"+/v+", b"+/v/") else "us-ascii"
    if _is_readable(data, "utf-8"):
        return "utf-8"
    if not data.translate(None, _ISO):
        return "iso-8859-1"
    return "unknown-8bit" if not data.translate(None, _EXTENDED) else "binary"


def _is_readable(data: bytes, codec: str) -> bool:
    try:
        # The data may end within a character.
        text = _decoder(codec).decode(data)
    except UnicodeDecodeError:
        return False
    return bool(text) and not _CONTROLS.intersection(text)


def _decoder(codec: str) -> Any:
    return codecs.getincrementaldecoder(codec)()


# ---- The interface of python-magic

class Magic:
    """Answers one kind of question. Threads may share an object.

    mime: MIME types in place of descriptions.
    magic_file: a registry that `uti compile` wrote; the embedded one is used otherwise.
    mime_encoding: the encodings of texts; with `mime` both.
    keep_going: all types that fit, the likeliest first and the most general last.
    uncompress: answers for the contents of a file that gzip, bzip2 or xz has compressed.
    raw: control characters and separators as they are, not as escapes.
    extension: filename extensions, separated by slashes; "???" if there are none.
    follow_symlinks: False to answer for a symbolic link itself.

    Raises MagicException if the registry cannot be used.
    """

    def __init__(
        self, mime: bool = False, magic_file: _Path | None = None, mime_encoding: bool = False,
        keep_going: bool = False, uncompress: bool = False, raw: bool = False, extension: bool = False,
        follow_symlinks: bool = False,
    ) -> None:
        self.flags = (
            MAGIC_MIME_TYPE * bool(mime) | MAGIC_MIME_ENCODING * bool(mime_encoding)
            | MAGIC_CONTINUE * bool(keep_going) | MAGIC_COMPRESS * bool(uncompress) | MAGIC_RAW * bool(raw)
            | MAGIC_EXTENSION * bool(extension) | MAGIC_SYMLINK * bool(follow_symlinks))
        self.lock = threading.Lock()
        self.cookie = magic_open(self.flags)
        magic_load(self.cookie, magic_file)

    def from_buffer(self, buf: Buffer | str) -> str:
        """Answers for bytes: the start of a file, or all of a short one. A str is text in UTF-8, never a path."""
        if isinstance(buf, str):
            buf = buf.encode("utf-8", "replace")
        return magic_buffer(self.cookie, buf)

    def from_file(self, filename: _Path) -> str:
        """Answers for a file. Raises OSError if it cannot be opened, and so for a folder."""
        # A pipe without a writer would block.
        descriptor = os.open(filename, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        os.close(descriptor)
        if is_folder:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), filename)
        return magic_file(self.cookie, filename)

    def from_descriptor(self, fd: int) -> str:
        """Answers for an open file, whose position does not change."""
        return magic_descriptor(self.cookie, fd)

    def setparam(self, param: int, val: int) -> None:
        """Sets a parameter; see `magic_setparam`."""
        magic_setparam(self.cookie, param, val)

    def getparam(self, param: int) -> int:
        """Returns a parameter."""
        return magic_getparam(self.cookie, param)


_instances: dict[bool, Magic] = {}


def _instance(mime: bool) -> Magic:
    found = _instances.get(mime)
    return found if found is not None else _instances.setdefault(mime, Magic(mime=mime))


def from_file(filename: _Path, mime: bool = False) -> str:
    """Returns the MIME type or the description of a file by its bytes. Raises OSError if it cannot be read."""
    return _instance(mime).from_file(filename)


def from_buffer(buffer: Buffer | str, mime: bool = False) -> str:
    """Returns the MIME type or the description of bytes: the start of a file, or all of a short one.

    A str is text in UTF-8. It is never a path.
    """
    return _instance(mime).from_buffer(buffer)


def from_descriptor(fd: int, mime: bool = False) -> str:
    """Returns the MIME type or the description of an open file, whose position does not change."""
    return _instance(mime).from_descriptor(fd)


def _detect(question: Callable[[_Cookie], str]) -> FileMagic:
    answers = []
    for flags in (MAGIC_MIME_TYPE, MAGIC_MIME_ENCODING, MAGIC_NONE):
        cookie = magic_open(flags)
        magic_load(cookie, None)
        answers.append(question(cookie))
    return FileMagic(*answers)


def detect_from_filename(filename: _Path) -> FileMagic:
    """Returns the MIME type, the encoding and the description of a file."""
    return _detect(lambda cookie: magic_file(cookie, filename))


def detect_from_fobj(fobj: Any) -> FileMagic:
    """Returns the MIME type, the encoding and the description of a file object with a descriptor."""
    descriptor = fobj.fileno()
    return _detect(lambda cookie: magic_descriptor(cookie, descriptor))


def detect_from_content(byte_content: Buffer | str) -> FileMagic:
    """Returns the MIME type, the encoding and the description of bytes. A str is text in UTF-8."""
    content = byte_content.encode("utf-8", "replace") if isinstance(byte_content, str) else byte_content
    return _detect(lambda cookie: magic_buffer(cookie, content))
