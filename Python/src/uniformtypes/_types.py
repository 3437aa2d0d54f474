"""Registries and their types."""

from __future__ import annotations

import os
from _thread import allocate_lock

from . import _native
from ._native import UnknownTypeError

# See __init__.py.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Union

    Name = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

FILENAME_EXTENSION = "public.filename-extension"
MIME_TYPE = "public.mime-type"
PUID = "org.nationalarchives.puid"
TAG_CLASSES = {
    "extension": FILENAME_EXTENSION,
    "mime-type": MIME_TYPE,
    "ostype": "com.apple.ostype",
    "puid": PUID,
    "nspboard-type": "com.apple.nspboard-type",
    "url-scheme": "public.url-scheme",
}


def _check_tag(tag: object) -> None:
    if not isinstance(tag, str):
        raise TypeError(f"expected a tag (str), not {tag!r}")


def parsed_tag(tag: str) -> tuple[str, str]:
    """The class and the value of a tag in the form of `lookup`. Raises ValueError if it is none."""
    _check_tag(tag)
    if tag.startswith("."):
        return FILENAME_EXTENSION, tag[1:]
    if "=" in tag.split("/")[0]:
        tag_class, _, value = tag.partition("=")
        return TAG_CLASSES.get(tag_class, tag_class), value
    prefix, _, number = tag.partition("/")
    if prefix in ("fmt", "x-fmt") and number.isdecimal():
        return PUID, tag
    if "/" in tag:
        return MIME_TYPE, tag
    raise ValueError(f"{tag!r} is not a tag; write '.ext', 'media/type', 'fmt/18' or 'class=value'")


class UTType:
    """A uniform type, such as ``UTType("public.png")``.

    Two types are equal if their identifiers are, and sort by them. A type can be pickled if its registry is the embedded
    one or was opened from a path.
    """

    __slots__ = ("identifier", "registry")

    identifier: str
    """The identifier, such as ``"public.png"``."""
    registry: Registry
    """The registry that answers questions about the type."""

    def __new__(cls, identifier: str | UTType, registry: Registry | None = None) -> UTType:
        """Returns a declared type, or a dynamic one. A type gives itself, unless another registry is passed.

        Raises UnknownTypeError if the registry declares no such type.
        """
        if isinstance(identifier, UTType):
            if registry is None or registry is identifier.registry:
                return identifier
            identifier = identifier.identifier
        if not isinstance(identifier, str):
            raise TypeError(f"expected an identifier (str), not {identifier!r}")
        return (registry or default_registry()).type(identifier)

    def conforms_to(self, supertype: UTType | str) -> bool:
        """Returns True if the type is the supertype or conforms to it, directly or indirectly.

        Raises UnknownTypeError if the supertype is not declared.
        """
        return self.registry._native.conforms(self.identifier, str(supertype))

    def _related(self, relation: Callable[[str, bool], tuple[str, ...]], reach: bool) -> tuple[UTType, ...]:
        return tuple(map(self.registry._type, relation(self.identifier, reach)))

    @property
    def supertypes(self) -> tuple[UTType, ...]:
        """All types to which the type conforms, the nearest first, without the type itself."""
        return self._related(self.registry._native.supertypes, True)

    @property
    def direct_supertypes(self) -> tuple[UTType, ...]:
        """The types to which the type conforms by its declaration."""
        return self._related(self.registry._native.supertypes, False)

    @property
    def subtypes(self) -> tuple[UTType, ...]:
        """All types that conform to the type, the nearest first, without the type itself."""
        return self._related(self.registry._native.subtypes, True)

    @property
    def direct_subtypes(self) -> tuple[UTType, ...]:
        """The types that conform to the type by their declarations."""
        return self._related(self.registry._native.subtypes, False)

    @property
    def preferred_mime_type(self) -> str | None:
        """The first MIME type of the type itself."""
        tags = self.registry._native.tags(self.identifier, MIME_TYPE)
        return tags[0] if tags else None

    @property
    def mime_type(self) -> str | None:
        """The MIME type for data of the type, which the nearest supertype may give."""
        return None if self.is_dynamic else self.registry._native.mime_type(self.identifier)

    @property
    def puids(self) -> tuple[str, ...]:
        """The identifiers of PRONOM of the type and of its versions, such as "fmt/18"; no signature file is read."""
        return self.registry._native.tags(self.identifier, PUID)

    @property
    def preferred_filename_extension(self) -> str | None:
        """The preferred filename extension, without a dot."""
        tags = self.registry._native.tags(self.identifier, FILENAME_EXTENSION)
        return tags[0] if tags else None

    @property
    def tags(self) -> dict[str, tuple[str, ...]]:
        """The tags of the type for each tag class, the preferred one first."""
        found = {tag_class: self.tags_of(tag_class) for tag_class in TAG_CLASSES.values()}
        return {tag_class: tags for tag_class, tags in found.items() if tags}

    def tags_of(self, tag_class: str) -> tuple[str, ...]:
        """Returns the tags in one tag class, such as ``"public.filename-extension"``."""
        return self.registry._native.tags(self.identifier, tag_class)

    def description(self, language: str | None = None) -> str | None:
        """Returns the description, such as "PNG image".

        language: a locale or BCP 47 tag, such as "de" or "pt_BR.UTF-8"; None for English. English is
        used if the description is not translated.
        """
        return self.registry._native.description(self.identifier, language)

    @property
    def is_dynamic(self) -> bool:
        """True if the type encodes a tag of no declared type."""
        return self.registry._native.is_dynamic(self.identifier)

    def __str__(self) -> str:
        return self.identifier

    def __repr__(self) -> str:
        return f"UTType({self.identifier!r})"

    def __eq__(self, other: object) -> bool:
        return self.identifier == other.identifier if isinstance(other, UTType) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identifier)

    def __lt__(self, other: object) -> bool:
        return self.identifier < other.identifier if isinstance(other, UTType) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.identifier <= other.identifier if isinstance(other, UTType) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.identifier > other.identifier if isinstance(other, UTType) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.identifier >= other.identifier if isinstance(other, UTType) else NotImplemented

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a type cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a type cannot be changed: {name}")

    def __copy__(self) -> UTType:
        return self

    def __deepcopy__(self, memory: object) -> UTType:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return UTType, (self.identifier, self.registry)


