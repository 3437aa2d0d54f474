"""The functions of the module `mimetypes`, answered by the registry."""

from __future__ import annotations

import os
import urllib.parse

from ._types import FILENAME_EXTENSION, MIME_TYPE, default_registry

# The suffixes of encodings, in lower case: the extension below them and the encoding.
_ENCODINGS = {
    "gz": ("", "gzip"), "z": ("", "compress"), "bz2": ("", "bzip2"), "xz": ("", "xz"), "br": ("", "br"),
    "zst": ("", "zstd"), "svgz": (".svg", "gzip"), "tgz": (".tar", "gzip"), "taz": (".tar", "gzip"),
    "tz": (".tar", "gzip"), "tbz2": (".tar", "bzip2"), "txz": (".tar", "xz"),
}
_mime_types: dict[str, str | None] = {}


def guess_type(url: str | os.PathLike[str], strict: bool = True) -> tuple[str | None, str | None]:
    """Returns the MIME type and the encoding of a URL or path by its name, as `mimetypes.guess_type`.

    strict: without effect; the registry has registered and other types.
    """
    if not isinstance(url, str):
        url = os.fspath(url)
    if ":" not in url:
        return _guess(url)
    scheme, _, rest = url.partition(":")
    if scheme.lower() == "data":
        comma = rest.find(",")
        if comma < 0:
            return None, None
        media_type = rest[:comma].split(";", 1)[0]
        return (media_type if "/" in media_type else "text/plain"), None
    if len(scheme) > 1 and scheme.isalnum():
        url = urllib.parse.urlsplit(url).path or rest
    return _guess(url)


def guess_file_type(path: str | os.PathLike[str], *, strict: bool = True) -> tuple[str | None, str | None]:
    """Returns the MIME type and the encoding of a path by its name, as `mimetypes.guess_file_type`."""
    return _guess(os.fspath(path))


def _guess(path: str) -> tuple[str | None, str | None]:
    name = path.rpartition("/")[2]
    base, _, suffix = name.rpartition(".")
    encoding = None
    if base and (known := _ENCODINGS.get(suffix.lower())) is not None:
        name, encoding = base + known[0], known[1]
    native = default_registry()._native
    identifier = native.for_name(name)
    if identifier is None:
        return None, encoding
    # There are no more than the declared types.
    if identifier not in _mime_types:
        _mime_types[identifier] = native.mime_type(identifier)
    return _mime_types[identifier], encoding


def guess_all_extensions(type: str, strict: bool = True) -> list[str]:
    """Returns the extensions of a MIME type with their dots, the preferred one first."""
    native = default_registry()._native
    media_type = type.split(";", 1)[0].strip()
    if not media_type.isascii() or media_type.count("/") != 1:
        return []
    found: dict[str, None] = {}
    for identifier in native.for_tag(MIME_TYPE, media_type):
        found.update(dict.fromkeys(f".{tag}" for tag in native.tags(identifier, FILENAME_EXTENSION)))
    return list(found)


def guess_extension(type: str, strict: bool = True) -> str | None:
    """Returns the preferred extension of a MIME type with its dot, or None."""
    return next(iter(guess_all_extensions(type, strict)), None)
