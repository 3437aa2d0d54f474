"""The listing of the public interface, and a client that names every symbol after one import.

The symbols come from the compiler's symbol graphs of the module and of the modules that it re-exports.
The client is compiled in the language modes 5 and 6, with MemberImportVisibility, so a type or a
member that a client could see but not name is an error.
"""

import json
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from package import fail, output, say

MODULES = ["UniformTypes", "UniformTypeIdentifiers"]

TYPES = {"struct", "class", "enum", "protocol", "typealias"}


def reexported(package, module):
    """Every target that a module re-exports, also through others, with the names of its parts."""
    found, waiting = {}, [(module, None)]
    while waiting:
        name, wanted = waiting.pop()
        for target, names in package.reexports(name).items():
            if wanted is not None:
                names = wanted if names is None else names & wanted
            known = found.get(target, set())
            both = None if names is None or known is None else known | names
            if both != known:
                found[target] = both
                waiting.append((target, both))
    return found


@cache
def graphs(package, module):
    """The symbol graphs of a module and of its extensions of others."""
    triple = re.search(r'"triple": "([^"]*)"', output(["swiftc", "-print-target-info"]))[1]
    command = ["swift", "symbolgraph-extract", "-module-name", module, *package.module_flags]
    command += ["-target", triple, "-minimum-access-level", "public"]
    with tempfile.TemporaryDirectory() as folder:
        output([*command, "-skip-synthesized-members", "-output-dir", folder])
        return [
            json.loads(path.read_text(encoding="utf-8"))
            for path in sorted(Path(folder).glob(f"{module}*.symbols.json"))
            if path.name.split(".")[0].split("@")[0] == module]


def text(fragments):
    return re.sub(r"\s+", " ", "".join(part["spelling"] for part in fragments)).strip()


