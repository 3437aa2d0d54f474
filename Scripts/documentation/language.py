"""The language of comments, pages, messages, test names and commit subjects.

Documentation/Terms.md has the preferred terms. This check counts words and patterns that plain
technical English avoids, in six sections: comments of sources, comments of tests, texts (the string
literals of more than two words, which are help, messages and lint findings), names of tests, pages,
and scripts. `--command` adds a seventh, the help and manual pages that `uti` prints. Rates are
matches per 1,000 words, outside of code spans. `wh` is the percentage of doc summaries that
begin with an interrogative word. `formula` is the percentage of doc summaries in which a member that
is not public has the form of Apple's reference, "A Boolean value that indicates whether"; such a
member has the short form "True if" or "Returns true if".

The rate of a marker in a section must not exceed its ceiling. For a section above a ceiling the check
prints every file with the marker, and the lines.
"""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

from package import fail, output, say
from pages import Page, all_pages

WORDS = Path(__file__).with_name("words.txt")

MARKERS = {
    "person": re.compile(r"\b(?:whoever|somebody|nobody|anybody|someone|anyone)\b", re.I),
    "tell": re.compile(r"\b(?:tells?|told)\b", re.I),
    "where": re.compile(r"\b[Ww]here (?:there|it|they|a|the|nobody|that|this)\b"),
    "stand": re.compile(r"\bstands?\b"),
    "that-of": re.compile(r"\b(?:that|those) of\b"),
    "fronted": re.compile(r"(?:^|[.;:] )Of [a-z]"),
    # "is no X" for "is not a X". "There is no X", "is no longer" and "is no more" are plain.
    "is-no": re.compile(r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b)[a-z]", re.I),
    "beside": re.compile(r"\bbeside\b", re.I),
    "behind": re.compile(r"\bbehind\b", re.I),
    "own": re.compile(r"\bof (?:its|their|our|your|one's) own\b", re.I),
}
CODE = re.compile(r"`[^`]*`")
SUMMARY = re.compile(r"(?:What|Whether|How|Why|Who|Where)\b")
FORMULA = re.compile(r"\s*/// (?:Returns a|A) Boolean value that indicates whether\b")
# Columns with a percentage of the doc summaries.
OF_SUMMARIES = {"wh": "wh-summaries", "formula": "formula-summaries"}
# The level of GRDB (where 0.03, the others at most 0.09, wh 0.2 %), of swift-collections (at most 0.08,
# wh 0.3 %) and of swift-argument-parser (where 0.49, the others at most 0.05, wh 0.2 %) in this count.
# For the newer markers, they have at most 0.01 (is-no), 0 (beside), 0.05 (behind) and 0.01 (own), with
# "There is no X" left out. The formula is on 2 of 2,106 members that are not public in swift-collections only.
CEILINGS = {**dict.fromkeys(MARKERS, 0.1), "wh": 1.0, "formula": 0.0}
# Messages and test names are above that level. Their ceilings are the measured rates, and may only fall.
MEASURED = {
    "texts": {"is-no": 1.0, "beside": 0.2, "behind": 0.25, "own": 0.5},
    "names": {"is-no": 1.32, "beside": 0.75, "behind": 0.18, "own": 0.27},
}
# A history without a tag is checked after this commit.
FIRST_COMMIT = "c3e24a3f3a"
SECTIONS = ("comments", "tests", "texts", "names", "pages", "scripts", "help")
LONGEST_SUBJECT = 72


def add_options(parser):
    parser.description = __doc__
    parser.add_argument("--table", action="store_true", help="print every target and page")
    parser.add_argument("--command", action="store_true", help="check the help of `uti` too")
    parser.add_argument("--commits-since", metavar="REVISION",
                        help="check the commit subjects since a revision, not since the last tag")
    parser.add_argument("--beside", metavar="DIRECTORY", nargs="+", type=Path, default=[],
                        help="only count the comments of these packages, for a comparison")
    parser.add_argument("--add-words", action="store_true",
                        help="add the unknown words to the word list, for review")


