"""The types of files, bytes and file objects."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys

from . import _native
from ._types import Registry, UTType, default_registry

# See __init__.py.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import IO, Any, Union

    from ._formats import Asking, Format, FormatAnswer, Signatures

    Buffer = Union[bytes, bytearray, memoryview, mmap.mmap]
    Source = Union[str, os.PathLike[str], os.PathLike[bytes], Buffer, IO[Any]]
    _Name = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
    _Named = tuple[Union[str, bytes, None], bool]
    _Asked = Union[_native.Registry, Asking]
    _AnyParts = Union[_native.Verdict, Any]  # the parts of the library, or _Parts

NAME_ONLY, CONTENT_ONLY, NO_FOLLOW = 1, 2, 4
# The library reads no more of the start of an item whose other bytes cannot be read.
START = 1 << 16


_PARTS = (
    "identifier", "mime_type", "confidence", "basis", "support", "alternatives", "alternative_mime_types",
    "alternative_bases", "encoding", "disagreement", "reasons")


class _Parts:
    """The parts of a verdict that was pickled."""

    __slots__ = _PARTS

    def __init__(self, parts: tuple[Any, ...]) -> None:
        for name, part in zip(_PARTS, parts):
            setattr(self, name, part)


class Verdict:
    """A type with its evidence.

    A verdict cannot be changed. Verdicts are equal if all their parts are; they have no order. A verdict can be
    pickled if its registry is the embedded one or was opened from a path.
    """

    __slots__ = ("_found", "_native", "_registry")

    _native: _AnyParts
    _registry: Registry
    _found: FormatAnswer | None

    def __init__(self, native: _AnyParts, registry: Registry, found: FormatAnswer | None = None) -> None:
        object.__setattr__(self, "_native", native)
        object.__setattr__(self, "_registry", registry)
        object.__setattr__(self, "_found", found)

    @property
    def identifier(self) -> str:
        """The identifier of the type."""
        return self._native.identifier

    @property
    def type(self) -> UTType:
        """The type; a dynamic one if only an undeclared filename extension is known."""
        return self._registry._type(self._native.identifier)

    @property
    def mime_type(self) -> str:
        """The MIME type; "application/octet-stream" for unknown data."""
        return self._native.mime_type

    @property
    def confidence(self) -> str:
        """The reliability: "certain" (99.5 % are right), "likely" (97 %) or "guess"."""
        return self._native.confidence

    @property
    def basis(self) -> str:
        """The decisive evidence, such as "name", "content", "container" or "text"."""
        return self._native.basis

    @property
    def support(self) -> str:
        """How far the bytes support the type: "sign", "agreement" or "none"."""
        return self._native.support

    def conforms_to(self, supertype: str | UTType, at_least: str = "none") -> bool:
        """Returns True if the type conforms to another and the bytes support it, as `uti identify --is` asks.

        Any bytes support public.data and its supertypes. A program that accepts files from others passes "sign".
        """
        levels = ("none", "agreement", "sign")
        is_supported = levels.index(self.support) >= levels.index(at_least)
        return self.type.conforms_to(supertype) and (
            is_supported or self._registry._type("public.data").conforms_to(supertype))

    @property
    def alternatives(self) -> tuple[UTType, ...]:
        """Other types that fit, the likeliest first."""
        return tuple(map(self._registry._type, self._native.alternatives))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Sentences about the evidence, the decisive one first."""
        return self._native.reasons

    @property
    def encoding(self) -> str | None:
        """The encoding of a text, such as "us-ascii"; None for other contents."""
        return self._native.encoding

    @property
    def formats(self) -> tuple[Format, ...]:
        """The formats of PRONOM that remain after its priorities; empty unless `identify` had `formats=`."""
        return () if self._found is None else self._found.formats

    @property
    def extension_mismatch(self) -> bool:
        """True if there are formats of PRONOM, and none has the extension of the name."""
        return self._found is not None and self._found.extension_mismatch

    @property
    def formats_are_bounded(self) -> bool:
        """True if a search of more bytes could find another format of PRONOM."""
        return self._found is not None and self._found.is_bounded

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields that `uti identify --format jsonl` has besides the path, under their names there.

        With `identify(formats=)` it has the fields of formats too.
        """
        native = self._native
        type = self.type
        alternatives = zip(native.alternatives, native.alternative_mime_types, native.alternative_bases)
        disagreement = native.disagreement
        return {
            "type": native.identifier, "mimeType": native.mime_type, "description": type.description(),
            "filenameExtension": type.preferred_filename_extension, "encoding": native.encoding,
            "confidence": native.confidence, "basis": native.basis, "support": native.support,
            "alternatives": [
                {"type": other, "mimeType": mime_type, "basis": basis} for other, mime_type, basis in alternatives],
            "disagreement": None if disagreement is None else dict(
                zip(("nameType", "contentType", "winner", "margin", "reason"), disagreement)),
            **self._format_fields(),
        }

    def _format_fields(self) -> dict[str, Any]:
        if self._found is None:
            return {}
        first = self.formats[0] if self.formats else None
        return {
            "puid": first and first.puid, "formatName": first and first.name,
            "formatVersion": first and first.version, "formatBasis": first and first.reason,
            "formats": [format.puid for format in self.formats], "extensionMismatch": self.extension_mismatch,
            "formatBounded": self.formats_are_bounded,
        }

    def _parts(self) -> tuple[Any, ...]:
        return (*(getattr(self._native, name) for name in _PARTS), self._found)

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, Verdict) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.identifier, self.mime_type, self.confidence, self.basis))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a verdict cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a verdict cannot be changed: {name}")

    def __copy__(self) -> Verdict:
        return self

    def __deepcopy__(self, memory: object) -> Verdict:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._parts(), self._registry)

    def __str__(self) -> str:
        return self._native.identifier

    def __repr__(self) -> str:
        return f"<Verdict {self.identifier} ({self.mime_type}), {self.confidence} by {self.basis}>"


def _restore(parts: tuple[Any, ...], registry: Registry) -> Verdict:
    return Verdict(_Parts(parts), registry, parts[-1])


def identify(
    source: Source, *, name: _Name | None = None, untrusted_name: _Name | None = None, size: int | None = None,
    complete: bool = True, name_only: bool = False, content_only: bool = False, follow_symlinks: bool = True,
    formats: Signatures | None = None, registry: Registry | None = None,
) -> Verdict:
    """Identifies a file, bytes or a file object.

    source: a path (str or PathLike), the bytes themselves (an object with a buffer), or a file object. Its position
    does not change, but at most 64 KiB are taken from an object that can neither seek nor peek.
    name: the file name of bytes or of a file object, which otherwise has its attribute `name`.
    untrusted_name: a file name that is not trusted, such as the one that a client sends; the attribute `filename` of a
    file object is one. The bytes decide: the name only narrows the type that they show, and the verdict is a guess then.
    size: the number of bytes of the whole item, if bytes are only its start.
    complete: False if bytes are the start of an item of unknown size.
    name_only, follow_symlinks: for paths. With name_only the file need not exist.
    content_only: for paths and file objects; True to use the bytes alone, without a name or an attribute.
    formats: signatures of PRONOM, so that the verdict has `formats`. The type is the same as without them.

    Raises OSError if a file cannot be read, TypeError for an option that has no meaning for the source, and
    ValueError for unfit values.
    """
    registry = registry or default_registry()
    if formats is None:
        return Verdict(
            _asked(source, name, untrusted_name, size, complete, name_only, content_only, follow_symlinks, registry._native),
            registry)
    if name_only:
        _refuse("formats=", "name_only=True; leave one out")
    from ._formats import Signatures

    if not isinstance(formats, Signatures):
        raise TypeError(f"formats= is an object of Signatures, not {formats!r}")
    asking = formats._asking(registry._native)
    native = _asked(source, name, untrusted_name, size, complete, name_only, content_only, follow_symlinks, asking)
    return Verdict(native, registry, asking.answer)


def _asked(
    source: Any, name: Any, untrusted_name: Any, size: int | None, complete: bool, name_only: bool, content_only: bool,
    follow_symlinks: bool, native: _Asked,
) -> _native.Verdict:
    if name is not None and untrusted_name is not None:
        _refuse("name=", "untrusted_name=; choose one")
    is_trusted = untrusted_name is None
    given = name if is_trusted else untrusted_name
    named = None if given is None else (os.fspath(given), is_trusted)
    if isinstance(source, str) or hasattr(source, "__fspath__"):
        if named is not None or size is not None or not complete:
            _refuse("name=, untrusted_name=, size= and complete=", "a path; pass the bytes or a file object")
        if name_only and content_only:
            _refuse("name_only=True", "content_only=True; choose one")
        path = os.fspath(source)
        options = NAME_ONLY * name_only | CONTENT_ONLY * content_only | NO_FOLLOW * (not follow_symlinks)
        return native.identify_path(path, options)
    if name_only or not follow_symlinks:
        _refuse("name_only= and follow_symlinks=", "bytes or a file object; pass a path")
    if hasattr(source, "read") and not _is_buffer(source):
        if size is not None or not complete:
            _refuse("size= and complete=", "a file object; pass the bytes")
        if named is not None and content_only:
            _refuse("name= and untrusted_name=", "content_only=True; leave one out")
        return _identify_file(source, named, content_only, native)
    if content_only:
        _refuse("content_only=", "bytes; leave out name= instead")
    if size is not None and (size < 0 or not complete):
        raise ValueError("size= is the size of the whole item; leave it out if the size is unknown")
    return native.identify_bytes(source, size if complete else -1, *(named or _UNNAMED))


# No name; a name is given with whether it is trusted.
_UNNAMED: _Named = (None, True)


def _refuse(options: str, source: str) -> None:
    raise TypeError(f"{options} has no meaning for {source}")


def _is_buffer(source: Any) -> bool:
    # A memory map has a method `read` too.
    mmap = sys.modules.get("mmap")
    return isinstance(source, (bytes, bytearray, memoryview)) or (mmap is not None and isinstance(source, mmap.mmap))


def _identify_file(file: Any, named: _Named | None, content_only: bool, native: _Asked) -> _native.Verdict:
    if named is None:
        named = _UNNAMED if content_only else _name_of(file)
    file = _inner(file)
    if isinstance(file, io.BytesIO):
        with file.getbuffer() as view:
            return native.identify_bytes(view, None, *named)
    if (descriptor := _descriptor(file)) is not None:
        return native.identify_descriptor(descriptor, *named)
    position = _position(file)
    if position is None or _is_decompressor(file):
        return _identify_start(file, position, named, native)
    try:
        end = file.seek(0, os.SEEK_END)
        size = file.tell() if end is None else end

        def read(offset: int, count: int) -> bytes:
            file.seek(offset)
            found: bytes = file.read(count)
            return found

        if size == 0:
            return native.identify_bytes(b"", None, *named)
        return native.identify_reader(read, size, *named)
    finally:
        file.seek(position)


def _name_of(file: Any) -> _Named:
    # The bytes within a compressed file do not have its name.
    if _is_decompressor(file):
        return _UNNAMED
    name = getattr(file, "name", None)
    is_trusted = isinstance(name, (str, bytes))
    # An uploaded file of Starlette or Werkzeug has the name that its sender gave.
    if not is_trusted:
        name = getattr(file, "filename", None)
    return (os.path.basename(name), is_trusted) if isinstance(name, (str, bytes)) and name else _UNNAMED


def _inner(file: Any) -> Any:
    """The file object below a text file, a temporary file or an upload."""
    for _ in range(8):
        if isinstance(file, io.IOBase):
            inner = getattr(file, "buffer", None) if isinstance(file, io.TextIOBase) else None
            # A spooled file is an object of the io module since 3.11.
            inner = getattr(file, "_file", None) if inner is None and hasattr(file, "rollover") else inner
        else:
            found = (getattr(file, attribute, None) for attribute in ("buffer", "_file", "file", "stream"))
            inner = next((other for other in found if hasattr(other, "read")), None)
        if inner is None or not hasattr(inner, "read"):
            break
        file = inner
    return file


def _is_decompressor(file: Any) -> bool:
    """True if finding the end of an object decompresses all of it."""
    kinds = {("gzip", "GzipFile"), ("bz2", "BZ2File"), ("lzma", "LZMAFile"), ("zipfile", "ZipExtFile")}
    return any(
        isinstance(file, getattr(module, kind)) for name, kind in kinds if (module := sys.modules.get(name)) is not None)


def _descriptor(file: Any) -> int | None:
    """The descriptor of a regular file that has all bytes of a file object; None if there is none."""
    # Members of archives have the descriptor of the archive, and are not of these types.
    if isinstance(file, (io.BufferedReader, io.BufferedRandom)):
        if isinstance(file, io.BufferedRandom):
            file.flush()
        file = file.raw
    if not isinstance(file, io.FileIO) or not file.readable():
        return None
    descriptor = file.fileno()
    return descriptor if stat.S_ISREG(os.fstat(descriptor).st_mode) else None


def _position(file: Any) -> int | None:
    """The position of an object that can return to it; None for other objects."""
    try:
        if not hasattr(file, "seek") or (hasattr(file, "seekable") and not file.seekable()):
            return None
        position = file.tell() if hasattr(file, "tell") else file.seek(0, os.SEEK_CUR)
    except OSError:
        return None
    return position if isinstance(position, int) else None


def _identify_start(
    file: Any, position: int | None, named: _Named, native: _Asked
) -> _native.Verdict:
    """Identifies an object by its first bytes. Only bytes that an object can neither seek nor peek are taken from it."""
    if position is None and hasattr(file, "peek"):
        return native.identify_bytes(file.peek(START), -1, *named)
    try:
        if position is not None:
            file.seek(0)
        start, is_whole = _read_start(file)
    finally:
        if position is not None:
            file.seek(position)
    return native.identify_bytes(start, None if is_whole else -1, *named)


def _read_start(file: Any) -> tuple[bytes, bool]:
    """The first bytes of an object, or those that have arrived; and whether they are all."""
    start = b""
    while len(start) < START:
        if start and isinstance(file, io.RawIOBase) and _would_wait(file):
            return start, False
        part = file.read(START - len(start))
        if part is None:
            if start:
                return start, False
            raise BlockingIOError(errno.EAGAIN, "the file object has no bytes yet; wait until it can be read")
        if isinstance(part, str):
            raise TypeError("the file object reads text; open it in binary mode")
        if not part:
            return start, True
        start += part
    return start, False


def _would_wait(file: io.RawIOBase) -> bool:
    """True if no byte of a pipe or a socket has arrived."""
    import select

    try:
        # Unlike select, poll takes descriptors of any number.
        poll = select.poll()
        poll.register(file.fileno(), select.POLLIN)
        return not poll.poll(0)
    except (OSError, AttributeError):  # An object without a descriptor; a system without poll.
        return False
