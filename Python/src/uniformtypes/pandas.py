"""The accessor `uniformtypes` of pandas Series. Import this module to register it."""

from __future__ import annotations

from typing import Any

from ._batch import identify_batch, require
from ._types import Registry, UTType, default_registry

require("pandas", "pandas")

import pandas  # noqa: E402


@pandas.api.extensions.register_series_accessor("uniformtypes")
class UniformTypesAccessor:
    """Types of a Series of file names (str) or contents (bytes)."""

    def __init__(self, series: Any) -> None:
        self._series = series

    def _batch(self, output: str, options: dict[str, Any]) -> Any:
        items = self._series.astype(object)
        listed = items.where(items.notna(), None).tolist()
        if (names := options.get("names")) is not None:
            named = pandas.Series(names).astype(object)
            options["names"] = named.where(named.notna(), None).tolist()
        result = identify_batch(listed, output=output, **options)
        return pandas.Series(
            pandas.Categorical(result), index=self._series.index, name=self._series.name)

    def identifier(self, **options: Any) -> Any:
        """Returns the identifiers as a categorical Series. It takes the options of `identify_batch`."""
        return self._batch("identifier", options)

    def mime_type(self, **options: Any) -> Any:
        """Returns the MIME types as a categorical Series. It takes the options of `identify_batch`."""
        return self._batch("mime_type", options)

    def conforms_to(self, supertype: UTType | str, registry: Registry | None = None, **options: Any) -> Any:
        """Returns a Series of booleans: True for items whose type conforms to a type."""
        registry = registry or default_registry()
        identifiers = self.identifier(registry=registry, **options)
        goal = str(registry.type(str(supertype)))
        fitting = [
            name for name in identifiers.cat.categories if registry.type(name).conforms_to(goal)]
        return identifiers.isin(fitting)
