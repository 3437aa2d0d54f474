"""Examples and transcripts of the manual, and the client programs in Tests/Programs.

A block of Swift is an example. It compiles without a warning and runs in three modes: Swift 6,
Swift 5, and Swift 6 with the main actor as the default isolation. Marks before a block:

  given: CODE       code that readers need not see comes first, such as an import
  continued: CODE   the same, and the block continues the example before it
  file: NAME        the block is a file that the examples of its page find in their folder
  generated         the block has only the help of a command, which `record` writes

`check: CODE` in the line after a block states what must hold then. If a line that begins with
`print(` ends with a comment, the comment is the line that it prints. A block with the targets of
a manifest is read as a part of one. A block of the language `console` is a transcript: the output
of the commands after its prompts, standard error included, on a terminal of 100 columns without
colours and on a machine without a database.
"""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from package import ROOT, fail, output, say
from pages import manual_pages

MODES = {
    "six": ["-swift-version", "6"],
    "five": ["-swift-version", "5"],
    "isolated": ["-swift-version", "6", "-default-isolation", "MainActor"],
}


# Scripts/check.sh from-apple builds it.
FROM_APPLE = ROOT / "Tools" / "FromApple" / ".build" / "debug" / "from-apple"


def can_run(block):
    """Whether the programs of a transcript are built; a message if not."""
    if FROM_APPLE.exists() or not any(line.startswith("$ from-apple") for line in block.body):
        return True
    say(f"skipped: the transcript at {block.place} needs from-apple: bash Scripts/check.sh from-apple")
    return False


class Example:
    """The code of one or more blocks, with the files of their page."""

    def __init__(self, block, files):
        self.place, self.files, self.lines = block.place, files, []
        self.name = f"{block.page.path.stem}-{block.line}"

    def append(self, block):
        self.lines.append(block.marks.get("continued") or block.marks.get("given") or "")
        self.lines += block.body
        if block.check:
            self.lines.append(block.check)

    @property
    def source(self):
        return "".join(line + "\n" for line in self.lines)


def split(page):
    """The examples and transcripts of a page, and its files by their names."""
    files = {block.marks["file"]: block.text for block in page.blocks if "file" in block.marks}
    examples, transcripts = [], []
    for block in page.blocks:
        if "file" in block.marks:
            continue
        if block.language == "console":
            transcripts.append(block)
        elif block.language == "swift":
            if "continued" not in block.marks or not examples:
                examples.append(Example(block, files))
            examples[-1].append(block)
    return examples, transcripts, files


def write_files(folder, files):
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def expected_output(source):
    """The comments of lines that begin with `print(`."""
    return re.findall(r"^ *print\(.*\) +// (.*)$", source, re.M)


