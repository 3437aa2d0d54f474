"""Circles between the targets of the package, and between the folders inside a target.

A target imports only targets that its manifest entry names, and those are listed above it. A folder
uses another one if its code names a type, a function or a value that the other one declares. Names
that two folders of a target declare are left out, because a name alone does not distinguish them.
Only UTIPlatform imports the C library.

Circles that existed when the check was added are listed in circles.txt. A listed group of folders
may only lose members.
"""

import re
from pathlib import Path

from package import fail, say

KNOWN = Path(__file__).with_name("circles.txt")

DECLARATION = re.compile(
    r"^ *(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|open|final|indirect|nonisolated"
    r"(?:\(unsafe\))?) +)*(?:struct|class|enum|protocol|actor|typealias) +(\w+)", re.M)
GLOBAL = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|nonisolated(?:\(unsafe\))?) +)*"
    r"(?:func|let|var) +(\w+)", re.M)
WORD = re.compile(r"\b[A-Za-z_]\w+\b")


def add_options(parser):
    parser.add_argument("--update", action="store_true", help="remove circles that are gone")
    parser.add_argument("--edges", metavar="TARGET", help="print what each folder uses, and where")


def code(path):
    """The text of a source without comments and without string literals."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r'"""(.*?)"""', " ", text, flags=re.S)
    text = re.sub(r"//.*", " ", text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', " ", text)


def groups(graph):
    """The strongly connected groups of more than one node, by Tarjan's algorithm."""
    order, low, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in order:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], order[other])
        if low[node] == order[node]:
            group = []
            while not group or group[-1] != node:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return found


def folder_graph(folder, sources):
    """For each folder directly below a target's folder, the folders that it uses, with places."""
    texts = {}
    for path in sources:
        parts = path.relative_to(folder).parts
        if len(parts) > 1:
            texts.setdefault(parts[0], {})[path] = code(path)
    declared = {}
    for name, files in texts.items():
        for text in files.values():
            for word in DECLARATION.findall(text) + GLOBAL.findall(text):
                declared.setdefault(word, set()).add(name)
    homes = {word: next(iter(names)) for word, names in declared.items() if len(names) == 1}
    graph = {name: {} for name in texts}
    for name, files in texts.items():
        for path, text in files.items():
            for word in set(WORD.findall(text)):
                home = homes.get(word)
                if home and home != name:
                    graph[name].setdefault(home, []).append((word, path))
    return graph


def check_targets(package):
    """Errors of imports that no dependency states, and of dependencies that are listed below."""
    errors, seen = [], set()
    dependencies = {name: set(package.dependencies(name)) for name in package.targets}
    for name, target in package.targets.items():
        for other in sorted(dependencies[name] - seen):
            errors.append(f"Package.swift: {name} depends on {other}, which is listed below it")
        seen.add(name)
        if target["type"] == "system":
            continue
        for path in package.sources(name):
            text = path.read_text(encoding="utf-8")
            library = re.search(r"^[^/\n]*\bimport (Glibc|Musl|Android|Darwin)$", text, re.M)
            if library and target["type"] != "test" and name != "UTIPlatform":
                errors.append(f"{path.relative_to(package.root)}: imports {library[1]}; only "
                              "UTIPlatform imports the C library")
            for kind, module in re.findall(
                r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
                r"import\s+(struct\s+|enum\s+|class\s+|protocol\s+|func\s+|typealias\s+)?(\w+)",
                text, re.M,
            ):
                if module in package.targets and module != name and module not in dependencies[name]:
                    errors.append(f"{path.relative_to(package.root)}: imports {module}, which "
                                  f"{name} does not name as a dependency in Package.swift")
    for group in groups(dependencies):
        errors.append(f"Package.swift: these targets form a circle: {' '.join(group)}")
    return errors


def read_known():
    known = {}
    for line in KNOWN.read_text(encoding="utf-8").splitlines() if KNOWN.exists() else []:
        if line and not line.startswith("#"):
            target, _, members = line.partition(":")
            known.setdefault(target, []).append(set(members.split()))
    return known


def check(package, options):
    errors, found = check_targets(package), {}
    for name, target in package.targets.items():
        if target["type"] in ("system", "test"):
            continue
        graph = folder_graph(package.folder(name), package.sources(name))
        if options.edges == name:
            for folder, uses in sorted(graph.items()):
                for other, words in sorted(uses.items()):
                    shown = ", ".join(sorted({f"{word} ({path.name})" for word, path in words}))
                    print(f"{folder} -> {other}: {shown}")
        for group in groups({folder: set(uses) for folder, uses in graph.items()}):
            found.setdefault(name, []).append(set(group))

    known = read_known() or (found if options.update else {})
    for name, circles in found.items():
        for circle in circles:
            if not any(circle <= other for other in known.get(name, [])):
                errors.append(f"{package.folder(name).relative_to(package.root)}: these folders form "
                              f"a circle: {' '.join(sorted(circle))} (see structure --edges {name})")
    if options.update:
        lines = ["# Folders that use each other in a circle, by target; the check lets no line grow."]
        for name, circles in sorted(found.items()):
            for circle in circles:
                if any(circle <= other for other in known.get(name, [])):
                    lines.append(f"{name}: {' '.join(sorted(circle))}")
        KNOWN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if errors:
        say("\n".join(f"error: {error}" for error in errors))
        fail(f"{len(errors)} dependencies lead the wrong way.",
             "Move the declaration that both need below them, or the use above them.")
    count = sum(len(circle) for circles in found.values() for circle in circles)
    say(f"{len(package.targets)} targets without a circle; {count} folders are in listed circles")
