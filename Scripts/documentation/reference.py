"""The site of the manual and of the reference, made in .build/docs by the toolchain's docc.

A warning is an error: a symbol or page that a link names and that is missing, or a parameter that
is documented and does not exist. Pages have one text for readers of the repository and of the
site; in the site's copy, links to files become links to pages.
"""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from package import ROOT, fail, output, say


def site_anchor(page, anchor):
    """The anchor of a heading on the site, which keeps the capital of the first word."""
    path = ROOT / "Documentation" / f"{page}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for heading in re.findall(r"^#+ +(.*)$", text, re.M):
        if re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") == anchor:
            return heading[0] + anchor[1:]
    return anchor[0].upper() + anchor[1:]


# Each pattern turns a link to a file into a link to a page, or into plain text for files that the
# site does not have.
REWRITES = [
    (r"\]\((?:\.\./|Documentation/)*(SECURITY|CONTRIBUTING)\.md\)", r"](doc:\1)"),
    (r"\]\((?:\.\./)*(?:Documentation/)?([A-Za-z]+)\.md#([^)]*)\)",
     lambda m: f"](doc:{m[1]}#{site_anchor(m[1], m[2])})"),
    (r"\]\(Documentation/([A-Za-z]+)\.md\)", r"](doc:\1)"),
    (r"\[([^]]*)\]\((?:\.\./)*(?:README|CHANGELOG|Registry/README)\.md\)", r"\1"),
    (r"\[([^]]*)\]\((?:Makefile|LICENSE)\)", r"\1"),
    (r"\]\((?:\.\./)?([A-Za-z]+)\.md\)", r"](doc:\1)"),
    (r"\]\(Pictures/([A-Za-z]+)\.(?:svg|png)\)", r"](\1)"),
]


def as_page(path):
    text = path.read_text(encoding="utf-8")
    for pattern, replacement in REWRITES:
        text = re.sub(pattern, replacement, text)
    return text


def index(root, modules):
    """The index as the root of the site; its lists are the entries of the navigator."""
    lines, topics = [], False
    for number, line in enumerate(as_page(root / "Documentation" / "README.md").splitlines()):
        entry = re.search(r"\((doc:[A-Za-z]+)\)", line)
        if number == 0:
            lines += ["# swift-uniform-types", "", "@Metadata {", "  @TechnologyRoot", "}"]
        elif line.startswith("## "):
            lines += [] if topics else ["## Topics", ""]
            lines.append("#" + line)
            topics = True
        elif line.startswith("- [") and entry:
            lines.append(f"- <{entry[1]}>")
        else:
            lines.append(line)
    lines += ["", "### Modules", "", *(f"- ``/{module}``" for module in modules)]
    return "".join(line + "\n" for line in lines)


# The output of commands has 100 columns, which fit next to the navigator of a window of 1280 pixels.
STYLE = ".code-listing pre>code{font-size:12.5px!important}"


def extract_symbols(package, folder):
    information = output(["swiftc", "-print-target-info"])
    triple = re.search(r'"triple": "([^"]*)"', information)[1]
    for module, parts in package.documented_modules.items():
        command = ["swift", "symbolgraph-extract", "-module-name", module, *package.module_flags]
        command += ["-target", triple, "-minimum-access-level", "public"]
        command += ["-skip-synthesized-members", "-output-dir", str(folder)]
        if parts:
            command.append(f"-experimental-allowed-reexported-modules={','.join(parts)}")
        say(output(command).strip())
        leave_out(folder / f"{module}.symbols.json", parts)


def leave_out(path, parts):
    """Removes what a graph has of a part beyond the named types: another module's page has it."""
    graph = json.loads(path.read_text(encoding="utf-8"))

    def belongs(symbol):
        for part, names in parts.items():
            if names and symbol["identifier"]["precise"].startswith(f"s:{len(part)}{part}"):
                return symbol["pathComponents"][0] in names
        return True

    graph["symbols"] = [symbol for symbol in graph["symbols"] if belongs(symbol)]
    known = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
    graph["relationships"] = [edge for edge in graph["relationships"] if edge["source"] in known]
    path.write_text(json.dumps(graph), encoding="utf-8")


def find_docc():
    # Next to the compiler itself, to which `swift` on the search path may be a link.
    docc = Path(shutil.which("swift")).resolve().parent / "docc"
    found = str(docc) if docc.exists() else shutil.which("docc")
    return found or fail("This toolchain has no docc.")


def check(package, _):
    root, docc = package.root, find_docc()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        catalogue, symbols = work / "manual.docc", work / "symbols"
        (catalogue / "Pictures").mkdir(parents=True)
        symbols.mkdir()
        extract_symbols(package, symbols)
        documentation = root / "Documentation"
        for path in [*documentation.glob("*.md"), root / "SECURITY.md", root / "CONTRIBUTING.md"]:
            if path.name != "README.md":
                (catalogue / path.name).write_text(as_page(path), encoding="utf-8")
        for path in (documentation / "Modules").glob("*.md"):
            (catalogue / f"Module{path.name}").write_text(as_page(path), encoding="utf-8")
        for path in (documentation / "Pictures").iterdir():
            shutil.copy(path, catalogue / "Pictures")
        page = index(root, package.documented_modules)
        (catalogue / "swift-uniform-types.md").write_text(page, encoding="utf-8")

        lost = []
        for path in sorted(catalogue.glob("*.md")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if re.search(r"\]\([^)]*\.(md|sh|plist)\)|\]\(\.\./", line):
                    lost.append(f"{path.name}:{number}: {line}")
        if lost:
            say("\n".join(lost))
            fail("These links lead nowhere on the site.", "Name a page of the manual, or no link.")

        site = root / ".build" / "docs"
        shutil.rmtree(site, ignore_errors=True)
        result = subprocess.run(
            [docc, "convert", str(catalogue), "--additional-symbol-graph-dir", str(symbols),
             "--fallback-display-name", "swift-uniform-types", "--warnings-as-errors",
             "--output-dir", str(site)],
            stdin=subprocess.DEVNULL,
        )
        if result.returncode != 0:
            fail("docc found links or parameters that do not exist.")
        for path in (site / "css").glob("index.*.css"):
            path.write_text(path.read_text(encoding="utf-8") + STYLE, encoding="utf-8")
    say(f"The site is in {site}; docc preview and any server of files show it")