def _make(identifier: str, registry: Registry) -> UTType:
    made = object.__new__(UTType)
    object.__setattr__(made, "identifier", identifier)
    object.__setattr__(made, "registry", registry)
    return made


class Registry:
    """An immutable set of declarations. All threads may use one registry without a lock."""

    __slots__ = ("_native", "_source", "_types", "__weakref__")

    def __init__(self, kind: str = "embedded", path: str | os.PathLike[str] | None = None) -> None:
        """Opens a registry; see the class methods."""
        if kind not in ("embedded", "image", "directory", "system"):
            raise ValueError(f"no kind of registry: {kind!r}; use embedded, image, directory or system")
        if (path is None) == (kind in ("image", "directory")):
            raise ValueError(f"a registry of the kind {kind} takes {'a' if path is None else 'no'} path")
        self._source = (kind, None if path is None else os.fspath(path))
        self._native = _native.Registry(*self._source)
        self._types: dict[str, UTType] = {}

    @classmethod
    def embedded(cls) -> Registry:
        """Opens the registry inside the library, which gives the same answers on every machine."""
        return cls()

    @classmethod
    def image(cls, path: str | os.PathLike[str]) -> Registry:
        """Opens the embedded registry with one above it that ``uti compile`` wrote.

        Raises OSError if the file cannot be read, and DeclarationError if it is not a compiled registry.
        """
        return cls("image", path)

    @classmethod
    def directory(cls, path: str | os.PathLike[str]) -> Registry:
        """Opens the embedded registry with the declarations of a directory above it.

        Raises NotImplementedError if the library has no reader of declarations, as in the wheel.
        """
        return cls("directory", path)

    @classmethod
    def system(cls) -> Registry:
        """Opens the registry of the system and the user.

        Raises NotImplementedError if the library has no reader of declarations, as in the wheel.
        """
        return cls("system")

    def type(self, identifier: str) -> UTType:
        """Returns the type with an identifier, declared or dynamic.

        Raises UnknownTypeError if there is none.
        """
        found = self._types.get(identifier)
        if found is not None:
            return found
        declared = self._native.for_identifier(identifier)
        if declared is not None:
            return self._type(declared)
        if self._native.is_dynamic(identifier):
            return _make(identifier, self)
        raise UnknownTypeError(f"no declared type has the identifier {identifier!r}")

    def _type(self, identifier: str) -> UTType:
        found = self._types.get(identifier)
        if found is None:
            found = _make(identifier, self)
            # There is no end to dynamic identifiers.
            if not identifier.startswith("dyn."):
                found = self._types.setdefault(identifier, found)
        return found

    def _optional(self, identifier: str | None) -> UTType | None:
        return None if identifier is None else self._type(identifier)

    def for_name(self, name: str | bytes | os.PathLike[str]) -> UTType | None:
        """Returns the declared type of a file name or path, which need not exist, or None."""
        if not isinstance(name, (str, bytes)):
            name = os.fspath(name)
        identifier = self._native.for_name(name)
        return None if identifier is None else self._types.get(identifier) or self._type(identifier)

    def lookup(self, tag: str) -> UTType | None:
        """Returns the preferred type of a tag, or None; see `lookup_all`."""
        _check_tag(tag)
        if tag.startswith("."):
            return self._optional(self._native.for_extension(tag[1:]))
        types = self.lookup_all(tag)
        return types[0] if types else None

    def lookup_all(self, tag: str) -> tuple[UTType, ...]:
        """Returns the declared types of a tag, the preferred one first.

        tag: an extension with its dot (".ts"), a MIME type ("image/png"), a format of PRONOM ("fmt/18"), or a tag
        class and a value ("ostype=PNGf"). Raises ValueError if it is none of these.
        """
        return tuple(map(self._type, self._native.for_tag(*parsed_tag(tag))))

    def dynamic_type(self, tag_class: str, tag: str, conforming_to: UTType | str | None = None) -> UTType:
        """Returns the dynamic type of a tag that no declared type has."""
        supertype = None if conforming_to is None else str(conforming_to)
        return self._type(self._native.dynamic_identifier(TAG_CLASSES.get(tag_class, tag_class), tag, supertype))

    def __repr__(self) -> str:
        kind, path = self._source
        return f"Registry({kind!r})" if path is None else f"Registry({kind!r}, {path!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self is _default:
            return default_registry, ()
        return Registry, self._source


_default: Registry | None = None
_lock = allocate_lock()


def default_registry() -> Registry:
    """Returns the embedded registry, which is opened by the first call."""
    global _default
    if _default is None:
        with _lock:
            if _default is None:
                _default = Registry()
    return _default


def lookup(tag: str) -> UTType | None:
    """Returns the preferred type of ".ext", "media/type" or "class=value", or None."""
    return default_registry().lookup(tag)


def lookup_all(tag: str) -> tuple[UTType, ...]:
    """Returns the declared types of a tag, the preferred one first."""
    return default_registry().lookup_all(tag)


def for_name(name: str | bytes | os.PathLike[str]) -> UTType | None:
    """Returns the declared type of a file name or path, which need not exist, or None."""
    return default_registry().for_name(name)