def split(words, separator):
    """The parts of a text between separators that are in no bracket."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(words):
        arrow = character == ">" and words[index - 1] == "-"
        depth += character in "([{<"
        depth -= character in ")]}>" and not arrow
        if character == separator and depth == 0:
            parts.append(words[start:index])
            start = index + 1
    return [part.strip() for part in [*parts, words[start:]] if part.strip()]


class Declaration:
    """The head of a function as the symbol graph prints it."""

    def __init__(self, words):
        open_ = re.search(r"\b(?:init[?!]?|subscript|func [^\s(<]+|func [^\w\s(]+\s*)(<|\()", words)
        start = open_.start(1)
        if words[start] == "<":
            start = words.index("(", self.closing(words, start))
        end = self.closing(words, start)
        self.parameters = [self.parameter(part) for part in split(words[start + 1:end], ",")]

    @staticmethod
    def closing(words, start):
        depth = 0
        for index in range(start, len(words)):
            depth += words[index] in "([{<"
            depth -= words[index] in ")]}>" and words[index - 1] != "-"
            if depth == 0:
                return index
        raise ValueError(words)

    @staticmethod
    def parameter(words):
        names, _, kind = words.partition(":")
        names = names.split()
        # The default value of a parameter.
        kind = split(kind, "=")[0]
        return (None if names[0] == "_" else names[0]), kind


def arguments(parameters):
    made = []
    for index, (label, kind) in enumerate(parameters):
        value = f"p{index}"
        if kind.startswith("inout "):
            value = f"&{value}"
        elif "@autoclosure" in kind:
            value += "()"
        made.append(f"{label}: {value}" if label else value)
    return ", ".join(made)


def signature(parameters):
    words = []
    for index, (_, kind) in enumerate(parameters):
        if kind.endswith("..."):
            kind = kind.removesuffix("...")
        words.append(f"_ p{index}: {kind.replace('@autoclosure', '' if '@escaping' in kind else '@escaping')}")
    return ", ".join(words)


def use(symbol, number, protocols):
    """A declaration that uses a symbol, or None for what cannot be written by itself."""
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    path = symbol["pathComponents"]
    words = text(symbol["declarationFragments"])
    if kind in TYPES:
        if kind == "protocol":
            return f"func use{number}<T: {'.'.join(path)}>(_: T.Type) {{}}"
        return f"typealias Use{number} = {'.'.join(path)}"
    if kind in ("associatedtype", "deinit", "macro"):
        return None
    owner = ".".join(path[:-1])
    name = path[-1]
    extension = symbol.get("swiftExtension", {})
    generics = symbol.get("swiftGenerics", {})
    own = [item["name"] for item in generics.get("parameters", []) if item["name"] != "Self"]
    # A parameter `some P` has its constraints with it.
    own = [item for item in own if not item.startswith("some ")]
    constraints = [
        f"{item['lhs']} {':' if item['kind'] != 'sameType' else '=='} {item['rhs']}"
        for item in [*generics.get("constraints", []), *extension.get("constraints", [])]
        if "some " not in item["lhs"]
    ]
    if owner in protocols:
        receiver, own = "Owner", ["Owner", *own]
        constraints = [re.sub(r"\bSelf\b", "Owner", item) for item in constraints]
        constraints.append(f"Owner: {owner}")
    else:
        receiver = owner
        constraints = [item for item in constraints if not item.startswith("Self ")]
        outer = [item["name"] for item in generics.get("parameters", []) if item["depth"] == 0]
        if generics and symbol["depth_of_owner"] and outer:
            receiver = f"{owner}<{', '.join(outer)}>"
    words = re.sub(r"\bSelf\b", receiver, words)
    actor = "@MainActor " if "@MainActor" in words or symbol["is_main_actor"] else ""
    def function(parameters, body):
        clause = f"<{', '.join(dict.fromkeys(own))}>" if own else ""
        condition = f" where {', '.join(dict.fromkeys(constraints))}" if constraints else ""
        return (
            f"{actor}func use{number}{clause}({', '.join(filter(None, parameters))}) async throws"
            f"{condition} {{ {body} }}")
    owned = f"_ x: inout {receiver}"
    if kind == "enum.case":
        return function([], f"_ = {receiver}.{name.split('(')[0]}")
    if kind in ("property", "var"):
        where = f"x.{name}" if owner else name
        return function([owned if owner else ""], f"_ = try await {where}")
    if kind == "type.property":
        return function([], f"_ = try await {receiver}.{name}")
    declaration = Declaration(words)
    parameters, call = declaration.parameters, arguments(declaration.parameters)
    given = signature(parameters)
    base = name.split("(")[0]
    if kind == "init":
        return function([given], f"_ = try await {receiver}({call})")
    if kind == "method":
        return function([owned, given], f"_ = try await x.{base}({call})")
    if kind == "type.method":
        return function([given], f"_ = try await {receiver}.{base}({call})")
    if kind == "subscript":
        return function([owned, given], f"_ = try await x[{call}]")
    if kind == "func":
        return function([given], f"_ = try await {base}({call})")
    if kind == "func.op":
        operands = [f"p{index}" for index in range(len(parameters))]
        body = f" {base} ".join(operands) if len(operands) == 2 else base + operands[0]
        return function([given], f"_ = {body}")
    fail(f"A symbol has a kind that is not known: {kind} {'.'.join(path)}")


def check_module(package, module, work):
    symbols = {}
    for name, parts in {module: None, **reexported(package, module)}.items():
        for graph in graphs(package, name):
            for symbol in graph["symbols"]:
                symbol["module"] = name
                if parts is None or symbol["pathComponents"][0] in parts or (
                    symbol.get("swiftExtension", {}).get("extendedModule", name) != name):
                    symbols[symbol["identifier"]["precise"]] = symbol
    kinds = {
        ".".join(symbol["pathComponents"]): symbol
        for symbol in symbols.values()
        if symbol["kind"]["identifier"].removeprefix("swift.") in TYPES
    }
    protocols = {name for name, symbol in kinds.items() if "protocol" in symbol["kind"]["identifier"]}
    protocols |= {"Collection", "Sequence", "AsyncSequence"}

    # Each type of this package in a declaration has to be one of the symbols.
    targets = {f"{len(name)}{name}" for name in package.targets}
    unnamed = set()
    for symbol in symbols.values():
        for part in symbol["declarationFragments"]:
            precise = part.get("preciseIdentifier", "")
            target = re.match(r"s:(\d+)", precise)
            if part["kind"] == "typeIdentifier" and target and precise not in symbols:
                start = target.start(1)
                if precise[start:target.end() + int(target[1])] in targets:
                    unnamed.add(f"{'.'.join(symbol['pathComponents'])}: {part['spelling']}")
    if unnamed:
        say("\n".join(sorted(unnamed)))
        fail(f"Clients that import {module} cannot name the types above.", "Re-export them.")

    lines = [f"import {module}"]
    for number, symbol in enumerate(sorted(symbols.values(), key=lambda item: item["pathComponents"])):
        owner = kinds.get(".".join(symbol["pathComponents"][:-1]))
        symbol["depth_of_owner"] = bool(
            owner and owner.get("swiftGenerics", {}).get("parameters"))
        symbol["is_main_actor"] = bool(
            owner and "@MainActor" in text(owner["declarationFragments"]))
        line = use(symbol, number, protocols)
        if line:
            lines.append(line)
    client = work / f"{module}Client.swift"
    client.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for mode in ["5", "6"]:
        command = ["swiftc", "-typecheck", "-swift-version", mode, "-suppress-warnings",
                   "-enable-upcoming-feature", "MemberImportVisibility", *package.module_flags,
                   str(client)]
        result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        if result.returncode != 0:
            say(result.stderr)
            fail(f"A client in mode {mode} cannot name every symbol of {module}.")
    say(f"{module}: {len(lines) - 1} of {len(symbols)} public symbols named after one import")


LISTINGS = "Documentation/Interface"


def interface(package, module):
    """The declarations of the public symbols of a module, in order."""
    return sorted({
        ".".join(symbol["pathComponents"]) + ": " + text(symbol["declarationFragments"])
        for graph in graphs(package, module) for symbol in graph["symbols"]})


def compare_interfaces(package, records):
    """Compares the public interface of each module that a product has with its committed listing."""
    # The compiler finds the modules of packages that a trait brings only in a build with the trait.
    modules = [name for name in package.client_targets if not package.needs_trait(name)]
    for module in modules:
        modules += [name for name in reexported(package, module) if name not in modules]
    folder = package.root / LISTINGS
    known = {path.stem for path in folder.glob("*.txt")} if folder.is_dir() else set()
    differences, count = [], 0
    for module in modules:
        lines = interface(package, module)
        count += len(lines)
        path = folder / f"{module}.txt"
        if records:
            folder.mkdir(exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            continue
        old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        differences += [f"breaking: {module}: {line}" for line in old if line not in lines]
        differences += [f"addition: {module}: {line}" for line in lines if line not in old]
    differences += [f"breaking: {module}: the whole module" for module in sorted(known - set(modules))]
    if differences:
        say("\n".join(differences))
        fail("The public interface is another than the listing.",
             "State each breaking change and addition in CHANGELOG.md, and run",
             "Scripts/check.sh docs symbols --record")
    say(f"{count} public symbols of {len(modules)} modules are those of {LISTINGS}")


def check(package, options):
    compare_interfaces(package, options.record)
    with tempfile.TemporaryDirectory() as work:
        for module in MODULES:
            check_module(package, module, Path(work))
