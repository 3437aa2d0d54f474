"""The types of files, bytes and file objects."""

from __future__ import annotations

import io
import os
import stat
from typing import IO, Any, Union

from . import _native
from ._types import Registry, UTType, default_registry

NAME_ONLY, CONTENT_ONLY, NO_FOLLOW = 1, 2, 4
# The library reads no more of the start, and its first reads of other places end within it.
START = 1 << 16

Content = Union[bytes, bytearray, memoryview]
Source = Union[str, "os.PathLike[str]", "os.PathLike[bytes]", bytes, bytearray, memoryview, IO[Any]]


class Verdict:
    """A type with its evidence."""

    __slots__ = ("_native", "_registry")

    def __init__(self, native: _native.Verdict, registry: Registry) -> None:
        self._native = native
        self._registry = registry

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
    def alternatives(self) -> tuple[UTType, ...]:
        """Other types that fit, the likeliest first."""
        return tuple(map(self._registry._type, self._native.alternatives))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Sentences about the evidence, the decisive one first."""
        return self._native.reasons

    def __str__(self) -> str:
        return self._native.identifier

    def __repr__(self) -> str:
        return f"<Verdict {self.identifier} ({self.mime_type}), {self.confidence} by {self.basis}>"


def identify(
    source: Source, *, name: str | os.PathLike[str] | None = None, size: int | None = None,
    complete: bool = True, name_only: bool = False, content_only: bool = False,
    follow_symlinks: bool = True, registry: Registry | None = None,
) -> Verdict:
    """Identifies a file, bytes or a file object.

    source: a path (str or PathLike), the bytes themselves, or a file object, whose position does not
    change.
    name: the file name of bytes or of a file object, which otherwise has its attribute `name`.
    size: the number of bytes of the whole item, if bytes are only its start.
    complete: False if bytes are the start of an item of unknown size.
    name_only, content_only, follow_symlinks: for paths. With name_only the file need not exist.

    Raises OSError if a file cannot be read, and TypeError or ValueError for unfit arguments.
    """
    registry = registry or default_registry()
    native = registry._native
    if isinstance(source, bytes):
        name = None if name is None else os.fspath(name)
        return Verdict(native.identify_bytes(source, size if complete else -1, name), registry)
    if isinstance(source, str) or hasattr(source, "__fspath__"):
        options = NAME_ONLY * name_only | CONTENT_ONLY * content_only | NO_FOLLOW * (not follow_symlinks)
        return Verdict(native.identify_path(os.fspath(source), options), registry)
    name = None if name is None else os.fspath(name)
    if hasattr(source, "read"):
        return Verdict(_identify_file(source, name, content_only, native), registry)
    return Verdict(native.identify_bytes(source, size if complete else -1, name), registry)


def _identify_file(
    file: Any, name: str | None, content_only: bool, native: _native.Registry
) -> _native.Verdict:
    file = getattr(file, "buffer", file)  # the bytes below a text file
    if content_only:
        name = None
    elif name is None and isinstance(getattr(file, "name", None), (str, bytes)):
        name = os.fsdecode(os.path.basename(file.name))
    if isinstance(file, io.BytesIO):
        return native.identify_bytes(file.getvalue(), None, name)
    try:
        descriptor = file.fileno()
        is_regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
    except (AttributeError, OSError):  # UnsupportedOperation is an OSError.
        is_regular = False
    # Members of archives have the descriptor of the archive, and are no files of the io module.
    if is_regular and isinstance(file, (io.FileIO, io.BufferedReader, io.BufferedRandom)):
        if isinstance(file, io.BufferedRandom):
            file.flush()
        if isinstance(file, io.FileIO) or isinstance(file.raw, io.FileIO):
            return native.identify_descriptor(descriptor, name)
    if getattr(file, "seekable", lambda: False)():
        position = file.tell()
        try:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            start = file.read(START)
        finally:
            file.seek(position)
        if not isinstance(start, bytes):
            raise TypeError("the file object reads text; open it in binary mode")
        return native.identify_bytes(start, size, name)
    if hasattr(file, "peek"):
        start = file.peek(START)
        return native.identify_bytes(start, -1, name)
    raise io.UnsupportedOperation(
        "the file object can neither seek nor peek; read its start and pass the bytes with complete=False")
