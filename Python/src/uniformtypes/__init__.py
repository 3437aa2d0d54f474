"""Types of files, names and bytes, and how types relate.

>>> import uniformtypes
>>> uniformtypes.identify(b"%PDF-1.7\\n").mime_type
'application/pdf'
"""

from __future__ import annotations

from . import _native
from ._batch import identify_batch
from ._identify import Verdict, identify
from ._native import DeclarationError, UnknownTypeError
from ._types import Registry, UTType, default_registry, for_name, lookup, lookup_all

# Type checkers take it for true. The module typing takes half of the time of the import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._formats import Format, Signatures
    from .magic import from_buffer, from_descriptor, from_file
    from .mimetypes import guess_all_extensions, guess_extension, guess_file_type, guess_type

__version__ = _native.version

__all__ = [
    "DeclarationError",
    "Format",
    "Registry",
    "Signatures",
    "UTType",
    "UnknownTypeError",
    "Verdict",
    "default_registry",
    "for_name",
    "from_buffer",
    "from_descriptor",
    "from_file",
    "guess_all_extensions",
    "guess_extension",
    "guess_file_type",
    "guess_type",
    "identify",
    "identify_batch",
    "install",
    "lookup",
    "lookup_all",
]

# These modules are imported at the first use, since each of them imports much of Python's library.
_LATER = {
    "Format": "_formats", "Signatures": "_formats",
    "from_buffer": "magic", "from_descriptor": "magic", "from_file": "magic", "guess_all_extensions": "mimetypes",
    "guess_extension": "mimetypes", "guess_file_type": "mimetypes", "guess_type": "mimetypes",
}


def install(*, magic: bool = True, mimetypes: bool = True) -> None:
    """Makes later imports of `magic` and `mimetypes`, in every module of the process, the modules of this package.

    Call it before other modules import them: a module keeps what it has imported.
    """
    import importlib
    import sys

    for name, wanted in (("magic", magic), ("mimetypes", mimetypes)):
        if wanted:
            sys.modules[name] = importlib.import_module(f"{__name__}.{name}")


def __getattr__(name: str) -> object:
    if (module := _LATER.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found: object = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
