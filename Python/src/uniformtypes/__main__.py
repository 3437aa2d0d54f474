"""The command of the package: python -m uniformtypes."""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import signal
import sys
from typing import Any

from . import DeclarationError, Registry, __version__, default_registry, identify, install
from ._types import FILENAME_EXTENSION, parsed_tag

# The exit statuses of uti.
_FOUND, _FAILED, _USAGE, _REGISTRY = 0, 2, 64, 65


def _opened(options: argparse.Namespace) -> Registry:
    return Registry.image(options.registry) if options.registry else default_registry()


def _shown_path(path: str) -> dict[str, str]:
    """The path for JSON; with its bytes in hexadecimal digits if it is not UTF-8."""
    data = os.fsencode(path)
    try:
        return {"path": data.decode()}
    except UnicodeDecodeError:
        return {"path": data.decode("utf-8", "replace"), "pathBytes": data.hex()}


def _escaped(text: str) -> str:
    """A text that acts on no terminal."""
    shown = os.fsencode(text).decode("utf-8", "replace")
    named = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
    return "".join(
        character if character.isprintable() else named.get(character) or "".join(
            f"\\x{byte:02X}" for byte in character.encode())
        for character in shown)


def _print_json(record: dict[str, Any]) -> None:
    print(json.dumps(record, ensure_ascii=False, separators=(",", ":")))


def _identify(options: argparse.Namespace) -> int:
    registry, status = _opened(options), _FOUND
    signatures = None
    if options.signatures:
        if options.by == "name":
            print("uniformtypes: --by name reads no bytes, so leave out --signatures", file=sys.stderr)
            return _USAGE
        from ._formats import Signatures

        signatures = Signatures(options.signatures)
    for path in options.path:
        try:
            verdict = identify(
                path, name_only=options.by == "name", content_only=options.by == "content",
                follow_symlinks=not options.no_dereference, formats=signatures, registry=registry)
        except OSError as error:
            status = _FAILED
            reason = f"{_escaped(path)}: {error.strerror or error}; check the path"
            print(f"uniformtypes: {reason}", file=sys.stderr)
            if options.json:
                _print_json({**_shown_path(path), "error": reason})
            continue
        if options.json:
            _print_json({**_shown_path(path), **verdict.to_dict()})
        else:
            answer = verdict.mime_type if options.mime_type else verdict.identifier
            print(answer if options.brief else f"{_escaped(path)}: {answer}")
    return status


def _lookup(options: argparse.Namespace) -> int:
    registry, status = _opened(options), _FOUND
    for tag in options.tag:
        dynamic = None
        try:
            tag_class, value = parsed_tag(tag)
            types = list(registry._native.for_tag(tag_class, value))
            if not types:
                dynamic = registry.dynamic_type(tag_class, value, "public.data").identifier
        except ValueError as error:
            print(f"uniformtypes: {_escaped(str(error))}", file=sys.stderr)
            status = _FAILED
            continue
        if types and tag_class == FILENAME_EXTENSION:
            # A name with the extension has the first type.
            named = registry.for_name(f"name.{value}")
            types.sort(key=lambda found: named is None or found != named.identifier)
        if options.json:
            _print_json({"query": tag, "types": types, "dynamic": dynamic})
        else:
            print("\n".join(types or [str(dynamic)]))
    return status


def _run(options: argparse.Namespace) -> int:
    import runpy

    install()
    program, sys.argv = options.program, [options.program, *options.argument]
    if options.module:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
        return _FOUND
    path = program if os.path.exists(program) else shutil.which(program)
    if path is None:
        print(f"uniformtypes: {_escaped(program)}: no such program; give its path, or -m and a module", file=sys.stderr)
        return _FAILED
    sys.argv[0] = path
    sys.path.insert(0, path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path)))
    runpy.run_path(path, run_name="__main__")
    return _FOUND


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
    command = commands.add_parser(
        "identify", help="print the types of files", description="Prints the type of each file.")
    command.add_argument("path", nargs="+", help="a file or folder")
    command.add_argument(
        "--by", choices=("name", "content", "both"), default="both", help="the evidence to use; a name need not exist")
    command.add_argument("--json", action="store_true", help="print a line of JSON, as `uti identify --format jsonl`")
    command.add_argument("--mime-type", action="store_true", help="print MIME types")
    command.add_argument("-b", "--brief", action="store_true", help="print no paths")
    command.add_argument("--no-dereference", action="store_true", help="identify symbolic links themselves")
    command.add_argument("--registry", help="a registry that `uti compile` has written")
    command.add_argument(
        "--signatures", help="add formats of PRONOM to --json, by signatures that `uti compile --signatures` has written")
    command.set_defaults(function=_identify)
    command = commands.add_parser(
        "lookup", help="print the types of a tag", description="Prints the types of each tag, the preferred one first.")
    command.add_argument("tag", nargs="+", metavar=".ext|media/type|class=value")
    command.add_argument("--json", action="store_true", help="print a line of JSON, as `uti lookup --format jsonl`")
    command.add_argument("--registry", help="a registry that `uti compile` has written")
    command.set_defaults(function=_lookup)
    command = commands.add_parser(
        "run", help="run a program in Python with these modules magic and mimetypes",
        description="Runs a program that is written in Python. It gets the modules magic and mimetypes of this package.")
    command.add_argument("-m", "--module", action="store_true", help="PROGRAM is the name of a module")
    command.add_argument("program", metavar="PROGRAM", help="a file, or a name in PATH")
    command.add_argument("argument", nargs=argparse.REMAINDER, metavar="ARGUMENT", help="an argument of the program")
    command.set_defaults(function=_run)
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = int(options.function(options))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # A reader that has seen enough is not a failure. Nothing more can be written at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _FOUND
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except (OSError, DeclarationError, NotImplementedError) as error:
        print(f"uniformtypes: {_escaped(str(error))}", file=sys.stderr)
        return _REGISTRY


if __name__ == "__main__":
    sys.exit(main())
