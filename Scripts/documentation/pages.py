"""The one reader of Markdown pages and of their marked blocks."""

import re
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^( *)```(.*)$")
MARK = re.compile(r"^<!-- ([a-z]+)(?:: (.*))? -->$")


@dataclass
class Block:
    """A fenced block, with the marks in the lines directly before it and its `check` after it.

    A mark is a comment of one line, `<!-- NAME -->` or `<!-- NAME: VALUE -->`.
    """

    page: "Page"
    line: int
    language: str
    marks: dict
    body: list = field(default_factory=list)
    check: str | None = None

    @property
    def text(self):
        return "".join(line + "\n" for line in self.body)

    @property
    def place(self):
        return f"{self.page.name}:{self.line}"


class Page:
    """A Markdown page: its blocks, and its other lines as (number, text) pairs."""

    def __init__(self, root, path):
        self.path = Path(path)
        self.name = str(self.path.relative_to(root))
        self.blocks = []
        self.prose = []
        self._read(self.path.read_text(encoding="utf-8").splitlines())

    def _read(self, lines):
        block, indentation, marks, previous = None, "", {}, None
        for number, line in enumerate(lines, 1):
            fence = FENCE.match(line)
            if block is not None:
                if fence and not fence[2]:
                    if not indentation:
                        self.blocks.append(block)
                        previous = block
                    block = None
                else:
                    block.body.append(line)
                continue
            if fence:
                # An indented block belongs to a list and is shown only.
                indentation = fence[1]
                block = Block(self, number, fence[2], {} if indentation else marks)
                marks = {}
                continue
            mark = MARK.match(line)
            if mark and mark[1] == "check" and previous is not None:
                previous.check = mark[2]
            elif mark:
                marks[mark[1]] = mark[2]
            else:
                marks = {}
                self.prose.append((number, line))
            previous = None
        if block is not None:
            raise SystemExit(f"error: {self.name}:{block.line}: the block has no end")

    def headings(self):
        """The anchors of the headings, in the form that code hosts give them."""
        for _, line in self.prose:
            heading = re.match(r"#+ +(.*)$", line)
            if heading:
                text = re.sub(r"[^a-z0-9 _-]", "", heading[1].lower())
                yield text.replace(" ", "-")

    def links(self):
        """The targets of the links outside code, each with its line."""
        for number, line in self.prose:
            for target in re.findall(r"\]\(([^)]*)\)", re.sub(r"`[^`]*`", "", line)):
                yield number, target


def manual_pages(root):
    """The front page, the security policy, the manual without its index, and the pages of modules."""
    paths = [root / "README.md", root / "SECURITY.md"]
    for folder in (root / "Documentation", root / "Documentation" / "Modules"):
        paths += sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    return [Page(root, path) for path in paths]


def all_pages(root):
    """Every Markdown page of the repository outside hidden folders."""
    paths = []
    for path in sorted(root.rglob("*.md")):
        if not any(part.startswith(".") for part in path.relative_to(root).parts):
            paths.append(path)
    return [Page(root, path) for path in paths]
