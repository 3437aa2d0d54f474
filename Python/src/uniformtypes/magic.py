"""The interface of python-magic, answered by the library: `import uniformtypes.magic as magic`.

MIME types, descriptions and encodings are named as in libmagic, and a kind that it does not know as in the registry.
The variable UNIFORMTYPES_MAGIC_NAMES=registered selects the names in the registry.
Only bytes are examined: neither the name of a file nor its extended attributes decide.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections import namedtuple
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union

from . import _native

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
MAGIC_APPLE = 0x800
MAGIC_NO_CHECK_COMPRESS = 0x1000
MAGIC_NO_CHECK_TAR = 0x2000
MAGIC_NO_CHECK_SOFT = 0x4000
MAGIC_NO_CHECK_APPTYPE = 0x8000
MAGIC_NO_CHECK_ELF = 0x10000
MAGIC_NO_CHECK_TEXT = 0x20000
MAGIC_NO_CHECK_CDF = 0x40000
MAGIC_NO_CHECK_CSV = 0x80000
MAGIC_NO_CHECK_TOKENS = 0x100000
MAGIC_NO_CHECK_ENCODING = 0x200000
MAGIC_NO_CHECK_JSON = 0x400000
MAGIC_NO_CHECK_SIMH = 0x800000
MAGIC_NO_CHECK_BUILTIN = 0x7FB000
MAGIC_EXTENSION = 0x1000000
# Former names; those with the value 0 have no effect.
MAGIC_NO_CHECK_ASCII = MAGIC_NO_CHECK_TEXT
MAGIC_NO_CHECK_FORTRAN = 0
MAGIC_NO_CHECK_TROFF = 0

# The names in libmagic's own module for Python, which python-magic has too.
NONE, DEBUG, SYMLINK, COMPRESS, DEVICES = MAGIC_NONE, MAGIC_DEBUG, MAGIC_SYMLINK, MAGIC_COMPRESS, MAGIC_DEVICES
MIME_TYPE, MIME_ENCODING, MIME, CONTINUE = MAGIC_MIME_TYPE, MAGIC_MIME_ENCODING, MAGIC_MIME, MAGIC_CONTINUE
CHECK, PRESERVE_ATIME, RAW, ERROR, APPLE = MAGIC_CHECK, MAGIC_PRESERVE_ATIME, MAGIC_RAW, MAGIC_ERROR, MAGIC_APPLE
NO_CHECK_COMPRESS, NO_CHECK_TAR, NO_CHECK_SOFT = MAGIC_NO_CHECK_COMPRESS, MAGIC_NO_CHECK_TAR, MAGIC_NO_CHECK_SOFT
NO_CHECK_APPTYPE, NO_CHECK_ELF, NO_CHECK_TEXT = MAGIC_NO_CHECK_APPTYPE, MAGIC_NO_CHECK_ELF, MAGIC_NO_CHECK_TEXT
NO_CHECK_CDF, NO_CHECK_TOKENS, NO_CHECK_ENCODING = MAGIC_NO_CHECK_CDF, MAGIC_NO_CHECK_TOKENS, MAGIC_NO_CHECK_ENCODING
NO_CHECK_BUILTIN = MAGIC_NO_CHECK_BUILTIN

MAGIC_PARAM_INDIR_MAX = 0
MAGIC_PARAM_NAME_MAX = 1
MAGIC_PARAM_ELF_PHNUM_MAX = 2
MAGIC_PARAM_ELF_SHNUM_MAX = 3
MAGIC_PARAM_ELF_NOTES_MAX = 4
MAGIC_PARAM_REGEX_MAX = 5
MAGIC_PARAM_BYTES_MAX = 6
MAGIC_PARAM_ENCODING_MAX = 7
MAGIC_PARAM_ELF_SHSIZE_MAX = 8
MAGIC_PARAM_MAGWARN_MAX = 9
MAGIC_PARAM_REGISTERED_NAMES = 0x7574

FileMagic = namedtuple("FileMagic", ("mime_type", "encoding", "name"))


class MagicException(Exception):
    """A failure that is not one of the operating system; `message` is its text."""

    def __init__(self, message: Any) -> None:
        super().__init__(message)
        self.message = message


class _Cookie:
    """A handle of the functions below."""

    def __init__(self, flags: int) -> None:
        try:
            self.native = _native.Magic(flags)
        except OSError as error:
            raise MagicException(f"the flags {flags:#x} are not supported; leave out what is no MAGIC constant here") from error


def _failure(error: OSError, filename: _Path | None = None) -> Exception:
    """The exception for a failure of the library: MagicException unless the operating system refused."""
    number = error.errno or 0
    if number in (errno.EINVAL, errno.ENOSYS, 0):
        return MagicException(error.strerror)
    return OSError(number, os.strerror(number), filename) if filename is not None else OSError(number, os.strerror(number))


def version() -> int:
    """Returns the release of libmagic, times 100, whose flags and parameters the module has."""
    return _native.magic_version


magic_version = version


def magic_open(flags: int) -> _Cookie:
    """Returns a handle. Raises MagicException for flags that have no meaning here."""
    return _Cookie(flags)


def _handle(cookie: object) -> _native.Magic:
    if not isinstance(cookie, _Cookie):
        raise TypeError(f"expected a handle of magic_open, not {cookie!r}")
    return cookie.native


def magic_close(cookie: _Cookie) -> None:
    """Releases the registry of a handle."""
    _handle(cookie)
    cookie.native = _native.Magic(MAGIC_NONE)


def magic_error(cookie: _Cookie) -> bytes | None:
    """Returns the reason of the last failure of a call by this thread; None if the last call did not fail."""
    return _handle(cookie).error()


def magic_errno(cookie: _Cookie) -> int:
    """Returns the number of the last failure of a call by this thread, as in the module errno; 0 if there was none."""
    return _handle(cookie).error_number()


def magic_load(cookie: _Cookie, filename: _Path | None) -> int:
    """Opens a registry that `uti compile` wrote, or the embedded one for None, and returns 0.

    The environment variable MAGIC names the file in place of None. Raises MagicException if the file cannot be
    used.
    """
    try:
        _handle(cookie).load(_registry_path(filename))
    except OSError as error:
        raise MagicException(f"{error.strerror} (magic_file= or MAGIC)") from error
    return 0


def _registry_path(filename: _Path | None) -> bytes | None:
    # The interpreter may have changed the environment without the library's knowledge.
    name = filename if filename is not None else os.environ.get("MAGIC")
    return None if name is None else os.fsencode(name)


def magic_check(cookie: _Cookie, filename: _Path | None) -> int:
    """Returns 0 if `magic_load` can use a file, and -1 otherwise; `magic_error` has the reason then."""
    return _status(_handle(cookie).check, _registry_path(filename))


def magic_compile(cookie: _Cookie, filename: _Path | None) -> int:
    """Returns -1: `uti compile` compiles declarations, and signatures of libmagic are not compiled."""
    return _status(_handle(cookie).compile, None if filename is None else os.fsencode(filename))


def magic_list(cookie: _Cookie, filename: _Path | None) -> int:
    """Prints the types of a registry, each with its MIME type. Returns -1 if it cannot be used, or else 0."""
    return _status(_handle(cookie).list, _registry_path(filename))


def magic_getflags(cookie: _Cookie) -> int:
    """Returns the flags of a handle."""
    return _handle(cookie).get_flags()


def magic_setflags(cookie: _Cookie, flags: int) -> int:
    """Changes the flags. Returns -1 for flags that have no meaning here, or else 0."""
    return _status(_handle(cookie).set_flags, flags)


def _status(function: Callable[[Any], None], argument: Any) -> int:
    """The result of a function of libmagic whose failures python-magic does not raise."""
    try:
        function(argument)
    except OSError:
        return -1
    return 0


def magic_setparam(cookie: _Cookie, param: int, val: int) -> int:
    """Sets a parameter, and returns 0. The work on an item is bounded; only the numbers of bytes have an effect."""
    try:
        _handle(cookie).set_parameter(param, val)
    except OSError as error:
        raise _failure(error) from error
    return 0


def magic_getparam(cookie: _Cookie, param: int) -> int:
    """Returns a parameter."""
    try:
        return _handle(cookie).get_parameter(param)
    except OSError as error:
        raise _failure(error) from error


def magic_buffer(cookie: _Cookie, buf: Buffer) -> bytes:
    """Answers for bytes: the start of a file, or all of a short one."""
    try:
        return _handle(cookie).buffer(buf)
    except OSError as error:
        raise _failure(error) from error


def magic_descriptor(cookie: _Cookie, fd: int) -> bytes:
    """Answers for an open file, whose position does not change. Raises OSError if it cannot be read.

    Bytes of a pipe or a socket are taken from it.
    """
    try:
        return _handle(cookie).descriptor(fd)
    except OSError as error:
        raise _failure(error) from error


def magic_file(cookie: _Cookie, filename: _Path) -> bytes:
    """Answers for a path, whose name does not count. Raises OSError if the file cannot be read."""
    path = os.fsencode(filename)
    # A broken link has a description.
    more = 0 if os.path.islink(path) and not _handle(cookie).get_flags() & MAGIC_SYMLINK else MAGIC_ERROR
    try:
        return _handle(cookie).file(path, more)
    except OSError as error:
        raise _failure(error, filename) from error


def maybe_decode(s: str | bytes) -> str:
    """Returns an answer of the functions above as text; bytes that are not UTF-8 become escapes."""
    if not isinstance(s, (str, bytes)):
        raise TypeError(f"expected an answer (bytes or str), not {s!r}")
    return s if isinstance(s, str) else s.decode("utf-8", "backslashreplace")


def coerce_filename(filename: Any) -> Any:
    """Returns a path as bytes, and None for None."""
    return None if filename is None else os.fsencode(filename)


def errorcheck_null(result: Any, func: Any, args: Any) -> Any:
    """Returns a result; raises MagicException with the last failure of the handle for None."""
    return _checked(result, None, args)


def errorcheck_negative_one(result: Any, func: Any, args: Any) -> Any:
    """Returns a result; raises MagicException with the last failure of the handle for -1."""
    return _checked(result, -1, args)


def _checked(result: Any, failed: Any, args: Any) -> Any:
    if result == failed:
        raise MagicException(magic_error(args[0]))
    return result


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
    check_tar and the following: False to leave out this examination; without its work it has no effect.
    names: "libmagic" or "registered", the names of MIME types and descriptions; the environment decides by default.

    Raises MagicException if the registry cannot be used.
    """

    def __init__(
        self, mime: bool = False, magic_file: _Path | None = None, mime_encoding: bool = False,
        keep_going: bool = False, uncompress: bool = False, raw: bool = False, extension: bool = False,
        follow_symlinks: bool = False, check_tar: bool = True, check_soft: bool = True, check_apptype: bool = True,
        check_elf: bool = True, check_text: bool = True, check_cdf: bool = True, check_csv: bool = True,
        check_encoding: bool = True, check_json: bool = True, check_simh: bool = True, *, names: str | None = None,
    ) -> None:
        if names not in (None, "libmagic", "registered"):
            raise ValueError(f'names is {names!r}; use "libmagic" or "registered"')
        self.flags = (
            MAGIC_MIME_TYPE * bool(mime) | MAGIC_MIME_ENCODING * bool(mime_encoding)
            | MAGIC_CONTINUE * bool(keep_going) | MAGIC_COMPRESS * bool(uncompress) | MAGIC_RAW * bool(raw)
            | MAGIC_EXTENSION * bool(extension) | MAGIC_SYMLINK * bool(follow_symlinks)
            | MAGIC_NO_CHECK_TAR * (not check_tar) | MAGIC_NO_CHECK_SOFT * (not check_soft)
            | MAGIC_NO_CHECK_APPTYPE * (not check_apptype) | MAGIC_NO_CHECK_ELF * (not check_elf)
            | MAGIC_NO_CHECK_TEXT * (not check_text) | MAGIC_NO_CHECK_CDF * (not check_cdf)
            | MAGIC_NO_CHECK_CSV * (not check_csv) | MAGIC_NO_CHECK_ENCODING * (not check_encoding)
            | MAGIC_NO_CHECK_JSON * (not check_json) | MAGIC_NO_CHECK_SIMH * (not check_simh))
        self.lock = threading.Lock()
        self.cookie = magic_open(self.flags)
        if names is not None:
            magic_setparam(self.cookie, MAGIC_PARAM_REGISTERED_NAMES, int(names == "registered"))
        magic_load(self.cookie, magic_file)

    def from_buffer(self, buf: Buffer | str) -> str:
        """Answers for bytes: the start of a file, or all of a short one. A str is text in UTF-8, never a path."""
        if isinstance(buf, str):
            buf = buf.encode("utf-8", "replace")
        return maybe_decode(magic_buffer(self.cookie, buf))

    def from_file(self, filename: _Path) -> str:
        """Answers for a file or a broken link. Raises OSError if it cannot be opened, and so for a folder."""
        try:
            # A pipe without a writer would block.
            descriptor = os.open(filename, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError:
            if self.flags & MAGIC_SYMLINK or not os.path.islink(filename) or os.path.exists(filename):
                raise
            return maybe_decode(magic_file(self.cookie, filename))
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        os.close(descriptor)
        if is_folder:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), filename)
        return maybe_decode(magic_file(self.cookie, filename))

    def from_descriptor(self, fd: int) -> str:
        """Answers for an open file, whose position does not change."""
        return maybe_decode(magic_descriptor(self.cookie, fd))

    def setparam(self, param: int, val: int) -> int:
        """Sets a parameter; see `magic_setparam`."""
        return magic_setparam(self.cookie, param, val)

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


