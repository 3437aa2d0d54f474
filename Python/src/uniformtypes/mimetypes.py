"""The module `mimetypes` of Python, with tables from the registry's names and types.

The tables of Python's own module, read at the first use, decide for each extension and each MIME type that they
have. The registry answers only for the others, so that no answer of `mimetypes` changes.
`import uniformtypes.mimetypes as mimetypes` replaces the module.
"""

from __future__ import annotations

import os as _os
import sys as _sys

from ._types import FILENAME_EXTENSION as _FILENAME_EXTENSION
from ._types import MIME_TYPE as _MIME_TYPE
from ._types import default_registry as _default_registry

# See __init__.py.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import IO, Any, Union

    _Path = Union[str, bytes, "_os.PathLike[str]", "_os.PathLike[bytes]"]
    _Guess = tuple[Union[str, None], Union[str, None]]
del TYPE_CHECKING

__all__ = [
    "MimeTypes", "add_type", "common_types", "encodings_map", "guess_all_extensions", "guess_extension",
    "guess_file_type", "guess_type", "init", "inited", "knownfiles", "read_mime_types", "suffix_map", "types_map",
]

knownfiles: list[Any]
"""The files that `init` reads."""
inited = False
"""True if `init` was called."""
suffix_map: dict[str, str]
"""Short suffixes and what replaces them, such as ".tgz" and ".tar.gz"."""
encodings_map: dict[str, str]
"""The suffixes of encodings, with their case."""
types_map: dict[str, str]
"""The MIME types of extensions, which `strict` permits."""
common_types: dict[str, str]
"""The MIME types of extensions that are in use without being registered."""

_database: MimeTypes | None = None
_standard: Any = None
_answers: dict[str, str | None] = {}
_DRIVE = 1  # the length of a scheme that is the letter of a drive


class MimeTypes:
    """A set of tables, which begins with the tables of Python's own module.

    filenames: files of MIME types to read, such as /etc/mime.types.
    strict: True if their types count as registered ones.
    """

    def __init__(self, filenames: Iterable[_Path] = (), strict: bool = True) -> None:
        if not inited:
            init()
        standard = _standard_module().MimeTypes()
        self.encodings_map: dict[str, str] = dict(standard.encodings_map)
        self.suffix_map: dict[str, str] = dict(standard.suffix_map)
        common, registered = standard.types_map
        inverse_common, inverse_registered = standard.types_map_inv
        # The index is the value of `strict`.
        self.types_map: tuple[dict[str, str], dict[str, str]] = dict(common), dict(registered)
        self.types_map_inv: tuple[dict[str, list[str]], dict[str, list[str]]] = (
            _copy(inverse_common), _copy(inverse_registered))
        for name in filenames:
            self.read(name, strict)

    def add_type(self, type: str, ext: str, strict: bool = True) -> None:
        """Gives an extension, with its dot, a MIME type. The type keeps its other extensions."""
        if not type:
            return
        self.types_map[bool(strict)][ext] = type
        extensions = self.types_map_inv[bool(strict)].setdefault(type, [])
        if ext not in extensions:
            extensions.append(ext)

    def guess_type(self, url: _Path, strict: bool = True) -> _Guess:
        """Returns the MIME type and the encoding of a URL or path by its name; None for an unknown one.

        strict: False to use `common_types` too.
        """
        text = url if isinstance(url, str) else _os.fsdecode(url)
        if ":" not in text:
            return self._guess(text, strict)
        parts = _urlsplit(text)
        if len(parts.scheme) <= _DRIVE:
            return self._guess(text, strict)
        if parts.scheme == "data":
            # A comma ends the type, and parameters follow a semicolon (RFC 2397).
            header, comma, _ = text.partition(":")[2].partition(",")
            if not comma:
                return None, None
            media_type = header.partition(";")[0]
            return (media_type if "/" in media_type and "=" not in media_type else "text/plain"), None
        return self._guess(parts.path, strict)

    def guess_file_type(self, path: _Path, *, strict: bool = True) -> _Guess:
        """Returns the MIME type and the encoding of a path by its name; None for an unknown one.

        strict: False to use `common_types` too.
        """
        return self._guess(_os.fsdecode(path), strict)

    def _guess(self, path: str, strict: bool) -> _Guess:
        stem, suffix = _split(path)
        extension = suffix.lower()
        while (replacement := self.suffix_map.get(extension)) is not None:
            stem, suffix = _split(stem + replacement)
            extension = suffix.lower()
        encoding = self.encodings_map.get(suffix)
        if encoding is not None:
            stem, suffix = _split(stem)
            extension = suffix.lower()
        common, registered = self.types_map
        if (found := registered.get(extension)) is not None:
            return found, encoding
        if (found := common.get(extension)) is not None:
            return (None if strict else found), encoding
        # The registry ignores case, and would take ".z" for the encoding ".Z".
        encodings = self.encodings_map
        if suffix not in encodings and (extension in encodings or suffix.upper() in encodings):
            return None, encoding
        return _type_of_name(stem + suffix), encoding

    def guess_all_extensions(self, type: str, strict: bool = True) -> list[str]:
        """Returns the extensions of a MIME type with their dots, the preferred one first.

        strict: False to use `common_types` too.
        """
        common, registered = (table.get(type.lower()) for table in self.types_map_inv)
        if common is None and registered is None:
            return _extensions_of_type(type)
        return list(dict.fromkeys([*(registered or ()), *(() if strict else common or ())]))

    def guess_extension(self, type: str, strict: bool = True) -> str | None:
        """Returns the preferred extension of a MIME type with its dot, or None.

        strict: False to use `common_types` too.
        """
        return next(iter(self.guess_all_extensions(type, strict)), None)

    def read(self, filename: _Path, strict: bool = True) -> None:
        """Adds the types of a file in the format of /etc/mime.types."""
        with open(filename, encoding="utf-8") as file:
            self.readfp(file, strict)

    def readfp(self, fp: Iterable[str], strict: bool = True) -> None:
        """Adds the types of an open text file in the format of /etc/mime.types."""
        for line in fp:
            words: list[str] = []
            for word in line.split():
                if word.startswith("#"):
                    break
                words.append(word)
            for suffix in words[1:]:
                self.add_type(words[0], "." + suffix, strict)

    def read_windows_registry(self, strict: bool = True) -> None:
        """Does nothing: this package is for Linux, where Python's own method does nothing either."""