class Check:
    def __init__(self, package, work):
        self.package, self.work = package, work
        self.count = self.failures = 0
        self.flags = ["-warnings-as-errors", *package.module_flags, "-L", str(work), "-lClient"]
        self.flags += ["-Xlinker", f"-rpath={work}"]

    def wrong(self, sentence, log=""):
        self.failures += 1
        say(f"error: {sentence}")
        if log:
            say(log.rstrip("\n"))

    def link_library(self):
        """Links every module that an example can import into one library."""
        libraries = output(["pkg-config", "--libs", "libxml-2.0"]).split()
        objects = [str(path) for path in self.package.client_objects()]
        command = ["swiftc", "-emit-library", "-o", str(self.work / "libClient.so")]
        output([*command, *objects, *libraries])

    def compile(self, source, program, flags):
        """Compiles one file; returns the messages of a compiler that failed, or nothing."""
        result = subprocess.run(
            ["swiftc", *self.flags, *flags, str(source), "-o", str(program)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        if result.returncode == 0:
            return None
        shown = re.findall(r"^.*(?:error|warning):.*\n(?:.*\n){0,4}", result.stdout, re.M)
        return "".join(shown) or result.stdout

    def run(self, program, files=None, arguments=()):
        """Runs a program in a new folder, which is its home too."""
        home = program.with_name(program.name + ".home")
        shutil.rmtree(home, ignore_errors=True)
        write_files(home, files or {})
        environment = {**os.environ, "HOME": str(home), "SWIFT_BACKTRACE": "enable=no"}
        for name in ("DATA", "STATE", "CACHE", "CONFIG"):
            environment.pop(f"XDG_{name}_HOME", None)
        try:
            return subprocess.run(
                [str(program), *arguments], cwd=home, env=environment, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, errors="replace", timeout=60,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess([], 124, "", "no end after 60 seconds\n")

    def works(self, name, source, program, flags, files=None):
        """Compiles and runs a program, and looks for its comments in its output, in order."""
        self.count += 1
        log = self.compile(source, program, flags)
        shown = " ".join(flags)
        if log is not None:
            return self.wrong(f"{name} does not compile with {shown}", log)
        result = self.run(program, files)
        errors = "".join(result.stderr.splitlines(keepends=True)[-5:])
        if result.returncode != 0:
            return self.wrong(f"{name} fails with {shown} ({result.returncode})", errors)
        lines = iter(result.stdout.splitlines())
        for line in expected_output(Path(source).read_text(encoding="utf-8")):
            if line not in lines:
                return self.wrong(f"{name} with {shown} does not print: {line}", errors)

    def example(self, example):
        folder = self.work / "examples" / example.name
        folder.mkdir(parents=True)
        source = folder / "main.swift"
        if re.search(r"^targets: \[", example.source, re.M):
            return self.manifest(example, folder)
        source.write_text(example.source, encoding="utf-8")
        for mode, flags in MODES.items():
            name = f"the example at {example.place}"
            self.works(name, source, folder / mode, flags, example.files)

    def manifest(self, example, folder):
        """Reads a block with the targets of a manifest as a part of one."""
        self.count += 1
        version = os.environ["UTI_MINIMUM_SWIFT_VERSION"]
        (folder / "Package.swift").write_text(
            f"// swift-tools-version: {version}\nimport PackageDescription\n"
            f'let package = Package(name: "Client",\n{example.source})\n'
        )
        result = subprocess.run(
            ["swift", "package", "--package-path", str(folder), "dump-package"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        if result.returncode != 0:
            self.wrong(f"the manifest at {example.place} is none", result.stdout)

    def transcript(self, block, files):
        """What the commands of a transcript print today."""
        name = f"{block.page.path.stem}-{block.line}"
        home = self.work / "transcripts" / name
        write_files(home, files)
        (home / "data").mkdir()
        script = home.with_suffix(".sh")
        commands = [line for line in block.body if line.startswith("$ ")]
        script.write_text(
            "".join(f"printf '%s\\n' {shlex.quote(line)}\n{line[2:]}\n" for line in commands),
            encoding="utf-8",
        )
        environment = {
            **os.environ, "PATH": f"{self.package.uti.parent}:{FROM_APPLE.parent}:{os.environ['PATH']}",
            "HOME": str(home), "LC_ALL": "C.UTF-8", "LANGUAGE": "", "NO_COLOR": "1",
            "TERM": "dumb", "XDG_DATA_DIRS": "/nonexistent",
            "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(home / "data"),
        }
        result = subprocess.run(
            ["script", "-qc", f"stty cols 100; bash {shlex.quote(str(script))}", "/dev/null"],
            cwd=home, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        )
        text = result.stdout.decode("utf-8", "replace").replace("\r", "")
        return [line.rstrip() for line in text.splitlines()]

    def transcripts(self, page, blocks, files):
        for block in filter(can_run, blocks):
            self.count += 1
            printed = self.transcript(block, files)
            if without_lines(block.body) != without_lines(printed):
                self.wrong(f"the transcript at {block.place} shows something else",
                           difference(block.body, printed))

    def sections(self):
        """Every command has its section in a page of commands, and generated blocks are marked."""
        pages = [page for page in pages_with_examples(self.package.root)
                 if page.path.name.startswith("Commands")]
        text = "\n".join(page.path.read_text(encoding="utf-8") for page in pages)
        for block in (block for page in pages for block in page.blocks):
            commands = [line for line in block.body if line.startswith("$ ")]
            is_help = len(commands) == 1 and commands[0].startswith("$ uti help")
            if is_help != ("generated" in block.marks):
                self.wrong(f"the block at {block.place} is help without a mark, or the reverse",
                           "Write <!-- generated --> before the help of a command.")
        for name in self.package.commands:
            self.count += 1
            if not re.search(rf"^##+ uti {name}$", text, re.M):
                self.wrong(f'no page Documentation/Commands*.md has a section "uti {name}"')

    def programs(self):
        """The client programs, in every language mode that clients have."""
        tests = self.package.root / "Tests" / "Programs"
        folder = self.work / "programs"
        # The meaning of top-level code depends on the name of its file.
        for name in ("Waits", "Blocks"):
            (folder / name).mkdir(parents=True)
            shutil.copy(tests / f"{name}.swift", folder / name / "main.swift")
        for mode in ("5", "6"):
            version = ["-swift-version", mode]
            self.works("Tests/Programs/Waits.swift", folder / "Waits" / "main.swift",
                       folder / f"Waits-{mode}", version)
            self.works("Tests/Programs/MainType.swift", tests / "MainType.swift",
                       folder / f"MainType-{mode}", [*version, "-parse-as-library"])
            self.blocking_calls(folder, mode)

    def blocking_calls(self, folder, mode):
        """A call that Swift does not select as asynchronous waits, and has a Boolean value."""
        name, source = "Tests/Programs/Blocks.swift", folder / "Blocks" / "main.swift"
        program = folder / f"Blocks-{mode}"
        log = self.compile(source, program, ["-no-warnings-as-errors", "-swift-version", mode])
        if log is not None:
            return self.wrong(f"{name} does not compile with -swift-version {mode}", log)
        saved = program.with_name(program.name + ".home") / "Blocks.txt"
        # There is no file but after a save.
        for call, success in (("save", True), ("open", False), ("autosave", True), ("revert", False),
                              ("close", True), ("discarded", None), ("none", None)):
            self.count += 1
            saved.unlink(missing_ok=True)
            result = self.run(program, arguments=[call])
            printed = ([str(success).lower()] if success is not None else []) + ["came to its end"]
            if result.returncode != 0 or result.stdout.splitlines() != printed:
                self.wrong(f"{name} prints something else for {call} with -swift-version {mode}",
                           result.stdout + result.stderr[-2000:])
            if call in ("save", "none") and not (saved.exists() and saved.stat().st_size):
                self.wrong(f"{name} saves nothing at {call} with -swift-version {mode}")


def without_lines(lines):
    """A transcript without line numbers of the registry, which every addition changes."""
    pattern = re.compile(r"(Registry/[a-z]+/[a-z0-9-]+\.(?:plist|xml)):[0-9]+")
    return [pattern.sub(r"\1", line) for line in lines]


def difference(shown, printed):
    import difflib

    shown, printed = without_lines(shown), without_lines(printed)
    return "\n".join(difflib.unified_diff(shown, printed, "shown", "printed", lineterm="", n=1))


def pages_with_examples(root):
    # Getting started is a package that its own check builds.
    return [page for page in manual_pages(root) if page.path.name != "GettingStarted.md"]


def require_build(package):
    if not (package.build / "Modules" / "UniformDocuments.swiftmodule").exists():
        fail("The tests are not built.", "Run: bash Scripts/test.sh")


def check(package, _):
    require_build(package)
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        (work / "examples").mkdir()
        # Manifests depend on a package of this name next to them.
        (work / "examples" / "swift-uniform-types").symlink_to(package.root)
        run = Check(package, work)
        run.link_library()
        for page in pages_with_examples(package.root):
            examples, transcripts, files = split(page)
            for example in examples:
                run.example(example)
            run.transcripts(page, transcripts, files)
        if run.count == 0:
            fail("No example was found.", "Examples begin with a line ```swift.")
        run.sections()
        run.programs()
    if run.failures:
        fail(f"{run.failures} of {run.count} examples and programs are wrong.",
             "Correct them, or the pages.")
    say(f"{run.count} examples and programs compile, run and print what they say")


def record(package, _):
    """Writes into every transcript what its commands print today."""
    require_build(package)
    with tempfile.TemporaryDirectory() as work:
        run = Check(package, Path(work))
        for page in pages_with_examples(package.root):
            _, transcripts, files = split(page)
            lines = page.path.read_text(encoding="utf-8").splitlines()
            for block in filter(can_run, reversed(transcripts)):
                lines[block.line:block.line + len(block.body)] = run.transcript(block, files)
            text = "".join(line + "\n" for line in lines)
            if transcripts and text != page.path.read_text(encoding="utf-8"):
                page.path.write_text(text, encoding="utf-8")
    say("The transcripts show what the commands print")
