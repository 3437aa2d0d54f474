"""Types of files, names and bytes, and how types relate.

>>> import uniformtypes
>>> uniformtypes.identify(b"%PDF-1.7\\n").mime_type
'application/pdf'
"""

from . import _native
from ._batch import identify_batch
from ._identify import Verdict, identify
from ._magic import from_buffer, from_descriptor, from_file
from ._mimetypes import guess_all_extensions, guess_extension, guess_file_type, guess_type
from ._native import DeclarationError, UnknownTypeError
from ._types import Registry, UTType, default_registry, for_name, lookup, lookup_all

__version__ = _native.version

__all__ = [
    "DeclarationError",
    "Registry",
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
    "lookup",
    "lookup_all",
]
