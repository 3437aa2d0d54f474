"""Templates, places, types, versions, attachments, drops, recent notes: by the keyboard alone."""

import base64
import hashlib
import os
import struct
import subprocess
import sys
import zlib

from screen import *

# One grey point.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")


def answer(title, name):
    """Types a place into a file chooser."""
    focus(title)
    # Opening has no entry for a name before the entry is requested.
    if title in ("Open", "Attach"):
        keys("ctrl+l")
    entry = wait("an entry for a name", lambda: entry_of(title))
    keys("ctrl+a")
    type_text(path(name))
    wait("the place is typed", lambda: words_of(entry) == path(name))
    # The first Return may only take what the chooser proposes.
    for _ in range(5):
        keys("Return")
        if is_soon(lambda: window(title) is None):
            return
    check(f"{title} is answered", False)


def entry_of(title):
    item = focused()
    return item if window(title) and item.getRoleName() in ("text", "entry") else None


def choose(item):
    """Goes to an entry of the menu, and chooses it."""
    keys("F10")
    wait("the menu", lambda: focused().getRoleName() == "menu item")
    go_to("menu item", item, "Down")
    keys("Return")


def go_to(role, name, key="Tab"):
    """Goes to something step by step."""
    for _ in range(60):
        item = focused()
        if item is not None and item.getRoleName() == role and item.name == name:
            return
        keys(key)
        is_soon(lambda: focused() != item)
    check(f"{name} is reached by keys", False)


def versions():
    """The buttons of the dialog, one for each version."""
    return [item for item in all_below(window("Versions of plan.md"))
            if item.getRoleName() == "push button" and item.name.startswith("Restore")]


def run():
    with open(path("picture.png"), "wb") as file:
        file.write(PICTURE)
    # The item below the pointer would take the keyboard focus.
    xdotool("mousemove", "899", "639")
    process = start()
    templates()
    revert()
    browse_versions()
    places()
    attachments()
    drops()
    recents(process)


def templates():
    focus("GTK Notes")
    go_to("push button", "New Meeting Note")
    keys("Return")
    wait("a note from the template", lambda: windows() == ["• Meeting.md"])
    wait("its text", lambda: text().startswith("# Meeting"))
    check("it has no file yet", read("Meeting.md") is None)
    keys("ctrl+End")
    type_text("Tea")
    keys("ctrl+s")
    answer("Save As", "plan.md")
    wait("the note has its name", lambda: windows() == ["plan.md"])
    check("the template is in it", read("plan.md").startswith("# Meeting") and "Tea" in read("plan.md"))
    focus("plan.md")


def revert():
    before = read("plan.md")
    for _ in range(5):
        go_to("text", "Note")
        # The third entry from the end, at once, because the note is autosaved soon after a change.
        keys("x", "F10", "Up", "Up", "Up", delay=30)
        go_to("menu item", "Revert to Saved", "Up")
        keys("Return")
        wait("reverting is over", lambda: windows() == ["plan.md"] and text() == read("plan.md"))
        if text() == before:
            check("reverting takes what is on the disk", find("push button", "Undo"))
            return
        # On a busy machine it was saved first.
        go_to("text", "Note")
        keys("BackSpace", "ctrl+s")
        wait("it is as before", lambda: read("plan.md") == before)
    check("reverting comes before the note saves itself", False)


def browse_versions():
    before = read("plan.md")
    go_to("text", "Note")
    keys("ctrl+End")
    type_text(" and cake")
    keys("ctrl+s")
    wait("it is on the disk", lambda: read("plan.md") == before + " and cake")
    choose("Versions…")
    focus("Versions of plan.md")
    count = len(wait("versions", versions))
    picture("4-versions.png")
    keys("Escape")
    wait("the dialog is closed", lambda: window("Versions of plan.md") is None)
    focus("plan.md")
    keys("ctrl+shift+h")
    focus("Versions of plan.md")
    go_to("push button", wait("versions", versions)[0].name)
    keys("Return")
    expect("restoring a version saves it", lambda: read("plan.md") == before)
    expect("and shows it", lambda: text() == before)
    focus("plan.md")
    keys("ctrl+shift+h")
    focus("Versions of plan.md")
    check("what it has replaced is a version", len(wait("versions", versions)) == count + 1)
    keys("Escape")
    wait("the dialog is closed", lambda: window("Versions of plan.md") is None)
    focus("plan.md")


