"""Other programs import the modules of the package."""

import subprocess
import sys

PROGRAM = (
    'import sys, magic, mimetypes\n'
    'print(magic.__name__, mimetypes.__name__, magic.from_buffer(b"%PDF-1.7", mime=True), sys.argv[1:], __name__)\n'
    'sys.exit(3)\n')
OUTPUT = "uniformtypes.magic uniformtypes.mimetypes application/pdf ['-b', 'c'] __main__\n"


def ran(*words):
    return subprocess.run([sys.executable, *words], capture_output=True, text=True)


def test_files_and_modules(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    found = ran("-m", "uniformtypes", "run", str(tmp_path / "program.py"), "-b", "c")
    assert (found.returncode, found.stdout) == (3, OUTPUT), found.stderr
    found = subprocess.run(
        [sys.executable, "-m", "uniformtypes", "run", "-m", "program", "-b", "c"], cwd=tmp_path, capture_output=True,
        text=True)
    assert (found.returncode, found.stdout) == (3, OUTPUT), found.stderr


def test_a_missing_program(tmp_path):
    found = ran("-m", "uniformtypes", "run", str(tmp_path / "absent"))
    assert found.returncode == 2 and "no such program" in found.stderr


def test_one_module():
    program = "import uniformtypes; uniformtypes.install(magic=False); import mimetypes; print(mimetypes.__name__)"
    assert ran("-c", program).stdout == "uniformtypes.mimetypes\n"
    program = "import uniformtypes; uniformtypes.install(mimetypes=False); import mimetypes; print(mimetypes.__name__)"
    assert ran("-c", program).stdout == "mimetypes\n"