class Text:
    """One file of a section: its lines of text, and the summaries of its doc comments."""

    def __init__(self, section, name, group, lines, summaries=(), formulas=()):
        self.section, self.name, self.group = section, name, group
        self.lines, self.summaries, self.formulas = list(lines), list(summaries), list(formulas)

    @property
    def key(self):
        return (self.section, self.name)

    def count(self):
        counts = Counter()
        for line in self.lines:
            counts["words"] += len(line.split())
            line = CODE.sub("code", line)
            for marker, pattern in MARKERS.items():
                counts[marker] += len(pattern.findall(line))
        counts["summaries"] = len(self.summaries)
        for column in OF_SUMMARIES:
            counts[column] = len(self.places(column))
        return counts

    def places(self, column):
        """The lines that a column counts."""
        if column == "formula":
            return self.formulas
        if column == "wh":
            return [line for line in self.summaries if SUMMARY.match(line)]
        return [line for line in self.lines if MARKERS[column].search(CODE.sub("code", line))]

    def paragraphs(self):
        if self.section in ("names", "texts"):
            return self.lines
        return re.split(r"\n\s*\n|\n(?=\s*[-|#*])", "\n".join(self.lines))

    def sentences(self):
        """The numbers of words of the sentences."""
        for paragraph in self.paragraphs():
            for sentence in re.split(r"(?<=[.!?:;])\s+", paragraph):
                count = len(sentence.split())
                if count > 2:
                    yield count


# MARK: - Reading


def comments(source):
    """The text of the comment lines of a Swift or C source, and its summaries."""
    lines, summaries, in_documentation = [], [], False
    for line in source.splitlines():
        comment = re.match(r"^\s*///? ?(.*)", line)
        if comment:
            lines.append(comment[1])
        documentation = re.match(r"^\s*/// ?(.*)", line)
        if documentation and not in_documentation:
            summaries.append(documentation[1])
        in_documentation = bool(documentation)
    return lines, summaries


def formulas(source):
    """The summaries in the form of public members, of Swift members that are not public."""
    lines = source.splitlines()
    for number, line in enumerate(lines):
        if not FORMULA.match(line):
            continue
        member = number + 1
        while re.match(r"\s*(?://|#|@(?!.*\b(?:func|var|let)\b))", lines[member]):
            member += 1
        # A requirement has the access of its protocol.
        indentation = re.match(r"\s*", lines[member])[0]
        outer = next((outer for outer in reversed(lines[:member])
                      if outer.strip() and not re.match(rf"\s*//|{indentation}|\s*#", outer)), "")
        if not re.search(r"\b(?:public|open)\b", lines[member].partition("{")[0]) \
                and not (indentation and re.search(r"\bpublic protocol\b", outer)):
            yield line.strip()


STRING = re.compile(r'"""\n(.*?)"""|"((?:\\.|[^"\\\n])*)"', re.S)


def texts(source):
    """String literals of more than two words, with interpolations as one word."""
    source = re.sub(r"^\s*//.*$", "", source, flags=re.M)
    for long, short in STRING.findall(source):
        text = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "X", long or short)
        for line in text.splitlines():
            if len(line.split()) > 2:
                yield line.strip()


def test_names(source):
    names = re.findall(r"func `([^`]+)`", source)
    names += re.findall(r'@(?:Test|Suite)\(\s*"((?:\\.|[^"\\])*)"', source)
    return names


def script_comments(source):
    return re.findall(r"(?:^|\s)(?:#|//+) ?([^!\n].*)", source)


def prose(page):
    """The lines of a page outside of blocks, without code and without targets of links."""
    for _, line in page.prose:
        yield re.sub(r"\]\([^)]*\)", "]", line)


