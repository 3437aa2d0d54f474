"""Costs of the release `uti`: instructions, page faults, relocations and size."""

import ctypes
import os
import pathlib
import platform
import plistlib
import re
import statistics
import subprocess
import zipfile

import instructions

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUESTIONS = {
    "version": ["--version"],
    "lookup": ["lookup", ".png"],
    "info": ["info", "public.png"],
    "conforms": ["conforms", "public.png", "public.image"],
    "identify-png": ["identify", "picture.png"],
    "identify-text": ["identify", "page.md"],
    "identify-zip": ["identify", "letter.odt"],
    "list": ["list"],
    "search": ["search", "jpeg"],
    "decode": ["decode", "dyn.ah62d4rv4ge8wy"],
    "bulk": ["identify", "--recursive", "--format", "tsv", "tree"],
}
# Asked with a database whose merged registry the cache already has.
CACHED = ("identify-png", "lookup")
# Asked with a property list of one type that has changed: without a cache, and with one that has the
# database.
LAYER = ["conforms", "org.example.diagram", "public.image", "--registry", "diagram.plist"]
BULK_FILES = 3000
# One grey pixel.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360000000"
    "02000148afa4710000000049454e44ae426082")
DIAGRAM = {
    "UTExportedTypeDeclarations": [{
        "UTTypeIdentifier": "org.example.diagram", "UTTypeConformsTo": ["public.image"],
        "UTTypeDescription": "A diagram",
        "UTTypeTagSpecification": {
            "public.filename-extension": ["diagram"], "public.mime-type": ["image/x-diagram"]},
    }]}
NO_RANDOM_ADDRESSES = 0x0040000


def measure(table, command, folder):
    """Adds all costs of a program."""
    readelf = output("readelf", "-lrW", command.program)
    profiler = instructions.profiler()
    table.condition("cost/", toolchain("INTERP" in readelf))
    table.condition("cost/*/faults", pages(folder, profiler))
    table.add("cost/size", os.path.getsize(command.program), "less", 3, "bytes")
    table.add("cost/relocations", relative_relocations(readelf), "less", 1, "relative relocations")
    write_files(folder)
    database = folder / "database/mime/packages"
    database.mkdir(parents=True)
    (database / "generated.xml").write_text(package(), encoding="utf-8")
    beside = command.beside(folder / "database", "cached")
    questions = [(name, words, command) for name, words in QUESTIONS.items()]
    questions += [(f"{name}-cached", QUESTIONS[name], beside) for name in CACHED]
    questions.append(("layer", LAYER, command.without_cache()))
    questions.append(("layer-on-cached-database", LAYER, beside))
    if not profiler:
        table.omit("/instructions", "valgrind is not installed; its package is valgrind")
    # Random addresses and the turns of threads change the number of faults. A system that refuses leaves
    # the first to the median; on one processor uti starts no threads.
    ctypes.CDLL(None).personality(NO_RANDOM_ADDRESSES)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name, words, asked in questions:
        # The first answer writes the cache.
        start([asked.program, *words], asked.environment, folder)
        faults = []
        for _ in range(11):
            change_property_list(folder)
            faults.append(start([asked.program, *words], asked.environment, folder))
        table.add(f"cost/{name}/faults", int(statistics.median(faults)), "less", 5, "minor page faults")
        if profiler:
            change_property_list(folder)
            count = instructions.count([asked.program, *words], asked.environment, folder)
            table.add(f"cost/{name}/instructions", count, "less", 3, "instructions")


def change_property_list(folder):
    """Changes a time of the property list, whose types are then merged again."""
    (folder / "diagram.plist").touch()


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def toolchain(is_dynamic):
    """Returns what the costs of the same sources depend on."""
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    flags = re.search(r"^flags.*\bavx2\b", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return ", ".join([
        f"Swift {swift[1] if swift else 'unknown'}", " ".join(platform.libc_ver()),
        platform.machine() + (" with AVX2" if flags else ""), "dynamic" if is_dynamic else "static"])


def pages(folder, profiler):
    """Returns what the page faults of the same program depend on."""
    kernel = ".".join(platform.release().split(".")[:2])
    system = output("stat", "--file-system", "--format=%T", str(folder)).strip()
    # release.sh lays out the functions by a profile of valgrind.
    return f"Linux {kernel}, {system}, {'ordered functions' if profiler else 'functions without an order'}"


def relative_relocations(readelf):
    """Counts the relocations that a start applies, also those in packed form."""
    packed = re.findall(r"^\s*(\d+) offsets$", readelf, re.M)
    return len(re.findall(r"_RELATIVE\b", readelf)) + sum(map(int, packed))


def start(words, environment, folder):
    """Runs a program without output and returns its minor page faults."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    here = os.getcwd()
    os.chdir(folder)
    try:
        process = os.posix_spawn(words[0], words, environment, file_actions=silent)
    finally:
        os.chdir(here)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"error: {' '.join(words)} ended with status {status}")
    return usage.ru_minflt


def write_archive(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members:
            archive.writestr(zipfile.ZipInfo(name), text)


def write_files(folder):
    """Writes the files of the questions, and a tree of files of thirteen kinds for the bulk run.

    Texts are slices of the licence, which does not change, so that the same figures are measured in
    each commit.
    """
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (folder / "picture.png").write_bytes(PNG)
    with open(folder / "diagram.plist", "wb") as file:
        plistlib.dump(DIAGRAM, file)
    (folder / "page.md").write_text(f"# A title\n\n{text}", encoding="utf-8")
    letter = [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<a/>")]
    write_archive(folder / "letter.odt", letter)
    kinds = {
        "png": PNG, "gif": b"GIF89a", "txt": b"A text\n", "md": b"# A title\n\n", "json": b'{"a": 1}\n',
        "xml": b'<?xml version="1.0"?>\n<a/>\n', "html": b"<!DOCTYPE html>\n<p>\n",
        "c": b"#include <stdio.h>\nint a = 1;\n", "py": b"import os\n\na = 1\n",
        "swift": b"import Foundation\n\nlet a = 1\n", "sh": b"#!/bin/sh\necho a\n", "csv": b"a,b\n1,2\n",
        "unknown": b"Notes\n",
    }
    for number in range(BULK_FILES):
        ending, data = list(kinds.items())[number % len(kinds)]
        place = folder / "tree" / f"{number // 100:02}"
        place.mkdir(parents=True, exist_ok=True)
        begin = number * 37 % len(text)
        (place / f"{number:04}.{ending}").write_bytes(data + text[begin:begin + 1500].encode())


def package():
    """A shared-mime-info package of 500 types."""
    types = "".join(
        f'<mime-type type="application/x-generated-{number}"><comment>Type {number}</comment>'
        f'<magic><match type="string" offset="0" value="GEN{number:03}"/></magic>'
        f'<glob pattern="*.generated{number}"/></mime-type>\n' for number in range(500))
    space = "http://www.freedesktop.org/standards/shared-mime-info"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<mime-info xmlns="{space}">\n{types}</mime-info>\n'
