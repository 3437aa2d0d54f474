"""Other programs import the modules of the package."""

import subprocess
import sys

import pytest

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


def test_a_module_that_a_program_replaces_itself():
    program = (
        "import sys, uniformtypes.mimetypes as ours\n"
        "print('mimetypes' in sys.modules)\n"
        "sys.modules['mimetypes'] = ours\n"
        "import mimetypes\n"
        "print(mimetypes.guess_type('a.html'), mimetypes.types_map['.html'], len(mimetypes.knownfiles) > 0)\n")
    found = ran("-c", program)
    assert found.stdout == "False\n('text/html', None) text/html True\n", found.stderr


def test_interpreters_with_a_lock_of_their_own():
    program = (
        "import uniformtypes\n"
        "first = uniformtypes.identify(b'%PDF-1.7')\n"
        "code = 'import uniformtypes as u; assert u.identify(b\"%PDF-1.7\").mime_type == \"application/pdf\"\\n"
        "try: u.UTType(\"absent.type\")\\nexcept u.UnknownTypeError: pass\\nelse: raise SystemError'\n"
        "import _interpreters\n"
        "for _ in range(20):\n"
        "    other = _interpreters.create('isolated')\n"
        "    failure = _interpreters.exec(other, code)\n"
        "    assert failure is None, failure\n"
        "    _interpreters.destroy(other)\n"
        "print(first.mime_type, uniformtypes.identify(b'GIF89a').mime_type)\n")
    if sys.version_info < (3, 13):
        pytest.skip("Python has no module _interpreters")
    found = ran("-c", program)
    assert found.stdout == "application/pdf image/gif\n", found.stderr
