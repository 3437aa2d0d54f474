"""The functions of python-magic, answered by the library."""

from __future__ import annotations

import os

from ._identify import Content, Verdict, identify
from ._types import default_registry

# Callers of python-magic pass the start of a file, of at least this size unless the file is shorter.
_START = 2048


def _answer(verdict: Verdict, mime: bool) -> str:
    if mime:
        return verdict.mime_type
    return verdict.type.description() or verdict.identifier


def from_buffer(buffer: Content, mime: bool = False) -> str:
    """Returns the MIME type or the description of bytes: the start of a file, or all of a short one."""
    return _answer(identify(buffer, complete=len(buffer) < _START), mime)


def from_file(filename: str | os.PathLike[str], mime: bool = False) -> str:
    """Returns the MIME type or the description of a file by its contents.

    Raises OSError if it cannot be read.
    """
    return _answer(identify(filename, content_only=True), mime)


def from_descriptor(fd: int, mime: bool = False) -> str:
    """Returns the MIME type or the description of an open file, whose position does not change."""
    registry = default_registry()
    return _answer(Verdict(registry._native.identify_descriptor(fd, None), registry), mime)