def collect(package):
    root = package.root

    def read(path):
        return path.read_text(encoding="utf-8")

    for path in sorted((root / "Sources").rglob("*.*")):
        if path.suffix not in (".swift", ".c", ".h"):
            continue
        name, source = str(path.relative_to(root)), read(path)
        group = path.relative_to(root / "Sources").parts[0]
        yield Text("comments", name, group, *comments(source), formulas(source))
        if path.suffix == ".swift":
            yield Text("texts", name, group, texts(source))
    for folder in ("Tests", "Examples"):
        for path in sorted((root / folder).rglob("*.*")):
            if path.suffix not in (".swift", ".c", ".h") or ".build" in path.parts or path.is_symlink():
                continue
            name, group = str(path.relative_to(root)), path.relative_to(root).parts[1]
            if folder == "Tests":
                yield Text("tests", name, group, *comments(read(path)))
            if path.suffix == ".swift":
                yield Text("names", name, group, test_names(read(path)))
    for page in all_pages(root):
        if page.path.name == "Terms.md":
            # It quotes the paraphrases.
            continue
        yield Text("pages", page.name, page.name, prose(page))
    scripts = [root / "Makefile", root / "Package.swift", root / ".ci" / "run"]
    for folder in ("Scripts", "Benchmarks", "Examples", "Fuzzing", "Python", "Tools", "Web"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".sh", ".py", ".awk", ".swift", ".c", ".h", ".cpp"):
                if ".build" not in path.parts:
                    scripts.append(path)
    for path in scripts:
        name = str(path.relative_to(root))
        # In Swift, # begins no comment.
        lines = comments(read(path))[0] if path.suffix == ".swift" else script_comments(read(path))
        if path.suffix == ".py":
            lines += [line for text in re.findall(r'"""(.*?)"""', read(path), re.S)
                      for line in text.splitlines()]
        yield Text("scripts", name, name.split("/")[0], lines)


def help_pages(package):
    """The help and the manual page of each command."""
    for name in ["", *package.commands]:
        for kind, words in (("help", ["help"]), ("manual", ["help", "manual"])):
            text = output([str(package.uti), *words, *([name] if name else [])])
            # Macros of man pages are no text.
            text = re.sub(r"\\f[A-Z]|\\&|\\", "", re.sub(r"^\.\S+ ?", "", text, flags=re.M))
            yield Text("help", " ".join(["uti", kind, name]).strip(), "uti", text.splitlines())


# MARK: - Counting


def rates(counts):
    words, summaries = max(counts["words"], 1), max(counts["summaries"], 1)
    found = {marker: 1000 * counts[marker] / words for marker in MARKERS}
    for column in OF_SUMMARIES:
        found[column] = 100 * counts[column] / summaries
    return found


def row(name, counts):
    shown = rates(counts)
    cells = [f"{shown[marker]:.2f}" for marker in MARKERS]
    for column in OF_SUMMARIES:
        cells.append(f"{counts[column]} of {counts['summaries']}" if counts["summaries"] else "-")
    return f"| {name} | {counts['words']} | {' | '.join(cells)} |"


def header(title):
    cells = [title, "words", *MARKERS, *OF_SUMMARIES.values()]
    return f"| {' | '.join(cells)} |\n|{'---|' * len(cells)}"


def print_table(all_texts, counts, by_file):
    for section in SECTIONS:
        members = [text for text in all_texts if text.section == section]
        if not members:
            continue
        total, groups = Counter(), {}
        for text in members:
            total += counts[text.key]
            groups.setdefault(text.group, Counter()).update(counts[text.key])
        lengths = sorted(length for text in members for length in text.sentences())
        print(header(section))
        if by_file:
            for name, group in sorted(groups.items()):
                print(row(name, group))
        print(row("all", total))
        if lengths:
            mean = sum(lengths) / len(lengths)
            long = 100 * sum(length > 30 for length in lengths) / len(lengths)
            print(f"\nSentences of {section}: {mean:.1f} words in the mean, 9 of 10 have at most "
                  f"{lengths[len(lengths) * 9 // 10]}, {long:.1f} % have more than 30.\n")


def count_beside(directories):
    print(header("comments"))
    for directory in directories:
        lines, summaries, forms = [], [], []
        sources = directory / "Sources" if (directory / "Sources").is_dir() else directory
        for path in sorted(sources.rglob("*.swift")):
            source = path.read_text(encoding="utf-8", errors="replace")
            found = comments(source)
            lines += found[0]
            summaries += found[1]
            forms += formulas(source)
        print(row(directory.name, Text("comments", "", "", lines, summaries, forms).count()))


# MARK: - The ceilings


def ceiling(section, column):
    return MEASURED.get(section, {}).get(column, CEILINGS[column])


def excesses(all_texts, counts):
    """The sections and markers above their ceiling, each with the rate."""
    for section in SECTIONS:
        total = sum((counts[text.key] for text in all_texts if text.section == section), Counter())
        for column, rate in rates(total).items():
            if rate > ceiling(section, column):
                yield section, column, rate


