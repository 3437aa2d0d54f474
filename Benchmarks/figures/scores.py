"""Scores over the corpora of UTI_CORPORA: tables of observed results, and labelled files of others."""

import glob
import hashlib
import os
import xml.etree.ElementTree as ElementTree

from judge import GENERAL, Judge, rows

INSTALLED = ("/usr/local/share", "/usr/share")


def digest(paths, root):
    """Returns a short checksum of the names and sizes of files, and of the contents of tables."""
    sum_ = hashlib.sha256()
    for path in sorted(paths):
        sum_.update(os.fsencode(f"{os.path.relpath(path, root)}\0{os.path.getsize(path)}\0"))
        if str(path).endswith((".tsv", ".xml", "/list")):
            with open(path, "rb") as file:
                sum_.update(file.read())
    return sum_.hexdigest()[:12]


def measure(table, command, corpora):
    """Adds all scores of the tables that the corpora have."""
    upstream = command.beside(corpora / "xdg", "upstream")
    databases = {"none": command, "installed": command.beside(None, "installed"), "2026": upstream}
    files = [os.path.join(folder, name) for folder, _, names in os.walk(corpora, followlinks=True)
             for name in names if os.path.isfile(os.path.join(folder, name))]
    table.condition("score/", f"corpora {digest(files, corpora)}")
    installed = [path for folder in INSTALLED for kind in ("mime/packages/*.xml", "uniform-types/*.plist")
                 for path in glob.glob(f"{folder}/{kind}")]
    table.condition("score/*/installed", f"installed databases {digest(installed, '/')}")

    def score(name, right, unit="right", better="more"):
        table.add(f"score/{name}", right, better, 0, unit)

    for needed, part, context in (
            ("extension-lookups.tsv", look_ups, command), ("dynamic-types.tsv", dynamic, command),
            ("detection/list", upstream_list, upstream), ("files/labels.tsv", labelled_files, upstream),
            ("plists", property_lists, command)):
        if (corpora / needed).exists():
            part(score, context, corpora)
    judges = {name: Judge(database) for name, database in databases.items()}
    for folder in ("truth", "truth-2"):
        if not (corpora / folder / "labels.tsv").exists():
            continue
        labels = rows(corpora / folder / "labels.tsv")
        for row in labels:
            # Elsewhere the label is an extension and no name of a language.
            row["label"] = row["label"] if row["path"].startswith("linguist/") else None
        for by in ("both", "content"):
            asked = [row for row in labels if by == "both" or row["content"] == "y"]
            for name, database in databases.items():
                verdicts = [verdict for _, verdict in judges[name].verdicts(
                    database, corpora / folder / "files", asked, by)]
                score(f"{folder}/{by}/exact/{name}", verdicts.count("exact"))
                score(f"{folder}/{by}/wrong/{name}", verdicts.count("wrong"), "wrong", "less")
    if (corpora / "public/cases.tsv").exists():
        for name in ("none", "installed"):
            score(f"public/{name}", public_cases(databases[name], corpora / "public"))


def look_ups(score, command, corpora):
    """The first type of each extension. Types of applications are omitted, as no system declares them."""
    known = {row["identifier"].lower() for row in rows(corpora / "apple-types.tsv")}
    expected = {}
    for row in rows(corpora / "extension-lookups.tsv"):
        identifier = row["uti"].lower()
        if row["third_party_type"] == "no" and (identifier in known or identifier in ("", "nil")):
            expected.setdefault("." + row["extension"], []).append(identifier)
    right = 0
    for record in command.records("lookup", "--format", "jsonl", "--view", "declared", "--", *expected):
        answers = [record["types"][0].lower()] if record["types"] else ["", "nil"]
        right += sum(map(expected[record["query"]].count, answers))
    score("lookups", right)


def dynamic(score, command, corpora):
    """Dynamic identifiers, decoded and encoded again."""
    observed = [row for row in rows(corpora / "dynamic-types.tsv") if row["status"] == "observed"]
    answers = {record["identifier"]: record for record in command.records(
        "decode", "--format", "jsonl", "--", *(row["dyn"] for row in observed))}
    right = 0
    for row in observed:
        tags = {}
        for tag in filter(None, row["tags"].replace("<NUL>", "\0").split(";")):
            name, _, value = tag.partition("=")
            tags.setdefault(name, []).append(value)
        answer = answers.get(row["dyn"], {})
        right += answer.get("tags") == tags and answer.get("reencoded") == row["dyn"]
    score("dynamic", right)


