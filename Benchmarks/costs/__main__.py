"""Compares the cost of hostile declarations with the cost of honest ones of the same size, for every command.

Without an option all shapes and commands are measured with files of 1 MB and a table is printed. --check uses
small files and fails if a command takes more than four times as long as with an honest file, or longer than
update-mime-database with the same package, or if a time grows faster than the file; before it fails, it counts
instructions, which do not depend on the load. --search breeds declarations by mutation and prints the costliest.
Costs are processor time.
"""

import argparse
import math
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import commands
import search
import shapes
from measuring import Bench

LIMIT = 4
# Differences that are smaller than the noise of one measurement.
NOISE = 0.03
# Work that some declarations cause and others do not, and that does not grow with them: before `compile` prints a
# warning, it reads the built-in registry in 475 million instructions.
FIXED = 0.2
# The greatest exponent of n log n between two sizes at four times the distance, with the noise of both.
EXPONENT = 1.35


class Costs:
    """The costs of the honest files, and of a file without declarations, for each size."""

    def __init__(self, bench):
        self.bench = bench
        self.honest = {}

    def prepare(self, sizes, names):
        for extension, shape in shapes.HONEST.items():
            for size in sizes:
                text, _ = shapes.written(shape, size)
                self.bench.install(text, extension)
                for name in names:
                    self.honest[extension, size, name] = self.bench.time(name, 3 if name not in commands.SLOW else 1)

    def again(self, shape, size, name):
        """Returns the seconds of a command and of update-mime-database, and the reason if they are too great."""
        extension = shapes.extension(shape)
        self.bench.install(shapes.written(shapes.HONEST[extension], size)[0], extension)
        honest = self.bench.time(name, 3)
        _, _, row, upstream = self.row(shape, size, [name], 3)
        return row[name], self.reason(name, row[name], honest, upstream)

    def row(self, shape, size, names, repeats=1):
        """Measures a shape; returns the seconds of each command, and of update-mime-database."""
        extension = shapes.extension(shape)
        text, count = shapes.written(shape, size)
        self.bench.install(text, extension)
        row = {name: self.bench.time(name, repeats) for name in names}
        upstream = self.bench.upstream() if extension == "xml" else None
        return len(text), count, row, upstream

    @staticmethod
    def reason(name, seconds, honest, upstream):
        """Returns the reason why a cost is too great; None if it is not."""
        if seconds > LIMIT * honest + FIXED:
            return f"{seconds / honest:.1f} times an honest file of the same size ({honest:.3f} s)"
        if upstream is not None and name in commands.LIKE_UPSTREAM and seconds > upstream + honest + FIXED:
            return f"more than update-mime-database ({upstream:.3f} s)"
        return None


def exponent(costs, shape, size, name, repeats=3):
    """Returns the exponent with which the time of a command grows between a quarter of a size and the size."""
    small = costs.row(shape, size // 4, [name], repeats)[2][name]
    large = costs.row(shape, size, [name], repeats)[2][name]
    costs.bench.install(shapes.written("p_honest", 1)[0], "plist")
    start = costs.bench.time(name, repeats)
    # The start of a command with warnings reads the built-in registry, and varies with it.
    if large - start < max(NOISE, start):
        return 0
    return math.log(max(large - start, 0.001) / max(small - start, 0.002)) / math.log(4)


def check(costs, names, size, chosen):
    """Measures all rows once, and counts the instructions of those above the limit."""
    start = time.monotonic()
    costs.prepare([size], names)
    faults, rows = [], 0
    for shape in chosen:
        these = [name for name in commands.measured(shape, names) if shape in commands.ONLY.get(name, (shape,))]
        _, _, row, upstream = costs.row(shape, size, these)
        rows += len(row)
        for name, seconds in row.items():
            honest = costs.honest[shapes.extension(shape), size, name]
            if costs.reason(name, seconds, honest, upstream):
                with costs.bench.counting():
                    again, reason = costs.again(shape, size, name)
                if reason:
                    faults.append(f"{shape}: {name}: {again:.3f} s, {reason}")
            elif seconds > 2 * honest + NOISE and exponent(costs, shape, size, name) > EXPONENT:
                with costs.bench.counting():
                    # A step, such as the reading of the built-in registry for a warning, is in one of the two.
                    growth = min(exponent(costs, shape, size, name), exponent(costs, shape, 4 * size, name))
                if growth > EXPONENT:
                    faults.append(f"{shape}: {name}: grows with the power {growth:.2f} of the size")
    if not shutil.which("update-mime-database"):
        print("note: update-mime-database is not installed, so nothing is compared with it", file=sys.stderr)
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    print(f"{rows} costs of {len(chosen)} shapes and {len(names)} commands measured in "
          f"{time.monotonic() - start:.0f} s, {len(faults)} above the limit")
    return 1 if faults else 0


def table(costs, names, size, chosen):
    costs.prepare([size], names)
    print("| shape | n | command | seconds | honest | ratio | update-mime-database |")
    print("|---|---|---|---|---|---|---|")
    for shape in chosen:
        _, count, row, upstream = costs.row(shape, size, commands.measured(shape, names))
        for name, seconds in row.items():
            honest = costs.honest[shapes.extension(shape), size, name]
            beside = f"{upstream:.2f}" if upstream is not None and name in commands.LIKE_UPSTREAM else "-"
            print(f"| {shape} | {count} | {name} | {seconds:.2f} | {honest:.2f} | {seconds / honest:.1f} | {beside} |",
                  flush=True)
    return 0


def main():
    parser = argparse.ArgumentParser(
        prog="costs.sh", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, help="the `uti` to measure")
    parser.add_argument("--check", action="store_true", help="fail if a cost is above the limit")
    parser.add_argument("--search", type=int, metavar="SECONDS", help="breed costly declarations")
    parser.add_argument("--size", type=int, help="the size of the files in bytes")
    parser.add_argument("--commands", help="the commands to measure, separated by commas")
    parser.add_argument("shapes", nargs="*", help="the shapes to measure; all by default")
    options = parser.parse_intermixed_args()
    unknown = set(options.shapes) - set(shapes.SHAPES)
    if unknown:
        parser.error(f"no shape has the name {' or '.join(sorted(unknown))}")
    names = options.commands.split(",") if options.commands else list(commands.ALL)
    unknown = set(names) - set(commands.ALL)
    if unknown:
        parser.error(f"no command has the name {' or '.join(sorted(unknown))}")
    honest = set(shapes.HONEST.values())
    chosen = options.shapes or [name for name in shapes.SHAPES if name not in honest]
    with tempfile.TemporaryDirectory(prefix="costs-") as folder:
        bench = Bench(options.program.resolve(), folder, limit=10 if options.check or options.search else 60)
        if options.search:
            return search.run(Costs(bench), options.search, options.size or 60_000)
        if options.check:
            return check(Costs(bench), names, options.size or 100_000, chosen)
        return table(Costs(bench), names, options.size or 1_000_000, chosen)


if __name__ == "__main__":
    sys.exit(main())
