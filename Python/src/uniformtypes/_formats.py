"""The formats of PRONOM, by signature files."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple, Union

from . import _native
from ._identify import CONTENT_ONLY, NO_FOLLOW

_Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
# The size up to which all bytes of a file object without a descriptor are read, and the bytes of the start of others.
_WHOLE = 64 << 20
_START = 1 << 20


class Format(NamedTuple):
    """A format of PRONOM: a type in one version."""

    puid: str
    """The identifier, such as "fmt/18"."""
    name: str
    """The name, such as "Acrobat PDF 1.4 - Portable Document Format"."""
    version: str | None
    """The version, such as "1.4"; None for a format without versions."""
    reason: str
    """The evidence in PRONOM's words, such as "extension match pdf; byte match at 0, 8"."""
    basis: str
    """The kind of evidence: "content", "container", "text", or "name" for a name alone."""


class FormatAnswer(NamedTuple):
    """The formats of an item."""

    formats: tuple[Format, ...]
    """The formats that remain after PRONOM's priorities."""
    extension_mismatch: bool
    """True if none of them has the extension of the name."""
    is_bounded: bool
    """True if a search of more bytes could find another format."""


class Signatures:
    """The signatures of a release of PRONOM, for `identify(formats=)`. Threads may share an object.

    path: a file that ``uti compile --signatures`` wrote, or a binary signature file of DROID.
    containers: the container signature file of DROID, unless the path names a compiled file that has it.

    Raises OSError for a file that cannot be read, DeclarationError or ValueError for another file, and
    NotImplementedError for XML if the library has no parser of it, as in the wheel.
    """

    __slots__ = ("_native", "_source")

    def __init__(self, path: _Path, containers: _Path | None = None) -> None:
        self._source = (os.fspath(path), None if containers is None else os.fspath(containers))
        self._native = _native.Signatures(*self._source)

    def __repr__(self) -> str:
        path, containers = self._source
        return f"Signatures({path!r})" if containers is None else f"Signatures({path!r}, {containers!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Signatures, self._source

    def _asking(self, registry: _native.Registry) -> Asking:
        return Asking(self._native, registry)


class Asking:
    """Puts the questions of `identify` to a registry, and the same to signatures."""

    def __init__(self, signatures: _native.Signatures, registry: _native.Registry) -> None:
        self._signatures = signatures
        self._registry = registry
        self._found: _native.Formats = ((), False, False)

    @property
    def answer(self) -> FormatAnswer:
        found, extension_mismatch, is_bounded = self._found
        formats = (
            Format(puid, name, version or None, reason, basis) for puid, name, version, reason, basis in found)
        return FormatAnswer(tuple(formats), extension_mismatch, is_bounded)

    def identify_path(self, path: str | bytes, options: int, /) -> _native.Verdict:
        verdict = self._registry.identify_path(path, options)
        self._found = self._signatures.of_path(path, options & (CONTENT_ONLY | NO_FOLLOW))
        return verdict

    def identify_descriptor(self, descriptor: int, name: str | bytes | None, is_trusted: bool, /) -> _native.Verdict:
        self._found = self._signatures.of_descriptor(descriptor, name if is_trusted else None)
        return self._registry.identify_descriptor(descriptor, name, is_trusted)

    def identify_bytes(
        self, content: Any, size: int | None, name: str | bytes | None, is_trusted: bool, /
    ) -> _native.Verdict:
        self._found = self._signatures.of_bytes(content, size, name if is_trusted else None)
        return self._registry.identify_bytes(content, size, name, is_trusted)

    def identify_reader(
        self, read: Callable[[int, int], bytes], size: int, name: str | bytes | None, is_trusted: bool, /
    ) -> _native.Verdict:
        # A longer object is searched at its start only.
        start = read(0, size if size <= _WHOLE else _START)
        self._found = self._signatures.of_bytes(start, max(size, len(start)), name if is_trusted else None)
        return self._registry.identify_reader(read, size, name, is_trusted)
