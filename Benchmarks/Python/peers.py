"""Measures the package uniformtypes and its peers in turns, in processor time for each call.

Usage: peers.py FOLDER...: the files below the folders are the input.
"""
import os
import statistics
import sys
import time

import uniformtypes

ROUNDS = 7
START = 4096
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 15


def peers():
    """The functions of each library by task; a library that is not installed has none."""
    import mimetypes

    identify = uniformtypes.identify
    yield "uniformtypes", {
        "name": lambda name: uniformtypes.guess_type(name)[0],
        "bytes": lambda data: identify(data, complete=False).mime_type,
        "file": lambda path: identify(path).mime_type,
    }
    yield "mimetypes", {"name": lambda name: mimetypes.guess_type(name)[0]}
    try:
        import magic

        yield "python-magic", {
            "bytes": lambda data: magic.from_buffer(data, mime=True),
            "file": lambda path: magic.from_file(path, mime=True),
        }
    except ImportError:
        pass
    try:
        from magika import Magika

        model = Magika()
        yield "magika", {
            "bytes": lambda data: model.identify_bytes(data).output.mime_type,
            "file": lambda path: model.identify_path(path).output.mime_type,
        }
    except ImportError:
        pass
    try:
        import puremagic

        def guarded(function):
            def call(argument):
                try:
                    return function(argument)
                except (puremagic.PureError, ValueError):
                    return None
            return call

        yield "puremagic", {
            "bytes": guarded(lambda data: puremagic.from_string(data, mime=True)),
            "file": guarded(lambda path: puremagic.from_file(path, mime=True)),
        }
    except ImportError:
        pass
    try:
        import filetype

        yield "filetype", {"bytes": filetype.guess_mime, "file": filetype.guess_mime}
    except ImportError:
        pass


def seconds(function, items, budget=0.3):
    """The processor time of a call, over as many of the items as the budget allows."""
    calls, start = 0, time.process_time()
    while True:
        for item in items:
            function(item)
            calls += 1
            if calls % 16 == 0 and time.process_time() - start > budget:
                return (time.process_time() - start) / calls


def main(folders):
    paths = sorted(
        os.path.join(folder, name) for root in folders for folder, _, names in os.walk(root) for name in names)
    paths = [path for path in paths if 0 < os.path.getsize(path) < 200_000]
    paths = paths[::max(1, len(paths) // 500)]
    starts = []
    for path in paths:
        with open(path, "rb") as file:
            starts.append(file.read(START))
    texts = [start for path, start in zip(paths, starts) if path.endswith((".swift", ".c", ".py", ".md"))]
    tasks = [
        ("a name", "name", [os.path.basename(path) for path in paths]),
        ("the first 4 KB of a PNG", "bytes", [PNG]),
        ("the first 4 KB of a source text", "bytes", texts),
        ("the first 4 KB of a file", "bytes", starts),
        ("a file", "file", paths),
    ]
    libraries = list(peers())
    print(f"{len(paths)} files, {len(texts)} source texts; microseconds of processor time a call")
    print("|", "|".join(["", *(name for name, _ in libraries)]), "|", sep="")
    for title, task, items in tasks:
        functions = [(name, functions.get(task)) for name, functions in libraries]
        times = {name: [] for name, _ in functions}
        for _ in range(ROUNDS):
            for name, function in functions:
                if function is not None:
                    times[name].append(seconds(function, items))
        cells = [f"{1e6 * statistics.median(found):.2f}" if found else "-" for found in times.values()]
        print("|", "|".join([title, *cells]), "|", sep="")

    try:
        import pyarrow
    except ImportError:
        return
    names = [os.path.basename(path) for path in paths]
    column = pyarrow.array((names * (1_000_000 // len(names) + 1))[:1_000_000])
    start = time.process_time()
    uniformtypes.identify_batch(column)
    print(f"1,000,000 names of an Arrow column: {time.process_time() - start:.2f} s")
    rows = [prefix for prefix in starts if len(prefix) == START]
    column = pyarrow.array((rows * (100_000 // len(rows) + 1))[:100_000])
    start = time.process_time()
    uniformtypes.identify_batch(column, limit=START)
    elapsed = time.process_time() - start
    print(f"100,000 prefixes of 4 KB of an Arrow column: {elapsed:.2f} s ({10 * elapsed:.1f} s for a million)")


if __name__ == "__main__":
    main(sys.argv[1:])
