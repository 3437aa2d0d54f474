"""Pages that build a package, done step by step in an empty folder: GettingStarted.md and Servers.md.

The dependency on this package is replaced by the path of this clone. The package must build without a warning, and its
commands must print what the page shows. Then both programs of Getting started are built and run in every
mode that the page names, and the program of Servers gets the uploads of Examples/Server. A block is a step, and the mark
before it says which:

  file: PATH      write the block there
  prints          compare the block with the output of the commands before it
  mode: PATH      the block can be appended to that file, for another mode
  skipped: WHY    nothing

Blocks of commands need no mark. Servers.md has examples too, which have no step. The library is built in a scratch
folder that examples share.
"""

import importlib.util
import os
import re
import socket
import subprocess
import tempfile
from pathlib import Path

from package import fail, say
from pages import Page

# SwiftPM builds in the shared scratch folder.
PRELUDE = """
swift() {
  local command=$1
  shift
  command swift "$command" --scratch-path "$scratch" "$@"
}
cd -- "$1"
source "$2"
pwd >"$3"
"""


class Walk:
    def __init__(self, package, work, scratch):
        self.package, self.work, self.place = package, work, work
        self.output = ""
        home = str(work / "home")
        # The order of a set of traits must not differ between builds (see run_swift).
        self.environment = {
            **os.environ, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home, "scratch": scratch,
            "SWIFT_DETERMINISTIC_HASHING": "1",
        }

    def perform(self, commands):
        """Runs commands in the folder that the last ones ended in; returns its success."""
        script, place = self.work / "script", self.work / "place"
        script.write_text(commands, encoding="utf-8")
        result = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", PRELUDE, "-", str(self.place), str(script),
             str(place)],
            env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )
        self.output = result.stdout
        # SwiftPM reports files of other packages that it does not compile.
        warnings = [line for line in result.stderr.splitlines()
                    if "warning:" in line and ": found " not in line]
        if result.returncode != 0:
            say(result.stdout + result.stderr)
        elif warnings:
            say("\n".join(warnings))
        else:
            self.place = Path(place.read_text().rstrip("\n"))
            return True
        return False

    def step(self, block, programs, modes):
        marks = block.marks
        if "file" in marks:
            text = re.sub(r'\.package\(url: "[^"]*/swift-uniform-types", branch: "main"',
                          f'.package(name: "swift-uniform-types", path: "{self.package.root}"',
                          block.text)
            (self.place / marks["file"]).write_text(text, encoding="utf-8")
            programs[Path(marks["file"]).name] = text
        elif "prints" in marks:
            if block.text != self.output:
                say(self.output)
                fail(f"{block.place}: something else is printed.")
        elif "mode" in marks:
            modes.append(block.text)
        elif "skipped" in marks:
            pass
        elif block.language == "sh":
            if not self.perform(block.text):
                fail(f"{block.place}: the commands fail, or the compiler warns.")
        else:
            fail(f"{block.place}: the purpose of the block is unknown.", "Write a mark before it.")


def check(package, options):
    page = Page(package.root, package.root / "Documentation" / "GettingStarted.md")
    scratch = str(package.root / ".build" / "clients")
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        (work / "home").mkdir()
        walk, programs, modes = Walk(package, work, scratch), {}, []
        for block in page.blocks:
            walk.step(block, programs, modes)
        if not modes:
            fail(f"{page.name} names no mode.")
        manifest, count = programs["Package.swift"], 0
        # Every mode, and all of them together, with top-level code and with a main function.
        for mode in [*modes, "".join(modes)]:
            (walk.place / "Package.swift").write_text(manifest + mode, encoding="utf-8")
            for program in ("main.swift", "Letters.swift"):
                folder = walk.place / "Sources" / "letters"
                for other in ("main.swift", "Letters.swift"):
                    (folder / other).unlink(missing_ok=True)
                (folder / program).write_text(programs[program], encoding="utf-8")
                if not walk.perform("rm -f Dear*\nswift run\nswift run\nwc -l <Dear*\n"):
                    fail(f"{program} fails, or the compiler warns, with this in Package.swift:", mode)
                if walk.output.split() != ["true", "false", "true", "false", "2"]:
                    fail(f"{program} prints or saves something else with this in Package.swift:",
                         mode, walk.output)
                count += 1
        check_names(walk, manifest, package)
    if (Path(scratch) / "checkouts" / "GRDB.swift").exists():
        fail("GRDB was resolved for a client without the trait ManagedDocuments.")
    say(f"The package of Getting started builds without a warning and saves, in {count} more ways")


# Names that programs have for their own targets, and targets of packages that many programs use.
COMMON_NAMES = """
    DeclarationTools DocumentCore Documents FoundationAdditions ItemProviders Logging MainLoop
    ManagedDocuments Platform Storage TypeDeclarations TypeGraph Types Utilities uti
    Algorithms ArgumentParser AsyncAlgorithms AsyncHTTPClient Atomics Collections Crypto FluentKit
    Hummingbird JWTKit Kingfisher Markdown Metrics NIO NIOCore Numerics RxSwift SnapKit SwiftProtobuf
    SwiftSyntax SwiftyJSON Tracing Vapor Yams CZlib CSQLite CLibXML2""".split()


def check_names(walk, manifest, package):
    """A client of any product can have targets with common names: SwiftPM wants different names."""
    products = [product["name"] for product in package.manifest["products"] if "library" in product["type"]]
    for name in COMMON_NAMES:
        (walk.place / "Sources" / name).mkdir()
        (walk.place / "Sources" / name / "Own.swift").write_text("let own = 1\n", encoding="utf-8")
    dependencies = "".join(f'.product(name: "{name}", package: "swift-uniform-types"), ' for name in products)
    targets = "".join(f'.target(name: "{name}", dependencies: [{dependencies}]), ' for name in COMMON_NAMES)
    (walk.place / "Package.swift").write_text(
        f"{manifest}\npackage.targets += [{targets}]\n", encoding="utf-8")
    if len(products) < 10 or not walk.perform("swift package show-dependencies\n"):
        fail("A client cannot have targets with common names.")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def check_server(package, options):
    """Builds the program of Servers.md and sends it the uploads of Examples/Server."""
    example = package.root / "Examples" / "Server"
    module = importlib.util.spec_from_file_location("server_check", example / "Tests" / "check.py")
    server_check = importlib.util.module_from_spec(module)
    module.loader.exec_module(server_check)
    page = Page(package.root, package.root / "Documentation" / "Servers.md")
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        (work / "home").mkdir()
        walk, programs = Walk(package, work, str(example / ".build")), {}
        port = free_port()
        for block in page.blocks:
            if "file" in block.marks or block.language == "sh":
                block.body = [line.replace("8080", str(port)) for line in block.body]
                walk.step(block, programs, [])
        if not walk.perform("swift build -c release --show-bin-path\n"):
            fail(f"{page.name}: the program was not built.")
        program = Path(walk.output.strip()) / "pictures"
        (walk.place / "public" / "page.html").write_text("<p>")
        process = subprocess.Popen(
            [str(program)], cwd=walk.place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with server_check.Client(process, port, walk.place / "uploads") as server:
            server.wait()
            server_check.test_uploads(server)
    if server_check.failures:
        fail(f"{page.name}: the program gives {server_check.failures} other answers.")
    say("The program of Servers.md stores pictures and refuses hostile files")
