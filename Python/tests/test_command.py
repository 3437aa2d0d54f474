"""The command python -m uniformtypes, compared with uti."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import PNG

from uniformtypes import identify


def run(*arguments, **options):
    command = [sys.executable, "-m", "uniformtypes", *map(os.fspath, arguments)]
    return subprocess.run(command, capture_output=True, **options)


@pytest.fixture
def files(tmp_path):
    contents = {
        "picture.png": PNG, "notes.md": b"# words\n", "a.ts": b"const x: number = 1;\n", "wrong.png": b"%PDF-1.7\n",
        "empty": b"", "latin": "schön\n".encode("latin-1"), "quote\"\\é\n.txt": b"words\n", "a.zzzz": b"\1\2\xff",
        "sys.py": b'#!/usr/bin/env python\nprint("x")\n', "page.html": b"<!DOCTYPE html><html></html>",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / os.fsdecode(b"\xff.txt")).write_bytes(b"words\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("notes.md")
    (tmp_path / "broken").symlink_to("absent")
    return sorted(tmp_path.iterdir())


@pytest.fixture
def uti(tmp_path):
    program = os.environ.get("UTI") or shutil.which("uti")
    if program is None:
        pytest.skip("uti is not installed")
    environment = {**os.environ, "XDG_DATA_DIRS": "/nonexistent", "XDG_DATA_HOME": "/nonexistent",
                   "XDG_CACHE_HOME": str(tmp_path / "cache"), "LC_ALL": "C.UTF-8"}

    def run_uti(*arguments):
        return subprocess.run([program, *map(os.fspath, arguments)], capture_output=True, env=environment).stdout

    return run_uti


@pytest.mark.parametrize("options", [(), ("--by", "content"), ("--by", "name"), ("--no-dereference",)])
def test_json_is_that_of_uti(files, uti, options):
    if options[:1] != ("--no-dereference",):
        files = [path for path in files if path.name != "broken"]
    expected = uti("identify", "--format", "jsonl", *options, *files)
    assert expected.count(b"\n") == len(files)
    assert run("identify", "--json", *options, *files).stdout.splitlines() == expected.splitlines()


def test_lookups_are_those_of_uti(uti):
    tags = [".ts", ".png", "image/png", ".zzzz", "ostype=PNGf", "no/such", "extension=zzzz", "extension=ts"]
    assert run("lookup", "--json", *tags).stdout == uti("lookup", "--format", "jsonl", *tags)


def test_json_has_the_fields_of_the_verdict(files):
    result = run("identify", "--json", *files[:3])
    lines = [json.loads(line) for line in result.stdout.decode().splitlines()]
    assert lines == [{"path": str(path), **identify(path).to_dict()} if path.name != "broken" else line
                     for path, line in zip(files[:3], lines)]
    assert len(lines) == 3


def test_paths_that_are_not_utf_8(files):
    path = next(path for path in files if "\udcff" in path.name)
    record = json.loads(run("identify", "--json", path).stdout)
    assert bytes.fromhex(record["pathBytes"]) == os.fsencode(path)
    assert record["path"].endswith("\ufffd.txt")


def test_text(files, tmp_path):
    result = run("identify", tmp_path / "picture.png", tmp_path / "quote\"\\é\n.txt")
    assert result.stdout.decode().splitlines() == [
        f"{tmp_path}/picture.png: public.png", f"{tmp_path}/quote\"\\é\\n.txt: public.plain-text"]
    assert run("identify", "-b", "--mime-type", tmp_path / "picture.png").stdout == b"image/png\n"
    assert run("lookup", ".pdf", ".zzzz").stdout.startswith(b"com.adobe.pdf\ndyn.")


def test_failures(tmp_path, files):
    result = run("identify", "--json", tmp_path / "absent", tmp_path / "picture.png")
    assert result.returncode == 2 and b"absent" in result.stderr
    first, second = map(json.loads, result.stdout.splitlines())
    assert "No such file" in first["error"] and second["type"] == "public.png"
    assert run("lookup", "foo", ".png").returncode == 2
    result = run("identify", "--registry", tmp_path / "picture.png", "x")
    assert result.returncode == 65 and b"picture.png" in result.stderr and b"Traceback" not in result.stderr


def test_a_closed_pipe_is_no_failure(files, tmp_path):
    command = [sys.executable, "-m", "uniformtypes", "identify", *[str(tmp_path / "notes.md")] * 5000]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 0
    process.stderr.close()


def seconds_to_end(script):
    """The time from SIGINT to the moment that a script prints."""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.2)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    ended = float(process.stdout.readline())
    process.kill()
    process.wait()
    process.stdout.close()
    return ended - sent


@pytest.mark.parametrize(
    "batch",
    [
        "[b'words and code\\n' * 300] * 10_000_000", "['/usr/bin'] * 10_000_000, read=True",
        "['a.View.swift'] * 5_000_000", "pyarrow.array([b'words and code\\n' * 300] * 400_000)",
        "pyarrow.array(['a.View.swift'] * 8_000_000)",
    ],
)
def test_ctrl_c_ends_a_batch(batch):
    if "pyarrow" in batch:
        pytest.importorskip("pyarrow")
    # A shell without job control starts commands in the background with SIGINT ignored.
    script = (
        "import signal, time, uniformtypes\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "uniformtypes.identify_batch([])\n"
        f"{'import pyarrow' if 'pyarrow' in batch else ''}\n"
        f"items = {batch.partition(', read')[0]}\n"
        "print('ready', flush=True)\n"
        f"try:\n    uniformtypes.identify_batch(items, read={'read=True' in batch})\n"
        "except KeyboardInterrupt:\n    print(time.monotonic(), flush=True)\n")
    # A machine that does other work may stop a process for longer than the limit.
    assert any(seconds_to_end(script) < 0.2 for _ in range(3))
