"""The checks of the documentation; Scripts/check.sh docs starts them."""

import argparse
import os
import sys

import examples
import language
import links
import reference
import started
import symbols
import walk
from package import Package

COMMANDS = {
    "examples": (examples.check, "compile and run the examples, replay the transcripts"),
    "record": (examples.record, "write what the commands print today into the transcripts"),
    "links": (links.check, "find dead links, and public types that no module page names"),
    "symbols": (symbols.check, "compare the public interface, and name each symbol after one import"),
    "site": (reference.check, "make the site of the manual and reference in .build/docs"),
    "getting-started": (started.check, "do what Getting started says"),
    "server": (started.check_server, "build the program of Servers, and send it uploads"),
    "walk": (walk.check, "install, use and remove the command, and compare its output"),
    "language": (language.check, "count marked words and patterns, and check the spelling"),
}


def main():
    parser = argparse.ArgumentParser(
        prog="check.sh docs", description=__doc__.splitlines()[0],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="check", metavar="COMMAND", required=True)
    parsers = {
        name: commands.add_parser(name, help=text, description=text)
        for name, (_, text) in COMMANDS.items()
    }
    parsers["symbols"].add_argument(
        "--record", action="store_true", help="write the listing of the public interface again")
    parsers["walk"].add_argument(
        "--record", action="store_true", help="write the transcript again")
    language.add_options(parsers["language"])
    options = parser.parse_args()
    package = Package(os.environ.get("UTI_BUILD"))
    COMMANDS[options.check][0](package, options)


if __name__ == "__main__":
    sys.exit(main())
