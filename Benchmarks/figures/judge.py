"""judge.py LABELS FILES [OPTION...]: prints the share of correct answers for each confidence, for files
with known types.

LABELS is a table of tab-separated values with a header. It needs the columns `path` (below the directory
FILES) and `accepted` (identifiers and MIME types, separated by spaces). Two columns are optional: `near`
(less specific correct types) and `label` (words that the description of an answer may contain in place of
an accepted identifier). OPTIONS are for `uti identify`. UTI names the `uti` to measure; by default the
release build. XDG_DATA_DIRS selects the databases.
"""

import collections
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

GENERAL = ("text/plain", "application/octet-stream")
TEXT = {
    "public.text", "public.plain-text", "public.source-code", "public.script", "public.utf8-plain-text",
    "public.utf16-plain-text", "public.utf16-external-plain-text", "public.delimited-values-text",
    "text/plain",
}
DATA = {
    "public.data", "public.item", "public.content", "public.composite-content", "application/octet-stream",
    "application/x-zerosize", "mime.application.x-zerosize",
}


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


class Judge:
    """Compares answers with labels, by every name of every type and its supertypes."""

    def __init__(self, command):
        identifiers = [record["type"] for record in command.records("list", "--format", "jsonl")]
        self.types, self.named = {}, {}
        for start in range(0, len(identifiers), 800):
            words = identifiers[start:start + 800]
            for record in command.records("info", "--format", "jsonl", *words):
                self.types[record["type"]] = record
        for identifier, record in self.types.items():
            names = record["tags"].get("public.mime-type", [])
            # The MIME type that a type inherits is not its own.
            if identifier.startswith("mime.") and record.get("mimeType"):
                names = [*names, record["mimeType"]]
            for name in names:
                self.named.setdefault(name.lower(), identifier)
        self.above = {identifier: self._above(identifier) for identifier in self.types}

    def _above(self, identifier):
        """Returns all supertypes of a type and of its containers."""
        found, pending = set(), [identifier]
        while pending:
            record = self.types.get(pending.pop(), {})
            for name in [*record.get("supertypes", []),
                         *(kind["type"] if isinstance(kind, dict) else kind
                           for kind in record.get("container") or [])]:
                if name not in found:
                    found.add(name)
                    pending.append(name)
        return found

    def resolved(self, name):
        name = name.lower().split(";")[0].strip()
        return name if name in self.types else self.named.get(name, name)

    def said(self, record):
        """Returns the types that an answer names. The general MIME types add nothing to its type."""
        kind, mime = record.get("type"), record.get("mimeType")
        if kind and mime in GENERAL:
            mime = None
        return [self.resolved(name) for name in (kind, mime) if name]

    def verdict(self, record, accepted, near=(), label=None):
        """Returns exact, near, generic (a text), unknown (data) or wrong."""
        said = self.said(record) or [""]
        answer = said[0]
        expected = {self.resolved(name) for name in accepted}
        if expected & set(said):
            return "exact"
        if answer.startswith("dyn."):
            return "generic" if (record.get("mimeType") or "").startswith("text/") else "unknown"
        if {self.resolved(name) for name in near} & set(said):
            return "near"
        if answer in TEXT or answer in DATA:
            return "generic" if answer in TEXT else "unknown"
        if self.above.get(answer, set()) & expected or label and self._describes(answer, label):
            return "exact"
        return "near" if any(answer in self.above.get(name, ()) for name in expected) else "wrong"

    def _describes(self, answer, label):
        """True if the description of a type has the words of a label, one after the other."""
        description = (self.types.get(answer, {}).get("description") or "").lower()
        return f" {label.lower()} " in f" {' '.join(description.replace(',', ' ').split())} "

    def verdicts(self, command, folder, labels, by="both", *options):
        """Returns the record and the verdict of each labelled file; a file that is missing has none."""
        labels = [(os.path.join(folder, row["path"]), row) for row in labels]
        labels = [(path, row) for path, row in labels if os.path.exists(path)]
        records = command.verdicts([path for path, _ in labels], by, *options)
        for path, row in labels:
            record = records.get(path, {})
            accepted, near = (row.get(name) or "" for name in ("accepted", "near"))
            yield record, self.verdict(record, accepted.split(), near.split(), row.get("label"))


def main():
    from command import Command
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parents[2]
    program = os.environ.get("UTI") or subprocess.run(
        ["bash", root / "Scripts/release.sh"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        command = Command(program, folder, os.environ.get("XDG_DATA_DIRS"))
        count = collections.Counter()
        for record, verdict in Judge(command).verdicts(
                command, sys.argv[2], rows(sys.argv[1]), "both", *sys.argv[3:]):
            count[record.get("confidence")] += 1
            count[record.get("confidence"), verdict] += 1
    print("confidence", "answers", "right", "wider", "wrong", "not wrong", sep="\t")
    for name in ("certain", "likely", "guess"):
        right, wrong = count[name, "exact"], count[name, "wrong"]
        share = f"{100 - 100 * wrong / count[name]:.2f} %" if count[name] else "-"
        print(name, count[name], right, count[name] - right - wrong, wrong, share, sep="\t")


if __name__ == "__main__":
    main()
