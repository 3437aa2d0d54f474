"""Documentation/GettingStarted.md, done step by step in an empty folder.

The dependency on this package is replaced by the path of this clone. The package must build without a warning, and its
commands must print what the page shows. Then both programs of the page are built and run in every
mode that the page names. A block is a step, and the mark before it says which:

  file: PATH      write the block there
  prints          compare the block with the output of the commands before it
  mode: PATH      the block can be appended to that file, for another mode
  skipped: WHY    nothing

Blocks of commands need no mark. The library is built in the scratch folder that the examples
share.
"""

import os
import re
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
        warnings = [line for line in result.stderr.splitlines() if "warning:" in line]
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
            text = re.sub(r'\.package\(url: "[^"]*/swift-uniform-types", branch: "main"\)',
                          f'.package(name: "swift-uniform-types", path: "{self.package.root}")',
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
    if (Path(scratch) / "checkouts" / "GRDB.swift").exists():
        fail("GRDB was resolved for a client without the trait ManagedDocuments.")
    say(f"The package of Getting started builds without a warning and saves, in {count} more ways")
