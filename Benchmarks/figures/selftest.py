"""Shows that a worse figure of each kind fails."""

import pathlib
import re
import subprocess
import sys
import tempfile

from table import Table

# A figure of each kind: the name, the factor and the addition that make it worse, and the least that its
# tolerance allows.
KINDS = [
    (r"score/lookups", 1, -1), (r"score/dynamic", 1, -1), (r"score/detection/data", 1, -1),
    (r"score/files/exact", 1, -1), (r"score/files/wrong", 1, 1), (r"score/plists", 1, -1),
    (r"score/public/none", 1, -1), (r"score/truth/both/exact/none", 1, -1),
    (r"score/truth-2/content/wrong/2026", 1, 1), (r"cost/identify-png/instructions", 1.04, 0),
    (r"cost/bulk/instructions", 1.04, 0), (r"cost/version/faults", 1.06, 1), (r"cost/size", 1.04, 0),
    (r"cost/relocations", 1.02, 0),
]


def run(path):
    """Compares changed copies of the file with it; returns 1 if a comparison does not end as it must."""
    wrong = 0

    def check(what, change, status, *expected):
        nonlocal wrong
        table = Table.read(path)
        change(table.figures)
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "figures.tsv")
            table.write(copy)
            result = subprocess.run(
                [sys.executable, "-B", str(pathlib.Path(__file__).parent), "--figures", str(path),
                 "--measured", str(copy)], capture_output=True, text=True)
        shown = [line for line in result.stderr.splitlines() if not line.startswith("figures:")]
        holds = result.returncode == status and all(re.search(part, result.stderr) for part in expected)
        wrong += not holds
        print(f"{'ok' if holds else 'FAILED'}: {what}: status {result.returncode}"
              + "".join(f"\n    {line}" for line in shown))

    def changed(name, factor, addition):
        def change(figures):
            figures[name].value = int(figures[name].value * factor) + addition
        return change

    figures = Table.read(path).figures
    check("unchanged figures", lambda figures: None, 0, r"figures: \d+ hold, 0 worse, 0 not compared")
    for name, factor, addition in KINDS:
        old = figures[name].value
        new = int(old * factor) + addition
        check(f"worse {name}", changed(name, factor, addition), 1,
              rf"error: worse: {re.escape(name)}: was {old}, is {new} .*make figures")
    check("within the tolerance", changed("cost/bulk/instructions", 1.02, 0), 0, " 0 worse")
    check("a better figure", changed("cost/size", 0.9, 0), 0, "note: better: cost/size: .*make figures")
    check("a figure that is no longer measured", lambda figures: figures.pop("score/plists"), 1,
          "score/plists: .* no longer measured")
    check("a figure that the file lacks", lambda figures: figures.update(
        {"cost/new/faults": figures["cost/version/faults"]}), 1, "cost/new/faults: .* no such figure")

    def other_corpora(figures):
        figures["score/"].value = "corpora of another day"
        figures["score/lookups"].value = 0
    check("other conditions", other_corpora, 0, r"not compared: \d+ figures, such as score/.*the file has corpora .* another day")
    return 1 if wrong else 0
