"""Answers for contents that are of no named type: prose, and random bytes, under each extension."""

import pathlib
import random
import re
import tempfile

from judge import DATA, TEXT

# The answers that state no format.
WIDE = TEXT | DATA | {"public.xml", "public.image"}
PROSE = (
    "The committee met in the afternoon to consider the proposals that had been sent in since the spring. "
    "Several members asked whether the cost of the new building had been estimated with care, and the "
    "treasurer answered that two firms had been consulted. It was agreed that a decision should wait until "
    "the report had been read by everyone. After a short pause the chair turned to the question of the "
    "library, which had been closed for repairs during most of the winter.\n"
    "In the evening a small group walked along the river and talked about other things. When the rain began "
    "they stood under the old bridge and waited, and one of them told a story about a fisherman.\n")


def measure(table, command):
    """Adds the share of extensions under which each content gets a specific type."""
    package = command.run("export").stdout.decode()
    extensions = sorted(set(re.findall(r'<glob pattern="\*\.([^"*?\[/]+)"', package)))
    contents = {"prose": PROSE.encode(), "random": random.Random(7).randbytes(6000)}
    for name, content in contents.items():
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, f"a.{extension}") for extension in extensions]
            for path in paths:
                path.write_bytes(content)
            answers = command.verdicts(paths)
        # The identifier of an unknown extension is derived from the extension.
        specific = sum(record["type"] not in WIDE and not record["type"].startswith("dyn.")
                       for record in answers.values())
        table.add(f"doubt/{name}", round(1000 * specific / len(extensions)), "less", 0,
                  "of 1,000 extensions have a specific type")