def report_excess(all_texts, counts, section, column, rate):
    unit = "% of the summaries" if column in OF_SUMMARIES else "per 1,000 words"
    say(f"error: {section}: {column}: {rate:.2f} {unit}, {ceiling(section, column)} allowed")
    for text in all_texts:
        if text.section == section and counts[text.key][column]:
            say(f"  {text.name}:")
            for line in text.places(column):
                say(f"    {line.strip()[:100]}")


# MARK: - Spelling


def plain_words(text):
    """The words of a text that a dictionary can know: no code, names, paths or abbreviations."""
    # A literal without such a word is data, such as a list of names.
    lines = [line for line in text.lines
             if text.section != "texts" or re.search(r" (?:an?|the|is|are|of|not|no|has|and) ", line)]
    line = " ".join(lines)
    line = re.sub(r"`+[^`]*`+|<[^>]*>|https?:\S+|\S*[/\\@_=$%{}]\S*|\S+\(\S*", " ", line)
    for word in re.findall(r"(?<![\w.'-])[A-Za-z][A-Za-z'’]*[a-z]\b(?!\.\w)", line):
        word = word.replace("’", "'").removesuffix("'s")
        if not re.search(r"[a-z][A-Z]|[A-Z]{2}", word):
            yield word


def find_speller():
    for command in (["hunspell", "-l", "-d", "en_US,en_GB", "-i", "UTF-8"],
                    ["aspell", "list", "-l", "en"]):
        if shutil.which(command[0]):
            return command


def check_spelling(all_texts, adds):
    command = find_speller()
    if not command:
        say("skipped: spelling, because neither hunspell nor aspell is installed "
            "(apt-get install hunspell hunspell-en-us hunspell-en-gb)")
        return 0
    files = {}
    for text in all_texts:
        for word in plain_words(text):
            files.setdefault(word, set()).add(text.name)
    result = subprocess.run(command, input="\n".join(sorted(files)), text=True,
                            capture_output=True, env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    if result.returncode != 0:
        fail(f"{command[0]} failed: {result.stderr.strip()}",
             "It needs a dictionary: apt-get install hunspell-en-us hunspell-en-gb")
    known = set(WORDS.read_text(encoding="utf-8").split()) if WORDS.exists() else set()
    unknown = sorted({word for word in result.stdout.split()
                      if word not in known and word.lower() not in known})
    if adds:
        words = sorted(known | {word for word in unknown}, key=lambda word: (word.lower(), word))
        WORDS.write_text("\n".join(words) + "\n", encoding="utf-8")
        return 0
    for word in unknown:
        say(f"error: {sorted(files.get(word, {'?'}))[0]}: unknown word: {word}")
    return len(unknown)


# MARK: - Commits


def check_commits(package, revision):
    """The number of commit subjects that are too long."""
    git = ["git", "-C", str(package.root)]

    def ask(*words):
        result = subprocess.run([*git, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                text=True)
        return result.stdout.strip() if result.returncode == 0 else None

    since = revision or ask("describe", "--tags", "--abbrev=0")
    since = since or FIRST_COMMIT
    subjects = ask("log", "--no-merges", "--format=%h %s", f"{since}..HEAD")
    if subjects is None:
        say(f"skipped: commit subjects, because this clone has no revision {since}")
        return 0
    wrong = [line for line in subjects.splitlines()
             if len(line.partition(" ")[2]) > LONGEST_SUBJECT]
    for line in wrong:
        say(f"error: the subject has more than {LONGEST_SUBJECT} characters: {line}")
    return len(wrong)


def check(package, options):
    if options.beside:
        return count_beside(options.beside)
    all_texts = list(collect(package))
    if options.command:
        all_texts += help_pages(package)
    counts = {text.key: text.count() for text in all_texts}
    print_table(all_texts, counts, options.table)

    found = list(excesses(all_texts, counts))
    for section, column, rate in found:
        report_excess(all_texts, counts, section, column, rate)
    wrong = check_spelling(all_texts, options.add_words)
    wrong += check_commits(package, options.commits_since)
    if found:
        fail(f"The language has {len(found)} rates above their ceilings.",
             "Write it with the terms of Documentation/Terms.md.")
    if wrong:
        fail(f"{wrong} words or commit subjects are wrong.",
             "Correct them; a correct word goes into Scripts/documentation/words.txt.")
    say(f"{len(all_texts)} texts have no marker above its ceiling")
