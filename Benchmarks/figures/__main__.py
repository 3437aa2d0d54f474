"""Compares the scores and costs of the release `uti` with the figures that are committed.

Scripts/check.sh figures starts it. A figure that is worse than Benchmarks/figures.tsv allows, or that the
file does not have, is an error. Figures are compared only under the conditions in which they were
measured: the same corpora, installed databases, toolchain, kernel and file system.
"""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import costs
import doubt
import scores
import selftest
from command import Command
from table import Table

FIGURES = pathlib.Path(__file__).resolve().parents[1] / "figures.tsv"


def measured(program):
    """Returns a table of all figures that can be measured here."""
    table = Table()
    build = FIGURES.parents[1] / ".build"
    with tempfile.TemporaryDirectory(prefix="figures-", dir=build) as folder:
        # How many pages a fault maps depends on how the file came into the page cache: a fresh copy is
        # always alike.
        copy = pathlib.Path(folder, "uti")
        shutil.copyfile(program, copy)
        copy.chmod(0o755)
        command = Command(copy, folder)
        corpora = os.environ.get("UTI_CORPORA")
        if corpora:
            timed("scores", scores.measure, table, command, pathlib.Path(corpora).resolve())
        else:
            table.omit("score/", "UTI_CORPORA names no corpora")
        timed("doubt", doubt.measure, table, command)
        timed("costs", costs.measure, table, command, pathlib.Path(folder))
    return table


def timed(name, measure, *arguments):
    start = time.monotonic()
    measure(*arguments)
    print(f"{name}: measured in {time.monotonic() - start:.0f} s", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(
        prog="check.sh figures", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="write the measured figures into the file")
    parser.add_argument("--self-test", action="store_true",
                        help="show that a worse figure of each kind fails")
    parser.add_argument("--figures", type=pathlib.Path, default=FIGURES, help=argparse.SUPPRESS)
    parser.add_argument("--measured", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.self_test:
        return selftest.run(options.figures)
    new = Table.read(options.measured) if options.measured else measured(os.environ["UTI"])
    old = Table.read(options.figures) if options.figures.exists() else Table()
    if options.renew:
        if new.reason("/instructions"):
            sys.exit(f"error: the figures were not renewed, because {new.reason('/instructions')}")
        old.renewed(new).write(options.figures)
        return 0
    return 1 if old.compare(new) else 0


if __name__ == "__main__":
    sys.exit(main())
