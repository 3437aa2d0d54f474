import os
import threading
from pathlib import Path

import pytest

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(100)


@pytest.fixture
def root():
    """The repository."""
    return Path(os.environ.get("UNIFORMTYPES_ROOT", Path(__file__).resolve().parents[2]))


@pytest.fixture
def png(tmp_path):
    path = tmp_path / "picture.dat"
    path.write_bytes(PNG)
    return path


def run_in_threads(work):
    """Calls a function in eight threads at a time."""
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
