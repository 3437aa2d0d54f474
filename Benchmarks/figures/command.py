"""The command `uti` in an environment that is the same on every machine."""

import json
import os
import pathlib
import subprocess


class Command:
    """`uti` with its own home, an empty cache, and the databases of one data directory."""

    def __init__(self, program, folder, data="/nonexistent", name="home"):
        self.program = os.path.realpath(program)
        self.folder = pathlib.Path(folder)
        home = self.folder / name
        home.mkdir(exist_ok=True)
        self.environment = {"PATH": "/usr/bin:/bin", "LANG": "C", "HOME": str(home)}
        for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            self.environment[variable] = str(home)
        if data:
            self.environment["XDG_DATA_DIRS"] = str(data)

    def beside(self, data, name):
        """Returns the command with other databases; None means those that are installed."""
        return Command(self.program, self.folder, data, name)

    def without_cache(self):
        """Returns the command in an environment that names no directory for a cache."""
        command = Command(self.program, self.folder)
        for variable in ("HOME", "XDG_CACHE_HOME"):
            del command.environment[variable]
        return command

    def run(self, *words, input=None):
        return subprocess.run([self.program, *words], input=input, capture_output=True,
                              env=self.environment)

    def records(self, *words, input=None):
        """Returns the records of a result in JSON lines; some of the inputs may have failed."""
        result = self.run(*words, input=input)
        if result.returncode not in (0, 1, 2):
            message = result.stderr.decode("utf-8", "replace")[:300]
            raise SystemExit(f"error: uti {' '.join(words[:4])}: status {result.returncode}: {message}")
        text = result.stdout.decode("utf-8", "surrogateescape")
        return [json.loads(line) for line in text.split("\n") if line.strip()]

    def verdicts(self, paths, by="both", *options):
        """Returns the record of each path that could be read."""
        names = b"".join(os.fsencode(path) + b"\0" for path in paths)
        records = self.records("identify", "--by", by, "--format", "jsonl", *options,
                               "--files0-from", "-", input=names)
        return {record["path"]: record for record in records}

    def types(self, names):
        """Returns the type of each name, or the name if it has none."""
        records = self.records("info", "--format", "jsonl", "--", *names)
        if len(records) != len(names):
            # A name that is not a query has no record.
            asked = [(name, self.records("info", "--format", "jsonl", "--", name)) for name in names]
            return {name: found[0]["type"] if found else name for name, found in asked}
        return {name: record["type"] for name, record in zip(names, records)}