def places():
    words = read("plan.md")
    keys("ctrl+shift+s")
    answer("Save As", "plan.gtknote")
    expect("a note is saved as another type", lambda: windows() == ["plan.gtknote"])
    check("beside the one of the first", read("plan.gtknote") == read("plan.md") == words)
    focus("plan.gtknote")
    keys("ctrl+e")
    answer("Export a Copy", "copy.txt")
    expect("a copy of a third type is exported", lambda: read("copy.txt") == words)
    check("and the note stays what it is", windows() == ["plan.gtknote"])
    focus("plan.gtknote")
    keys("ctrl+d")
    wait("a duplicate has a window", lambda: windows() == ["plan copy.gtknote", "plan.gtknote"])
    check("and a file", read("plan copy.gtknote") == words)
    focus("plan copy.gtknote")
    type_text("Twice ")
    keys("ctrl+w")
    wait("its window is closed", lambda: windows() == ["plan.gtknote"])
    check("its changes are its own", "Twice" in read("plan copy.gtknote") and text() == words)
    focus("plan.gtknote")


def attachments():
    words = read("plan.gtknote")
    keys("ctrl+shift+a")
    answer("Attach", "picture.png")
    expect("a note with an attachment is a package", lambda: windows()[0].endswith("plan.gtknotes"))
    expect("the attachment is shown", lambda: find("label", "Attached: picture.png"))
    check("attaching can be undone", wait("undo", lambda: find(
        "push button", "Undo Attach picture.png")))
    focus(windows()[0])
    keys("ctrl+s")
    wait("the package is on the disk", lambda: read("plan.gtknotes/Text.md") == words)
    expect("with the attachment", lambda: attached() == PICTURE)
    wait("it is saved", lambda: windows() == ["plan.gtknotes"])
    check("the note without it stays", read("plan.gtknote") == words)


def attached(name="picture.png"):
    with open(path("plan.gtknotes/Attachments/" + name), "rb") as file:
        return file.read()


def drops():
    try:
        import gi
        gi.require_version("Gtk", "4.0")
    except (ImportError, ValueError):
        print("skipped: dropping files: not installed: gir1.2-gtk-4.0", flush=True)
        return
    with open(path("second.png"), "wb") as file:
        file.write(PICTURE)
    drop("second.png")
    expect("a file that is dropped is attached", lambda: find(
        "label", "Attached: picture.png, second.png"))
    drop("copy.txt")
    expect("a note that is dropped is opened", lambda: "copy.txt" in windows())
    focus("copy.txt")
    keys("ctrl+w")
    wait("one window is left", lambda: len(windows()) == 1)


def drop(name):
    """Drags a file from a window of another program."""
    source = subprocess.Popen(
        [sys.executable, os.path.join(os.path.dirname(__file__), "drag.py"), path(name)])
    try:
        number = wait("a file to drag", lambda: window_number("drag " + name))
        xdotool("windowmove", "--sync", number, "700", "0", "windowraise", number)
        xdotool("mousemove", "750", "60", "mousedown", "1")
        wait("dragging begins", lambda: move_until("dragged", 750, 90))
        wait("the window takes the file", lambda: move_until("accepted", 300, 200))
        xdotool("mouseup", "1")
        source.wait(PATIENCE)
    finally:
        source.kill()
        source.wait()


def move_until(title, x, y):
    """Moves the pointer about a place, and looks whether a window has a title then."""
    for step in range(10):
        xdotool("mousemove", str(x + step), str(y))
    return window_number(title)


def make_picture(name):
    """Makes a picture of a note as a file manager does."""
    uri = "file://" + path(name)
    words = b"".join(part("tEXt", value.encode()) for value in [
        "Thumb::URI\0" + uri, f"Thumb::MTime\0{int(os.stat(path(name)).st_mtime)}"])
    folder = path(".cache/thumbnails/normal")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, hashlib.md5(uri.encode()).hexdigest() + ".png"), "wb") as file:
        # After the signature and the size of the picture.
        file.write(PICTURE[:33] + words + PICTURE[33:])


def part(kind, contents):
    kind = kind.encode()
    return struct.pack(">I", len(contents)) + kind + contents + struct.pack(
        ">I", zlib.crc32(kind + contents))


def recents(process):
    title = windows()[0]
    focus(title)
    keys("ctrl+w")
    end(process)
    check("the package has both", attached() == attached("second.png") == PICTURE)
    make_picture("plan.md")
    process = start()
    expect("a recent note has the picture that file managers show", lambda: find(
        "image", "Picture of plan.md"))
    picture("5-recents.png")
    shown = [item.name for item in all_below(application()) if item.getRoleName() == "push button"]
    notes = ["copy.txt", "plan.gtknotes", "plan copy.gtknote", "plan.gtknote", "plan.md"]
    check("recent notes are offered, the latest first", [
        name for name in shown if name in notes] == notes)
    focus("GTK Notes")
    go_to("push button", "plan.gtknotes")
    keys("Return")
    wait("a recent note is opened", lambda: windows() == ["plan.gtknotes"])
    expect("with its attachments", lambda: find("label", "Attached: picture.png, second.png"))
    focus("plan.gtknotes")
    keys("ctrl+w")
    end(process)
    check("the program ends well", process.returncode == 0)
