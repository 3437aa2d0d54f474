import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import PNG

from uniformtypes.__main__ import main

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    for number in range(30):
        folder = root / f"{number % 7}" / f"{number}.d"
        folder.mkdir(parents=True)
        for other in range(20):
            (folder / f"{other}.png").write_bytes(PNG)
    (root / "3").joinpath("notes.md").write_text("# words\n")
    (root / "link").symlink_to("3/notes.md")
    (root / os.fsdecode(b"\xff.txt")).write_text("words\n")
    return root


def rows(path):
    return parquet.read_table(path).to_pylist()


def test_rows(tree, tmp_path, capsys):
    output = tmp_path / "inventory.parquet"
    assert main(["inventory", str(tree), str(tree / "link"), "-o", str(output)]) == 0
    found = {row["path"]: row for row in rows(output)}
    assert len(rows(output)) == 604 and len(found) == 603
    notes = found[str(tree / "3" / "notes.md")]
    assert (notes["type"], notes["mime_type"]) == ("net.daringfireball.markdown", "text/markdown")
    assert (notes["size"], notes["basis"], notes["error"]) == (8, "name", None)
    assert notes["mtime"].timestamp() == pytest.approx(os.stat(tree / "3" / "notes.md").st_mtime, abs=1e-5)
    assert found[str(tree / "link")]["type"] == "public.symlink"
    shown = found[str(tree / "\\xff.txt")]
    assert shown["type"] == "public.plain-text"
    assert [row["path_bytes"] for row in rows(output) if row["path_bytes"]] == [os.fsencode(tree) + b"/\xff.txt"]
    assert not (tmp_path / "inventory.parquet.parts").exists()
    assert "604 rows" in capsys.readouterr().err


@pytest.mark.parametrize("kills", [3])
def test_a_killed_run_continues(tree, tmp_path, kills, capsys):
    whole, output = tmp_path / "whole.parquet", tmp_path / "killed.parquet"
    assert main(["inventory", str(tree), str(tree / "link"), "-o", str(whole)]) == 0
    script = (
        "import sys, time; from uniformtypes import _inventory; _inventory.ROWS = 50\n"
        "write = _inventory.Inventory._write\n"
        "def slow(*arguments): write(*arguments); time.sleep(0.05)\n"
        "_inventory.Inventory._write = slow\n"
        "from uniformtypes.__main__ import main; sys.exit(main(sys.argv[1:]))\n")
    command = [sys.executable, "-c", script, "inventory", str(tree), str(tree / "link"), "-o", str(output)]
    parts = tmp_path / "killed.parquet.parts"
    for kill in range(kills):
        process = subprocess.Popen(command)
        while len(list(parts.glob("0*.parquet"))) < 3 * (kill + 1):
            assert process.poll() is None
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not output.exists()
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    continued = int(result.stderr.split(", ")[1].split()[0])
    assert 450 <= continued < 604
    assert rows(output) == rows(whole)
    assert parquet.ParquetFile(output).num_row_groups > 10


def test_parts_of_other_roots_are_refused(tree, tmp_path, capsys):
    parts = tmp_path / "inventory.parquet.parts"
    from uniformtypes._inventory import Inventory

    run = Inventory([str(tree)], tmp_path / "inventory.parquet")
    parts.mkdir()
    run._write(0, [("x", None, 1, None, None, None, None, None, None)], (0, str(tree)))
    assert main(["inventory", str(tmp_path), "-o", str(tmp_path / "inventory.parquet")]) == 2
    assert "remove the folder" in capsys.readouterr().err


def test_parts_of_another_registry_are_refused(tree, tmp_path, capsys, monkeypatch):
    from uniformtypes import _inventory

    output = tmp_path / "inventory.parquet"
    run = _inventory.Inventory([str(tree)], output)
    run.parts.mkdir()
    run._write(0, [("x", None, 1, None, None, None, None, None, None)], (0, str(tree)))
    monkeypatch.setattr(_inventory, "_identity", lambda registry: ["image", "another", "0.1.0"])
    assert main(["inventory", str(tree), "-o", str(output)]) == 2
    assert "another registry" in capsys.readouterr().err
    monkeypatch.undo()
    assert main(["inventory", str(tree), "-o", str(output)]) == 0


def test_failures(tmp_path, capsys):
    assert main(["inventory", str(tmp_path / "absent"), "-o", str(tmp_path / "x.parquet")]) == 2
    assert "absent" in capsys.readouterr().err
    assert not (tmp_path / "x.parquet.parts").exists()
