"""Many names, contents or files at once."""

from __future__ import annotations

import os
import sys

from ._identify import CONTENT_ONLY, NO_FOLLOW
from ._types import Registry, default_registry

# See __init__.py.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_COLUMNS = {"identifier": 0, "mime_type": 1}
_NAMES, _CONTENTS, _PATHS = 0, 1, 2
_PLAIN = {str, bytes, type(None)}
_STRINGS = ("string", "large_string", "string_view")
# The rows of a column between two looks for signals, such as SIGINT by Ctrl-C: less than 0.1 s of work.
_NAME_ROWS, _CONTENT_ROWS = 1 << 16, 1 << 12


def require(module: str, *packages: str) -> None:
    """Raises ModuleNotFoundError with a remedy if one of the packages that a module needs is not installed."""
    from importlib.util import find_spec

    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(
                f"uniformtypes.{module} needs the package {package}, which is not installed; "
                f"run: pip install {' '.join(packages)}", name=package)


def identify_batch(
    items: Any, *, names: Any = None, output: str = "identifier", read: bool = False,
    limit: int | None = None, content_only: bool = False, follow_symlinks: bool = True,
    errors: str = "raise", registry: Registry | None = None,
) -> Any:
    """Identifies the items of an iterable or of a column. Other threads run meanwhile.

    items: strings are file names, which are not opened, and bytes are contents. An item may be missing: None,
    NaN, pandas.NA or a null of Arrow. A numpy array and an Arrow array, chunked array or object with
    `__arrow_c_array__` are columns.
    names: the file names of contents; an item may be None.
    output: "identifier" or "mime_type".
    read: True if the items are paths of files to read.
    limit: contents of this number of bytes or more are the start of an item of unknown size.
    content_only, follow_symlinks: for files to read, as in `identify`.
    errors: for files to read; "raise", or "none" for None in place of a file that cannot be read.

    Returns a list for an iterable, an array of objects for a numpy array, and a dictionary-encoded array
    for an Arrow array. A name without a declared type and a missing item give None.
    """
    if output not in _COLUMNS:
        raise ValueError(f"no output: {output!r}; use 'identifier' or 'mime_type'")
    if errors not in ("raise", "none"):
        raise ValueError(f"no treatment of errors: {errors!r}; use 'raise' or 'none'")
    registry = registry or default_registry()
    column = _COLUMNS[output]
    if limit is not None and limit < 0:
        raise ValueError(f"the limit is negative: {limit}; leave it out for complete contents")
    bound = -1 if limit is None else limit
    if not read and (content_only or not follow_symlinks or errors != "raise"):
        raise TypeError("content_only=, follow_symlinks= and errors= are for files to read; pass read=True")
    if read:
        if names is not None or limit is not None:
            raise TypeError("names= and limit= have no meaning for files to read; leave them out")
        options = CONTENT_ONLY * content_only | NO_FOLLOW * (not follow_symlinks)
        listed = _present(_listed(items))
        paths = [None if item is None else os.fspath(item) for item in listed]
        result = registry._native.batch(_PATHS, paths, None, -1, options, column, errors == "raise")
        return _as(items, result)
    if hasattr(items, "column_names"):
        raise TypeError("a table has several columns; pass one of them")
    is_array = hasattr(items, "__arrow_c_array__") and not _is_numpy(items)
    if names is not None and (is_array or hasattr(items, "iterchunks")):
        names = _column_of(names)
    if is_array:
        return _arrow(items, names, bound, column, registry)
    if hasattr(items, "iterchunks"):
        return _chunked(items, names, bound, column, registry)
    listed = _present(_listed(items))
    kinds = {isinstance(item, (str, os.PathLike)) for item in listed if item is not None}
    if len(kinds) > 1:
        raise TypeError("the items are names and contents; pass names (str) or contents (bytes) alone")
    if True in kinds:
        if names is not None or limit is not None:
            raise TypeError("names= and limit= have no meaning for names; they are for contents (bytes)")
        listed = [os.fspath(item) if isinstance(item, os.PathLike) else item for item in listed]
        result = registry._native.batch(_NAMES, listed, None, bound, 0, column, True)
    else:
        named = None if names is None else _present(_listed(names))
        result = registry._native.batch(_CONTENTS, listed, named, bound, 0, column, True)
    return _as(items, result)