def _detect(question: Callable[[_Cookie], bytes]) -> FileMagic:
    answers = []
    for flags in (MAGIC_MIME_TYPE, MAGIC_MIME_ENCODING, MAGIC_NONE):
        cookie = magic_open(flags)
        magic_load(cookie, None)
        answers.append(maybe_decode(question(cookie)))
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


# ---- The interface of libmagic's own module for Python

class _Database:
    """A handle whose methods return None or -1 after a failure; `errno` and `error` have its reason."""

    def __init__(self, cookie: _Cookie) -> None:
        self._cookie = cookie

    def _answer(self, function: Callable[..., bytes], *arguments: Any) -> str | None:
        try:
            return maybe_decode(function(*arguments))
        except OSError:
            return None

    def file(self, filename: _Path) -> str | None:
        """Answers for a path, whose name does not count."""
        return self._answer(self._cookie.native.file, os.fsencode(filename), 0)

    def descriptor(self, fd: int) -> str | None:
        """Answers for an open file, whose position does not change."""
        return self._answer(self._cookie.native.descriptor, fd)

    def buffer(self, buf: Buffer) -> str | None:
        """Answers for bytes: the start of a file, or all of a short one."""
        return self._answer(self._cookie.native.buffer, buf)

    def error(self) -> str | None:
        """Returns the reason of the last failure; None if the last call did not fail."""
        found = magic_error(self._cookie)
        return None if found is None else maybe_decode(found)

    def errno(self) -> int:
        """Returns the number of the last failure; 0 if there was none."""
        return magic_errno(self._cookie)

    def setflags(self, flags: int) -> int:
        """Changes the flags; see `magic_setflags`."""
        return magic_setflags(self._cookie, flags)

    def getflags(self) -> int:
        """Returns the flags."""
        return magic_getflags(self._cookie)

    def setparam(self, param: int, val: int) -> int:
        """Sets a parameter."""
        return _status(lambda value: self._cookie.native.set_parameter(param, value), val)

    def getparam(self, param: int) -> int:
        """Returns a parameter; -1 if there is none of the number."""
        try:
            return self._cookie.native.get_parameter(param)
        except OSError:
            return -1

    def load(self, filename: _Path | None = None) -> int:
        """Opens a registry; see `magic_load`."""
        return _status(self._cookie.native.load, _registry_path(filename))

    def compile(self, dbs: _Path | None = None) -> int:
        """Returns -1; see `magic_compile`."""
        return magic_compile(self._cookie, dbs)

    def check(self, dbs: _Path | None = None) -> int:
        """Returns 0 if `load` can use a file; see `magic_check`."""
        return magic_check(self._cookie, dbs)

    def list(self, dbs: _Path | None = None) -> int:
        """Prints the types of a registry; see `magic_list`."""
        return magic_list(self._cookie, dbs)

    def close(self) -> None:
        """Releases the registry."""
        magic_close(self._cookie)


def open(flags: int) -> _Database | None:
    """Returns a handle of the interface of libmagic's own module; None for flags that have no meaning here."""
    try:
        return _Database(magic_open(flags))
    except MagicException:
        return None


magic_t = _Cookie


class _Library:
    """The functions of the module by attributes, as python-magic has the functions of the shared library."""

    _name: str = _native.__file__

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("magic_") or not callable(function := globals().get(name)) or name == "magic_t":
            raise AttributeError(f"libmagic has no function {name!r}")
        return function


libmagic = _Library()
