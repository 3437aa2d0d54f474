"""Functions of types for SQL in DuckDB: `register(connection)` adds them. It needs numpy and pyarrow."""

from __future__ import annotations

from typing import Any

from ._batch import identify_batch, require
from ._types import Registry, default_registry

require("duckdb", "duckdb", "numpy", "pyarrow")

import duckdb  # noqa: E402
import pyarrow  # noqa: E402


def register(
    connection: duckdb.DuckDBPyConnection, *, limit: int | None = None, registry: Registry | None = None
) -> None:
    """Adds the functions of types to a connection; a function of the same name is replaced.

    type_of_name(VARCHAR) and mime_type_of_name(VARCHAR): the type of a file name, which is not opened.
    type_of_content(BLOB) and mime_type_of_content(BLOB): the type of contents.
    type_conforms_to(VARCHAR, VARCHAR): whether the type of an identifier conforms to another type.

    limit: contents of this number of bytes or more are the start of an item of unknown size.

    A missing item and a name without a declared type give NULL. An unknown supertype raises
    `UnknownTypeError` through DuckDB.
    """
    used = registry or default_registry()

    def identified(output: str, limit: int | None) -> Any:
        def function(items: Any) -> Any:
            return identify_batch(items, output=output, limit=limit, registry=used).cast(pyarrow.string())

        return function

    def conforming(identifiers: Any, supertypes: Any) -> Any:
        known: dict[tuple[Any, Any], bool | None] = {}

        def answer(pair: tuple[Any, Any]) -> bool | None:
            if pair not in known:
                known[pair] = None if None in pair else used.type(pair[0]).conforms_to(used.type(pair[1]))
            return known[pair]

        pairs = zip(identifiers.to_pylist(), supertypes.to_pylist())
        return pyarrow.array([answer(pair) for pair in pairs], pyarrow.bool_())

    functions: list[tuple[str, Any, list[str], str]] = [
        ("type_of_name", identified("identifier", None), ["VARCHAR"], "VARCHAR"),
        ("type_of_content", identified("identifier", limit), ["BLOB"], "VARCHAR"),
        ("mime_type_of_name", identified("mime_type", None), ["VARCHAR"], "VARCHAR"),
        ("mime_type_of_content", identified("mime_type", limit), ["BLOB"], "VARCHAR"),
        ("type_conforms_to", conforming, ["VARCHAR", "VARCHAR"], "BOOLEAN"),
    ]
    # The types of the parameters have other names in each version of DuckDB.
    create: Any = connection.create_function
    for name, function, parameters, result in functions:
        try:
            connection.remove_function(name)
        except duckdb.InvalidInputException:
            pass  # There is no such function.
        create(name, function, parameters, result, type="arrow", null_handling="special")