def _urlsplit(url: str) -> Any:
    # The module is imported by the first URL, and replaces this function.
    global _urlsplit
    from urllib.parse import urlsplit as _urlsplit

    return _urlsplit(url)


def _split(path: str) -> tuple[str, str]:
    """The path without its last suffix, and the suffix with its dot; dots at the start of a name are not a suffix."""
    dot, start = path.rfind("."), path.rfind("/") + 1
    if dot <= start or (path[start] == "." and not path[start:dot].strip(".")):
        return path, ""
    return path[:dot], path[dot:]


def _copy(table: dict[str, list[str]]) -> dict[str, list[str]]:
    return {media_type: list(extensions) for media_type, extensions in table.items()}


def _type_of_name(path: str) -> str | None:
    """The MIME type of a name that the tables do not have, by the registry."""
    name = path.rpartition("/")[2]
    if not name.strip("."):
        return None  # A folder: a final slash, "." or "..".
    native = _default_registry()._native
    # A leading dot hides a file, and does not begin an extension.
    if name.startswith(".") and "." not in name[1:] and _is_extension(name[1:]):
        return None
    identifier = native.for_name(name.encode("utf-8", "surrogatepass"))
    if identifier is None:
        return None
    # There are no more than the declared types.
    if identifier not in _answers:
        _answers[identifier] = native.mime_type(identifier)
    return _answers[identifier]


def _is_extension(text: str) -> bool:
    try:
        return bool(_default_registry()._native.for_tag(_FILENAME_EXTENSION, text))
    except ValueError:  # A NUL, or a surrogate, is in no extension.
        return False


def _extensions_of_type(media_type: str) -> list[str]:
    """The extensions of a MIME type that the tables do not have, by the registry."""
    if not media_type.isascii() or media_type.count("/") != 1:
        return []
    native = _default_registry()._native
    found: dict[str, None] = {}
    for identifier in native.for_tag(_MIME_TYPE, media_type):
        found.update(dict.fromkeys(f".{tag}" for tag in native.tags(identifier, _FILENAME_EXTENSION)))
    return list(found)


def _current() -> MimeTypes:
    if _database is None:
        init()
    assert _database is not None
    return _database