def upstream_list(score, command, corpora):
    """The columns of upstream's test list, without the rows that are expected to fail."""
    lines = [line.split() for line in (corpora / "detection/list").read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line and not line[0].startswith("#")]
    paths = {line[0]: str(corpora / "detection" / line[0]) for line in lines}
    for column, (name, by) in enumerate((("name", "name"), ("data", "content"), ("file", "both"))):
        answers = command.verdicts(sorted(paths.values()), by)
        score(f"detection/{name}", sum(
            (answers.get(paths[line[0]], {}).get("mimeType") or "").lower() == line[1].lower()
            for line in lines if (line[2:] or [""])[0][column:column + 1] != "x"))


def labelled_files(score, command, corpora):
    """Files with MIME types of the upstream database, whose aliases and supertypes count."""
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    names, parents = {}, {}
    database = corpora / "xdg/mime/packages/freedesktop.org.xml"
    for kind in ElementTree.parse(database).getroot().iter(space + "mime-type"):
        name = kind.get("type")
        names.setdefault(name.lower(), name)
        parents[name] = [parent.get("type") for parent in kind.iter(space + "sub-class-of")]
        for alias in kind.iter(space + "alias"):
            names.setdefault(alias.get("type").lower(), name)
    synonyms = dict(line.split("\t") for line in
                    (corpora / "files/synonyms.tsv").read_text(encoding="utf-8").splitlines())

    def canonical(name):
        name = (name or "").split(";")[0].strip()
        for _ in range(3):
            if name.lower() in names:
                return names[name.lower()]
            name = synonyms.get(name.lower(), name)
        return name

    def above(name):
        suffix = name.rpartition("+")[2] if "+" in name else ""
        found = {f"application/{suffix}"} if suffix in ("xml", "zip", "json") else set()
        pending = [name]
        while pending:
            for parent in map(canonical, parents.get(pending.pop(), [])):
                if parent not in found:
                    found.add(parent)
                    pending.append(parent)
        return found - {"application/octet-stream"}

    lines = [line.split("\t") for line in
             (corpora / "files/labels.tsv").read_text(encoding="utf-8").splitlines()
             if line and not line.startswith("#")]
    expected = {str(corpora / "files" / line[0]): canonical(line[1]) for line in lines if line[4] == "1"}
    answers = command.verdicts(expected)
    exact = wrong = 0
    for path, name in expected.items():
        answer = canonical(answers.get(path, {}).get("mimeType"))
        exact += answer == name
        wrong += answer != name and answer not in above(name) and name not in above(answer)
    score("files/exact", exact)
    score("files/wrong", wrong, "wrong", "less")


def property_lists(score, command, corpora):
    """Property lists that are read, or refused with a place."""
    right = 0
    for path in sorted((corpora / "plists").iterdir()):
        result = command.run("lint", "--format", "jsonl", str(path))
        lines = result.stdout.decode("utf-8", "replace").splitlines()
        has_places = all('"file":"' in line and '"line":' in line for line in lines if line)
        if result.returncode == 65:
            right += has_places and bool(lines) or f"{path.name}:" in result.stderr.decode("utf-8", "replace")
        else:
            right += result.returncode in (0, 1) and has_places
    score("plists", right)


def public_cases(command, folder):
    """Returns how many files of public reports have an accepted type, under any of its names."""
    cases = [(str(folder / "files" / row["file"]), set(row["accepted"].replace(";", "|").split("|")))
             for row in rows(folder / "cases.tsv")]
    answers = command.verdicts([path for path, _ in cases])
    said = {}
    for path, _ in cases:
        kind, mime = (answers.get(path, {}).get(key) for key in ("type", "mimeType"))
        # The general MIME types say nothing about another type.
        if mime in GENERAL and kind not in ("public.plain-text", "public.data"):
            mime = None
        said[path] = {name for name in (kind, mime) if name}
    names = sorted(set().union(*said.values(), *(accepted for _, accepted in cases)))
    types = command.types(names)
    return sum(bool({types[name] for name in accepted} & {types[name] for name in said[path]})
               for path, accepted in cases)
