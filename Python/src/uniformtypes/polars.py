"""The namespace `uniformtypes` of expressions and Series of polars. Import this module to register it."""

from __future__ import annotations

from typing import Any

from ._batch import identify_batch, require
from ._types import Registry, UTType, default_registry

require("polars", "polars", "pyarrow")

import polars  # noqa: E402


def _categories(series: polars.Series, output: str, options: dict[str, Any]) -> polars.Series:
    column = identify_batch(series.to_arrow(), output=output, **options)
    return polars.Series(series.name, column, dtype=polars.Categorical)


def _conforming(
    series: polars.Series, supertype: str, registry: Registry, options: dict[str, Any]
) -> polars.Series:
    identifiers = _categories(series, "identifier", {**options, "registry": registry})
    fitting = [
        name for name in identifiers.unique().drop_nulls().cast(polars.String).to_list()
        if registry.type(name).conforms_to(supertype)]
    return identifiers.cast(polars.String).is_in(fitting).fill_null(False)


@polars.api.register_series_namespace("uniformtypes")
class UniformTypesSeries:
    """Types of a Series of file names (String) or contents (Binary). It needs pyarrow."""

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def identifier(self, **options: Any) -> polars.Series:
        """Returns the identifiers as a categorical Series. It takes the options of `identify_batch`."""
        return _categories(self._series, "identifier", options)

    def mime_type(self, **options: Any) -> polars.Series:
        """Returns the MIME types as a categorical Series. It takes the options of `identify_batch`."""
        return _categories(self._series, "mime_type", options)

    def conforms_to(
        self, supertype: UTType | str, registry: Registry | None = None, **options: Any
    ) -> polars.Series:
        """Returns a Series of booleans: True for items whose type conforms to a type."""
        registry = registry or default_registry()
        return _conforming(self._series, str(registry.type(str(supertype))), registry, options)


@polars.api.register_expr_namespace("uniformtypes")
class UniformTypesExpression:
    """Types of an expression of file names (String) or contents (Binary). It needs pyarrow."""

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def _mapped(self, function: Any, kind: Any) -> polars.Expr:
        return self._expression.map_batches(function, return_dtype=kind, is_elementwise=True)

    def identifier(self, **options: Any) -> polars.Expr:
        """Returns the identifiers as categories. It takes the options of `identify_batch`."""
        return self._mapped(lambda series: _categories(series, "identifier", options), polars.Categorical)

    def mime_type(self, **options: Any) -> polars.Expr:
        """Returns the MIME types as categories. It takes the options of `identify_batch`."""
        return self._mapped(lambda series: _categories(series, "mime_type", options), polars.Categorical)

    def conforms_to(
        self, supertype: UTType | str, registry: Registry | None = None, **options: Any
    ) -> polars.Expr:
        """Returns booleans: true for items whose type conforms to a type."""
        registry = registry or default_registry()
        goal = str(registry.type(str(supertype)))
        return self._mapped(lambda series: _conforming(series, goal, registry, options), polars.Boolean)
