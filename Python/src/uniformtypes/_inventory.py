"""An inventory of files in a Parquet file."""

from __future__ import annotations

import datetime
import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from . import __version__
from ._identify import identify
from ._types import Registry, default_registry

ROWS = 1 << 14
"""The number of rows of a part, which becomes a row group. A killed run loses at most the rows of one part."""
_SLICE = 256

SCHEMA = pyarrow.schema([
    ("path", pyarrow.string()),
    # The bytes of a path that is not UTF-8; null for all others.
    ("path_bytes", pyarrow.binary()),
    ("size", pyarrow.int64()),
    ("mtime", pyarrow.timestamp("us", "UTC")),
    ("type", pyarrow.string()),
    ("mime_type", pyarrow.string()),
    ("confidence", pyarrow.string()),
    ("basis", pyarrow.string()),
    ("error", pyarrow.string()),
])
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def _identity(registry: Registry | None) -> list[str | None]:
    """What decides the answers: the kind of the registry, its place or the digest of its file, and the version."""
    kind, path = (registry or default_registry())._source
    if kind == "image" and path is not None:
        with open(path, "rb") as file:
            return [kind, hashlib.sha256(file.read()).hexdigest(), __version__]
    return [kind, None if path is None else os.path.abspath(os.fsdecode(path)), __version__]


class Inventory:
    """A run over roots, which continues the parts of an ended run with the same roots and the same registry.

    Parts are files in the folder OUTPUT.parts, and a part has its name when it is complete. At the end the
    parts become the row groups of the output. Memory holds one part and the entries of one folder of each
    level.
    """

    def __init__(
        self, roots: list[str], output: str | os.PathLike[str], registry: Registry | None = None,
        jobs: int = 1,
    ) -> None:
        self.roots = [os.path.abspath(root) for root in roots]
        self.output = Path(output)
        self.parts = self.output.with_name(self.output.name + ".parts")
        self.registry = registry
        self.state = {"roots": self.roots, "registry": _identity(registry)}
        """What all parts of the run have in common."""
        self.jobs = jobs
        self.continued = 0
        """The number of rows of an ended run."""

    def run(self) -> int:
        """Writes the output and returns its number of rows.

        Raises OSError if a root or the output is not accessible, and ValueError if the parts belong to
        other roots, to another registry or version, or to a run that has not ended. A file that cannot be read has a row with the error.
        """
        for root in self.roots:
            os.stat(root)
        self.parts.mkdir(exist_ok=True)
        with open(self.parts / "lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ValueError(f"{self.parts}: another process writes this inventory") from None
            number, position = self._resume()
            with ThreadPoolExecutor(self.jobs) as executor:
                paths = self._paths(position)
                while part := list(islice(paths, ROWS)):
                    slices = [part[start:start + _SLICE] for start in range(0, len(part), _SLICE)]
                    rows = [row for found in executor.map(self._rows, slices) for row in found]
                    self._write(number, rows, part[-1])
                    number += 1
            count = self._merge(number)
        return count

    def _part(self, number: int) -> Path:
        return self.parts / f"{number:08}.parquet"

    def _resume(self) -> tuple[int, tuple[int, str] | None]:
        """The number of complete parts, and the root and the path of the last row."""
        number, last = 0, None
        while self._part(number).exists():
            file = parquet.ParquetFile(self._part(number))
            self.continued += file.metadata.num_rows
            last = json.loads(file.schema_arrow.metadata[b"uniformtypes"])
            for key, what in (("roots", "other roots"), ("registry", "another registry or version")):
                if last.get(key) != self.state[key]:
                    raise ValueError(
                        f"{self.parts}: the parts are of {what}, {last.get(key)}; remove the folder, or "
                        "choose another output")
            number += 1
        return number, None if last is None else tuple(last["position"])

    def _paths(self, after: tuple[int, str] | None) -> Iterator[tuple[int, str]]:
        """The files of the roots in a fixed order, those after a position only."""
        for number, root in enumerate(self.roots):
            if after is not None and number < after[0]:
                continue
            within = after is not None and number == after[0]
            if not os.path.isdir(root):
                if not within:
                    yield number, root
                continue
            names = os.path.relpath(after[1], root).split(os.sep) if within and after else []
            for path in self._walk(root, names):
                yield number, path

    def _walk(self, folder: str, after: list[str]) -> Iterator[str]:
        try:
            with os.scandir(folder) as entries:
                found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
        except OSError:
            # The row of the folder itself has the error.
            if not after:
                yield folder
            return
        for name, is_folder in found:
            if after and name < after[0]:
                continue
            path = os.path.join(folder, name)
            is_position = bool(after) and name == after[0]
            if is_folder:
                if os.path.abspath(path) != os.path.abspath(self.parts):
                    if not (is_position and len(after) == 1):
                        yield from self._walk(path, after[1:] if is_position else [])
            elif not is_position:
                yield path

    def _rows(self, positions: list[tuple[int, str]]) -> list[tuple[Any, ...]]:
        return [self._row(path) for _, path in positions]

    def _row(self, path: str) -> tuple[Any, ...]:
        data = os.fsencode(path)
        shown = data.decode("utf-8", "backslashreplace")
        own = None if shown == path else data
        size = mtime = None
        try:
            status = os.lstat(path)
            size = status.st_size
            mtime = _EPOCH + datetime.timedelta(microseconds=status.st_mtime_ns // 1000)
            if stat.S_ISDIR(status.st_mode):
                os.scandir(path).close()
            verdict = identify(path, follow_symlinks=False, registry=self.registry)
        except (OSError, OverflowError) as error:
            return shown, own, size, mtime, None, None, None, None, str(error)
        return (
            shown, own, size, mtime, verdict.identifier, verdict.mime_type, verdict.confidence, verdict.basis, None)

    def _write(self, number: int, rows: list[tuple[Any, ...]], position: tuple[int, str]) -> None:
        # JSON keeps the surrogates of a path that is not UTF-8.
        state = json.dumps({**self.state, "position": position})
        columns = [pyarrow.array(column, field.type) for column, field in zip(zip(*rows), SCHEMA)]
        table = pyarrow.table(columns, SCHEMA.with_metadata({"uniformtypes": state}))
        unfinished = self.parts / "unfinished"
        parquet.write_table(table, unfinished)
        os.replace(unfinished, self._part(number))

    def _merge(self, count: int) -> int:
        unfinished = self.parts / "unfinished"
        rows = 0
        with parquet.ParquetWriter(unfinished, SCHEMA) as writer:
            for number in range(count):
                table = parquet.read_table(self._part(number), schema=SCHEMA)
                writer.write_table(table.replace_schema_metadata(None), row_group_size=ROWS)
                rows += table.num_rows
        os.replace(unfinished, self.output)
        for number in range(count):
            self._part(number).unlink()
        (self.parts / "lock").unlink()
        self.parts.rmdir()
        return rows
