"""A first session with `uti`, from `make install` until nothing of it is left.

Installs the built command into a new folder, identifies, filters, explains, declares a type,
checks and installs the declaration, asks the desktop, and removes everything. The output of each
command is compared with walk.transcript, and the files afterwards with those before. If gio or
update-mime-database is missing, the steps of the desktop are left out and the output is not
compared.
"""

import difflib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from package import fail, say

TRANSCRIPT = Path(__file__).with_name("walk.transcript")
BLUEPRINT = """\
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>CFBundleIdentifier</key>
  <string>org.acme.drafting</string>
  <key>UTExportedTypeDeclarations</key>
  <array>
    <dict>
      <key>UTTypeIdentifier</key>
      <string>org.acme.drafting.blueprint</string>
      <key>UTTypeDescription</key>
      <string>Blueprint</string>
      <key>UTTypeConformsTo</key>
      <string>public.json</string>
      <key>UTTypeTagSpecification</key>
      <dict>
        <key>public.filename-extension</key>
        <string>blueprint</string>
        <key>public.mime-type</key>
        <string>application/vnd.acme.blueprint+json</string>
      </dict>
    </dict>
  </array>
</dict>
</plist>
"""


def steps(root, prefix):
    """The commands; the second value says whether a command needs a desktop."""
    return [
        (f"make --silent -C {root} install PREFIX={prefix}", False),
        ("uti Pictures/*", False),
        ("uti identify -r0 --conforming-to public.image --print path Pictures | xargs -0 ls -1",
         False),
        ("uti identify --is public.image Pictures/notes.md", False),
        ("uti explain 'Pictures/two words.png' | head -n 6", False),
        ("uti house.blueprint", False),
        ("uti lint Misspelt.plist", False),
        ("uti install Misspelt.plist", False),
        ("uti lint Blueprint.plist", False),
        ("uti install --dry-run Blueprint.plist", False),
        ("uti install Blueprint.plist | cut -f1 | sort | uniq -c", True),
        ("uti house.blueprint", True),
        ("uti conforms house.blueprint public.json", True),
        ("gio info -a standard::content-type house.blueprint | grep content-type", True),
        ("uti install Blueprint.plist", True),
        ("uti apps house.blueprint", True),
        ("uti uninstall Blueprint | cut -f1 | sort | uniq -c", True),
        ("uti house.blueprint", True),
        # The cache is the only thing that a command leaves, and can be removed at any time.
        ("rm -r .cache", False),
        (f"make --silent -C {root} uninstall PREFIX={prefix}", False),
    ]


def write_home(home):
    pictures = home / "Pictures"
    pictures.mkdir(parents=True)
    (pictures / "dot.gif").write_bytes(b"GIF89a\1\0\1\0\0\0\0;")
    (pictures / "two words.png").write_bytes(b"GIF89a\1\0\1\0\0\0\0;")
    (pictures / "notes.md").write_text("# Notes\n")
    (home / "Blueprint.plist").write_text(BLUEPRINT)
    misspelt = BLUEPRINT.replace("<string>org.acme.drafting.blueprint<",
                                 "<string>org acme blueprint<")
    (home / "Misspelt.plist").write_text(misspelt.replace("public.json", "public.jsno"))
    (home / "house.blueprint").write_text("{}\n")


def listing(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def check(package, options):
    has_desktop = all(shutil.which(name) for name in ("gio", "update-mime-database"))
    if options.record and not has_desktop:
        fail("A recording needs gio and update-mime-database.", "Install libglib2.0-bin.")
    with tempfile.TemporaryDirectory() as work:
        home, prefix = Path(work) / "home", Path(work) / "prefix"
        write_home(home)
        before, lines = listing(Path(work)), []
        environment = {
            "HOME": str(home), "PATH": f"{prefix}/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": "/nonexistent", "UTI": str(package.uti),
        }
        for command, needs_desktop in steps(package.root, prefix):
            if needs_desktop and not has_desktop:
                continue
            result = subprocess.run(
                ["bash", "-c", command], cwd=home, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            lines += [f"$ {command}", *result.stdout.decode("utf-8", "replace").splitlines()]
            if result.returncode != 0:
                lines.append(f"[{result.returncode}]")
        lines = [line.replace(str(package.root), "SOURCE").replace(work, "WORK") for line in lines]
        if options.record:
            TRANSCRIPT.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        recorded = TRANSCRIPT.read_text(encoding="utf-8").splitlines()
        if has_desktop and lines != recorded:
            say("\n".join(difflib.unified_diff(recorded, lines, "recorded", "now", lineterm="")))
            fail("The output differs from Scripts/documentation/walk.transcript.",
                 "Correct the command, or record again: bash Scripts/check.sh docs walk --record")
        after = listing(Path(work))
        if before != after:
            say("\n".join(difflib.unified_diff(before, after, "before", "after", lineterm="")))
            fail("Files are left, or files are gone.", "See the difference above.")
    say("The first session prints what is recorded, and leaves nothing")
