"""The command of the package: python -m uniformtypes."""

from __future__ import annotations

import argparse
import os
import sys

from . import DeclarationError, Registry, __version__


def inventory(options: argparse.Namespace) -> int:
    try:
        from ._inventory import Inventory
    except ImportError:
        print("uniformtypes: an inventory needs pyarrow: pip install 'uniformtypes[inventory]'", file=sys.stderr)
        return 2
    try:
        registry = Registry.image(options.registry) if options.registry else None
        run = Inventory(options.path, options.output, registry, options.jobs)
        count = run.run()
    except (OSError, DeclarationError, ValueError) as error:
        print(f"uniformtypes: {error}", file=sys.stderr)
        return 2
    continued = f", {run.continued} of them from an earlier run" if run.continued else ""
    print(f"{options.output}: {count} rows{continued}", file=sys.stderr)
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="uniformtypes", description="Types of files.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    command = commands.add_parser(
        "inventory", help="write the types of all files below folders into a Parquet file",
        description="Writes path, size, time of change, type, MIME type, confidence and basis of all files "
        "below folders into a Parquet file. After a kill, the same command continues.")
    command.add_argument("path", nargs="+", help="a folder or file; links are not followed")
    command.add_argument("-o", "--output", required=True, help="the Parquet file")
    command.add_argument("--registry", help="a registry that `uti compile` has written")
    command.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="the number of threads")
    command.set_defaults(function=inventory)
    options = parser.parse_args(arguments)
    return int(options.function(options))


if __name__ == "__main__":
    sys.exit(main())