def guess_type(url: _Path, strict: bool = True) -> _Guess:
    """Returns the MIME type and the encoding of a URL or path by its name; see `MimeTypes.guess_type`."""
    return _current().guess_type(url, strict)


def guess_file_type(path: _Path, *, strict: bool = True) -> _Guess:
    """Returns the MIME type and the encoding of a path by its name; see `MimeTypes.guess_file_type`."""
    return _current().guess_file_type(path, strict=strict)


def guess_all_extensions(type: str, strict: bool = True) -> list[str]:
    """Returns the extensions of a MIME type with their dots, the preferred one first."""
    return _current().guess_all_extensions(type, strict)


def guess_extension(type: str, strict: bool = True) -> str | None:
    """Returns the preferred extension of a MIME type with its dot, or None."""
    return _current().guess_extension(type, strict)


def add_type(type: str, ext: str, strict: bool = True) -> None:
    """Gives an extension, with its dot, a MIME type for all later calls of this module."""
    _current().add_type(type, ext, strict)


def init(files: Sequence[_Path] | None = None) -> None:
    """Reads `knownfiles` into new tables, or adds other files to the tables that are there.

    Every call without files makes new tables, without the types that were added.
    """
    global _database, inited
    inited = True  # MimeTypes() calls this function otherwise.
    database = _database
    if files is None or database is None:
        database = MimeTypes()
        files = [*_tables("knownfiles"), *(files or ())]
    for name in files:
        if _os.path.isfile(name):
            database.read(name)
    _publish(database)
    _database = database


def _publish(database: MimeTypes) -> None:
    """Makes the module use the tables of a database, so that both see each change."""
    global suffix_map, encodings_map, types_map, common_types
    suffix_map, encodings_map = database.suffix_map, database.encodings_map
    common_types, types_map = database.types_map


def read_mime_types(file: _Path) -> dict[str, str] | None:
    """Returns the extensions and MIME types of a file and of Python; None if the file cannot be read."""
    database = MimeTypes()
    try:
        opened: IO[str] = open(file, encoding="utf-8")
    except OSError:
        return None
    with opened:
        database.readfp(opened)
    return database.types_map[True]


def _default_mime_types() -> None:
    """Makes the module use the tables of Python, without the known files."""
    global inited
    was, inited = inited, True
    _publish(MimeTypes())
    inited = was


def _standard_module() -> Any:
    """Python's own module, also if this module has its name."""
    global _standard
    if _standard is None:
        if _sys.modules.get("mimetypes") is not _sys.modules[__name__]:
            import mimetypes as _standard
        else:
            from importlib.machinery import PathFinder
            from importlib.util import module_from_spec

            spec = PathFinder.find_spec("mimetypes")
            assert spec is not None and spec.loader is not None
            _standard = module_from_spec(spec)
            spec.loader.exec_module(_standard)
    return _standard


def _tables(name: str) -> Any:
    """A variable of this module, which the first use sets."""
    global knownfiles
    if name not in globals():
        if name == "knownfiles":
            knownfiles = list(_standard_module().knownfiles)
        else:
            _default_mime_types()
    return globals()[name]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _tables(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_USAGE = """\
Usage: mimetypes.py [options] name...

Prints the MIME type and the encoding of each name or URL.

  -h, --help       print this text
  -e, --extension  print the preferred extension of each MIME type instead
  -l, --lenient    use common types that are not registered too
"""


def _main() -> None:
    """The command `python -m uniformtypes.mimetypes`."""
    from getopt import GetoptError, getopt

    try:
        options, names = getopt(_sys.argv[1:], "hle", ["help", "lenient", "extension"])
    except GetoptError as error:
        print(f"{error}\n\n{_USAGE}")
        _sys.exit(1)
    given = {option for option, _ in options}
    if given & {"-h", "--help"}:
        print(_USAGE)
        _sys.exit(0)
    strict = not given & {"-l", "--lenient"}
    for name in names:
        if given & {"-e", "--extension"}:
            print(guess_extension(name, strict) or f"I don't know anything about type {name}")
            continue
        media_type, encoding = guess_type(name, strict)
        if media_type is None:
            print(f"I don't know anything about type {name}")
        else:
            print(f"type: {media_type} encoding: {encoding}")


if __name__ == "__main__":
    _main()
