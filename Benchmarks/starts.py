#!/usr/bin/env python3
"""starts.py [ROUNDS]: measures each question from the start of the process to its answer.

Every program is started directly, without a shell. In each round all programs run once, in turn, so that
all of them meet the same load; the cached registry exists already. `uti identify` and `file` answer for
files of ten kinds; the ratio is the median of the ratios for the same file. All other questions are
compared with `file` for the picture that they are about. The result is a table in Markdown with medians
in milliseconds and the ratios to `file --mime-type`. 101 rounds by default. UTI names the `uti` to
measure; by default the release build. gio and xdg-mime are measured if they are installed.
"""

import gzip
import io
import os
import pathlib
import shutil
import sqlite3
import statistics
import struct
import sys
import tempfile
import time
import wave
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
UTI = os.environ.get("UTI", str(ROOT / ".build/release/uti"))

QUESTIONS = [
    "uti identify {0}", "uti identify --no-sandbox {0}", "uti explain {0}", "uti lookup .png", "uti info public.png",
    "uti conforms public.png public.image", "uti why public.png public.data", "uti tree public.png",
    "uti decode dyn.ah62d4rv4ge8wy", "uti encode .xyz", "uti document {0}", "uti list",
    "uti search jpeg", "uti --version", "uti --help", "uti identify --help",
    "gio info -a standard::content-type {0}", "gio mime image/png", "xdg-mime query filetype {0}",
]


def picture(size):
    """A PNG image of random pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + os.urandom(size * 3) for _ in range(size))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def files(folder):
    """Writes valid files of ten kinds, of sizes that occur in practice."""
    sources = (ROOT / "README.md").read_bytes()
    sound = io.BytesIO()
    with wave.open(sound, "wb") as output:
        output.setnchannels(2)
        output.setsampwidth(2)
        output.setframerate(44100)
        output.writeframes(os.urandom(1 << 16))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as output:
        for name in ["README.md", "CHANGELOG.md", "Package.swift"]:
            output.write(ROOT / name, name)
    contents = {
        "picture.png": picture(64), "sound.wav": sound.getvalue(), "archive.zip": archive.getvalue(),
        "text.gz": gzip.compress(sources), "page.md": sources,
        "source.swift": (ROOT / "Package.swift").read_bytes(),
        "types.xml": next((ROOT / "Registry").rglob("*.xml"), ROOT / "Package.swift").read_bytes(),
        "groups.json": (ROOT / "Benchmarks/Mutation/groups.json").read_bytes(),
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    with sqlite3.connect(folder / "data.sqlite") as database:
        database.execute("create table numbers (number integer)")
    shutil.copyfile("/bin/true", folder / "program")
    return sorted(str(path) for path in folder.iterdir())


def elapsed(words):
    """Returns the milliseconds from the start of a program to its end."""
    silent = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_WRONLY, 0) for descriptor in (1, 2)]
    begin = time.perf_counter_ns()
    os.waitpid(os.posix_spawn(words[0], words, os.environ, file_actions=silent), 0)
    return (time.perf_counter_ns() - begin) / 1e6


def program(name):
    return UTI if name == "uti" else shutil.which(name)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 101
    if not os.access(UTI, os.X_OK):
        sys.exit(f"starts.py: there is no {UTI}; run Scripts/release.sh")
    if not program("file"):
        sys.exit("starts.py: file is needed (apt-get install file)")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder + "/cache"
        kinds = pathlib.Path(folder, "kinds")
        kinds.mkdir()
        paths = files(kinds)
        commands = {}
        for path in paths:
            for question in ("file --mime-type", "uti identify"):
                words = question.split()
                commands[question, path] = [program(words[0]), *words[1:], path]
        picture_path = next(path for path in paths if path.endswith(".png"))
        for question in QUESTIONS:
            words = question.format(picture_path).split()
            if program(words[0]):
                commands[question, None] = [program(words[0]), *words[1:]]
        times = {key: [] for key in commands}
        for round_ in range(rounds + 1):
            for key, words in commands.items():
                result = elapsed(words)
                # The first round warms up.
                if round_ > 0:
                    times[key].append(result)

        def over_kinds(question):
            return [statistics.median(times[question, path]) for path in paths]

        print("| question | ms | ratio to file |\n|---|---|---|")
        base = over_kinds("file --mime-type")
        ours = over_kinds("uti identify")
        ratios = [mine / other for mine, other in zip(ours, base)]
        print(f"| `file --mime-type`, ten kinds | {statistics.median(base):.2f} | 1.00 |")
        print(f"| `uti identify`, ten kinds | {statistics.median(ours):.2f} | "
              f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |")
        picture_base = statistics.median(times["file --mime-type", picture_path])
        print(f"| `file --mime-type picture.png` | {picture_base:.2f} | 1.00 |")
        for question in QUESTIONS:
            if (question, None) in times:
                median = statistics.median(times[question, None])
                print(f"| `{question.format('picture.png')}` | {median:.2f} | "
                      f"{median / picture_base:.2f} |")


if __name__ == "__main__":
    main()
