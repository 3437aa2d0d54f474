"""Dead links: files, headings, pages that sources name, and topics of modules.

Links to other hosts are not followed. Links to symbols are checked by `site`.
"""

import os
import re

from package import fail, say
from pages import all_pages

DECLARATION = re.compile(
    r"^(?:@[A-Za-z]+ |nonisolated |indirect |final )*(?:public|open) "
    r"(?:nonisolated |indirect |final )*(?:class|struct|enum|protocol|actor) ([A-Z]\w*)"
)


def sources(root):
    """The files whose comments can name a page."""
    for folder in ("Sources", "Tests", "Scripts", "Benchmarks", "Examples", "Fuzzing", "Tools", "Web"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".swift", ".sh", ".py", ".c", ".h") and ".build" not in path.parts:
                yield path
    yield root / "Makefile"


def check(package, _):
    root = package.root
    pages = {page.name: page for page in all_pages(root)}
    headings = {name: set(page.headings()) for name, page in pages.items()}
    dead = count = 0

    def complain(place, sentence):
        nonlocal dead
        dead += 1
        say(f"{place}: error: {sentence}")

    for name, page in pages.items():
        for line, target in page.links():
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            file, _, heading = target.partition("#")
            path = name
            if file:
                found = page.path.parent / file
                if not found.exists():
                    complain(f"{name}:{line}", f"there is no {file}")
                    continue
                path = os.path.relpath(found.resolve(), root)
            if heading and heading not in headings.get(path, ()):
                complain(f"{name}:{line}", f"{path} has no heading #{heading}")

    for path in sources(root):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in re.findall(r"Documentation/[A-Za-z]+\.md", line):
                count += 1
                if not (root / name).exists():
                    complain(f"{path.relative_to(root)}:{number}", f"there is no {name}")

    for module, parts in package.documented_modules.items():
        page = package.module_page(module)
        topics = set(re.findall(r"^- ``(\w+)``$", page.read_text(encoding="utf-8"), re.M))
        for target, names in [(module, None), *parts.items()]:
            for path in package.sources(target):
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                    declaration = DECLARATION.match(line)
                    if not declaration or (names and declaration[1] not in names):
                        continue
                    count += 1
                    if declaration[1] not in topics:
                        complain(f"{path.relative_to(root)}:{number}",
                                 f"{page.relative_to(root)} has no topic for {declaration[1]}")

    if dead:
        fail(f"{dead} of {count} links are dead.")
    say(f"{count} links lead somewhere")