def _is_numpy(items: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(items, numpy.ndarray)


def _listed(items: Iterable[Any]) -> list[Any]:
    if hasattr(items, "to_pylist"):
        return list(items.to_pylist())
    if _is_numpy(items):
        return list(items.ravel().tolist())  # type: ignore[attr-defined]
    if isinstance(items, (str, bytes, bytearray)):
        raise TypeError("expected an iterable of items, not one item; use identify")
    return list(items)


def _present(items: list[Any]) -> list[Any]:
    """The items with None for each missing one, and with the values of Arrow's scalars."""
    if not {type(item) for item in items} - _PLAIN:
        return items
    from numbers import Real

    items = [item.as_py() if hasattr(item, "as_py") else item for item in items]
    pandas = sys.modules.get("pandas")
    missing = () if pandas is None else (pandas.NA, pandas.NaT)
    # NaN is the only number that is not itself.
    return [
        None if isinstance(item, Real) and item != item or any(item is other for other in missing) else item
        for item in items]


def _column_of(names: Any) -> Any:
    """The names of a column of contents as an array of Arrow."""
    if hasattr(names, "combine_chunks"):
        return names.combine_chunks()
    if hasattr(names, "__arrow_c_array__"):
        return names
    import pyarrow

    return pyarrow.array(_present(_listed(names)), pyarrow.string())


def _as(items: Any, result: list[str | None]) -> Any:
    if hasattr(items, "to_pylist"):
        import pyarrow

        return pyarrow.array(result, pyarrow.string()).dictionary_encode()
    if _is_numpy(items):
        import numpy

        array = numpy.empty(len(result), dtype=object)
        array[:] = result
        return array.reshape(items.shape)
    return result


class _Column:
    """A result for other libraries, by the Arrow PyCapsule interface."""

    def __init__(self, capsules: tuple[object, object]) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._capsules


def _arrow(items: Any, names: Any, bound: int, column: int, registry: Registry) -> Any:
    pyarrow = sys.modules.get("pyarrow")
    is_pyarrow = pyarrow is not None and isinstance(items, pyarrow.Array)
    if is_pyarrow and hasattr(items, "dictionary"):
        items = items.dictionary_decode()
    if pyarrow is not None and str(getattr(items, "type", "")).startswith("run_end_encoded"):
        from pyarrow import compute

        items = compute.run_end_decode(items)
    rows = _CONTENT_ROWS if is_pyarrow and str(items.type) not in _STRINGS else _NAME_ROWS
    if is_pyarrow and pyarrow is not None and len(items) > rows:
        starts = range(0, len(items), rows)
        parts = [
            _arrow(items.slice(start, rows), names if names is None else names.slice(start, rows), bound, column, registry)
            for start in starts]
        return pyarrow.chunked_array(parts).unify_dictionaries().combine_chunks()
    schema, array = items.__arrow_c_array__()
    is_content = str(items.type) not in _STRINGS
    other: tuple[object, object] = (None, None)
    if names is not None and is_content:
        other = names.__arrow_c_array__()
    result = _Column(registry._native.column(schema, array, *other, is_content, bound, column))
    return pyarrow.array(result) if is_pyarrow and pyarrow is not None else result


def _chunked(items: Any, names: Any, bound: int, column: int, registry: Registry) -> Any:
    import pyarrow

    chunks, start = [], 0
    for chunk in items.iterchunks():
        part = None if names is None else names.slice(start, len(chunk))
        chunks.append(_arrow(chunk, part, bound, column, registry))
        start += len(chunk)
    kind = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    return pyarrow.chunked_array(chunks, type=chunks[0].type if chunks else kind).unify_dictionaries()
