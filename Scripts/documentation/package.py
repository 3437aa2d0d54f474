"""The package as SwiftPM describes it: targets, products, and flags of the compiler."""

import json
import os
import re
import subprocess
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def say(*words):
    import sys

    print(*words, file=sys.stderr, flush=True)


def fail(message, *remedies):
    say(f"error: {message}")
    for remedy in remedies:
        say(f"  {remedy}")
    raise SystemExit(1)


def output(command, **options):
    """The standard output of a command that must succeed."""
    result = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, **options
    )
    if result.returncode != 0:
        fail(f"{' '.join(map(str, command))} ended with {result.returncode}.")
    return result.stdout


def headers(target):
    """The flags for the headers of a system library; none if it is not installed, as for an unused trait."""
    library = target.get("pkgConfig")
    command = ["pkg-config", "--cflags", library]
    found = library and subprocess.run(command, capture_output=True, text=True)
    return found.stdout.split() if found and found.returncode == 0 else []


class Package:
    """The root package; `build` is the folder of products that its tests are built in."""

    def __init__(self, build=None):
        self.root = ROOT
        self.build = Path(build) if build else None

    @cached_property
    def manifest(self):
        return json.loads(
            output(["swift", "package", "--package-path", str(self.root), "dump-package"])
        )

    @cached_property
    def targets(self):
        return {target["name"]: target for target in self.manifest["targets"]}

    def dependencies(self, name, traits=True):
        """The names of the targets of this package that a target imports.

        Without `traits`, dependencies that need a trait which is not enabled by default are left out.
        """
        enabled = {name for trait in self.manifest["traits"] if trait["name"] == "default"
                   for name in trait["enabledTraits"]}
        for dependency in self.targets[name]["dependencies"]:
            form, values = next(iter(dependency.items()))
            condition = values[-1]
            if values[0] in self.targets and form in ("byName", "target"):
                needed = condition and condition.get("traits")
                if traits or not needed or enabled.intersection(needed):
                    yield values[0]

    def folder(self, name):
        target = self.targets[name]
        if target.get("path"):
            return self.root / target["path"]
        return self.root / ("Tests" if target["type"] == "test" else "Sources") / name

    def sources(self, name):
        return sorted(self.folder(name).rglob("*.swift"))

    @cached_property
    def client_targets(self):
        """The targets that the library products name, in the order of the products."""
        names = []
        for product in self.manifest["products"]:
            if "library" in product["type"]:
                names += [name for name in product["targets"] if name not in names]
        return names

    def needs_trait(self, name):
        """Whether a target uses a package that only a trait brings."""
        return any(
            form == "product" and values[-1] and values[-1].get("traits")
            for dependency in self.targets[name]["dependencies"]
            for form, values in dependency.items()
        )

    def reexports(self, name):
        """The targets that a target re-exports, each with the names of the parts, or None for all."""
        found = {}
        for path in self.sources(name):
            text = path.read_text(encoding="utf-8")
            for module, part in re.findall(
                r"^ *@_exported public import (?:(?:struct|enum|class|protocol) )?(\w+)(?:\.(\w+))?$",
                text, re.M,
            ):
                if module in self.targets:
                    found[module] = {*(found.get(module) or ()), part} if part else None
        return found

    def module_page(self, name):
        return self.root / "Documentation" / "Modules" / f"{name}.md"

    def parts(self, name):
        """The targets that the reference shows as a part of a module: re-exported, without a page."""
        found = {}
        for module, names in self.reexports(name).items():
            if not self.module_page(module).exists():
                found[module] = names
                for other, more in self.parts(module).items():
                    # A part that is named alone brings only itself from the module that declares it.
                    found[other] = names if names and more is None else more
        return found

    @cached_property
    def documented_modules(self):
        """The modules of products that have a page in Documentation/Modules, with their parts."""
        return {
            name: self.parts(name)
            for name in self.client_targets if self.module_page(name).exists()
        }

    def closure(self, names):
        """The names and every target of this package that they depend on without a trait."""
        found, waiting = [], list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.append(name)
                waiting += self.dependencies(name, traits=False)
        return found

    @cached_property
    def module_flags(self):
        """The compiler's flags for the import of the modules that are built in `build`."""
        flags = ["-I", str(self.build / "Modules")]
        for map_file in sorted(self.root.glob("Sources/*/module.modulemap")):
            flags += ["-I", str(map_file.parent)]
        maps = sorted(self.build.glob("*.build/module.modulemap"))
        checkouts = self.build.parent.parent / "checkouts"
        maps.append(checkouts / "swift-system/Sources/CSystem/include/module.modulemap")
        for map_file in maps:
            flags += ["-Xcc", f"-fmodule-map-file={map_file}"]
        for target in self.targets.values():
            flags += [word for flag in headers(target) for word in ("-Xcc", flag)]
        return flags

    def client_objects(self):
        """The object files of every module that a client without traits can import."""
        objects, names = [], [name for name in self.client_targets if not self.needs_trait(name)]
        for module in self.closure(names) + ["CSystem", "SystemPackage"]:
            objects += sorted((self.build / f"{module}.build").rglob("*.o"))
        return objects

    @property
    def uti(self):
        """The command: UTI of the environment, or else the one that tests are built with."""
        given = os.environ.get("UTI")
        return Path(given).absolute() if given else self.build / "uti"

    @cached_property
    def commands(self):
        """The names of the commands of `uti`."""
        text = output([str(self.uti), "help"])
        section = re.search(r"^SUBCOMMANDS:\n(.*?)\n\n", text, re.M | re.S)
        return re.findall(r"^  ([a-z-]+) ", section[1], re.M) if section else []
