import doctest
import re
import subprocess
import sys

import uniformtypes


def blocks(path):
    """The text of a page with all lines outside of Python blocks empty, so that line numbers stay."""
    inside = False
    for line in path.read_text(encoding="utf-8").split("\n"):
        if re.match("```", line):
            inside = line == "```pycon"
            yield ""
        else:
            yield line if inside else ""


def test_examples_of_the_pages(root, monkeypatch):
    monkeypatch.chdir(root)
    for page in (root / "Documentation" / "Python.md", root / "Python" / "README.md"):
        text = "\n".join(blocks(page))
        test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
        assert test.examples
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
        runner.run(test)
        assert runner.summarize(verbose=False).failed == 0


def test_example_of_the_package():
    assert doctest.testmod(uniformtypes).failed == 0
    assert set(uniformtypes.__all__) <= set(dir(uniformtypes))


def test_the_import_is_small():
    # These modules would take more time than the package itself.
    script = (
        "import sys; before = set(sys.modules); import uniformtypes\n"
        "print(*(set(sys.modules) - before) & {'typing', 're', 'collections', 'mimetypes', 'urllib.parse', 'enum'})")
    result = subprocess.run([sys.executable, "-I", "-S", "-c", script.replace(
        "import sys;", f"import sys; sys.path += {sys.path!r};")], capture_output=True, text=True, check=True)
    assert result.stdout == "\n"
