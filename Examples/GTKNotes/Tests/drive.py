"""Drives gtk-notes as somebody at a keyboard, and looks at it as a screen reader does."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pyatspi

HOME = os.environ["HOME"]
PROGRAM = os.environ["PROGRAM"]
PICTURES = os.environ["PICTURES"]
PATIENCE = 30


def wait(what, found):
    """Waits until a function finds something, which it may fail to do while a window changes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            result = found()
        except Exception:  # AT-SPI fails in many ways when an object goes.
            result = None
        if result:
            return result
        time.sleep(0.1)
    tree()
    sys.exit(f"error: {what}: not within {PATIENCE} s")


def check(what, condition):
    if not condition:
        tree()
        sys.exit(f"error: {what}")
    print(f"ok: {what}")


def application():
    for other in pyatspi.Registry.getDesktop(0):
        if other and other.name == "gtk-notes":
            return other
    return None


def all_below(item):
    yield item
    for child in item:
        if child is not None:
            yield from all_below(child)


def tree():
    """Prints what there is, for whoever reads why something failed."""
    try:
        for item in all_below(application()):
            print(f"  {item.getRoleName()}: {item.name!r}", file=sys.stderr)
    except Exception as error:
        print(f"  no application: {error}", file=sys.stderr)


def is_visible(item):
    return item.getState().contains(pyatspi.STATE_VISIBLE)


def find(role, name=None, window=None):
    """The first item of a role and a name that is visible."""
    for item in all_below(window or application()):
        if item.getRoleName() == role and (name is None or item.name == name) and is_visible(item):
            return item
    return None


def windows():
    return sorted(item.name for item in application() if item.getRoleName() == "frame")


def text(window=None):
    item = find("text", "Note", window)
    if item is None:
        return None
    return item.queryText().getText(0, -1)


def read(name):
    try:
        with open(os.path.join(HOME, name), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def keys(*names):
    subprocess.run(["xdotool", "key", "--delay", "60", *names], check=True)


def type_text(words):
    subprocess.run(["xdotool", "type", "--delay", "40", words], check=True)


def focus(title):
    """Gives a window the keyboard: without a window manager nobody else does."""
    found = wait(f"window {title}", lambda: subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", title],
        capture_output=True, text=True).stdout.split())
    subprocess.run(["xdotool", "windowraise", found[0], "windowfocus", found[0]], check=True)
    time.sleep(0.5)


def click_text():
    box = find("text", "Note").queryComponent().getExtents(pyatspi.WINDOW_COORDS)
    subprocess.run(
        ["xdotool", "mousemove", str(box.x + 80), str(box.y + 40), "click", "1"], check=True)


def press(name):
    """Presses a button as a screen reader does."""
    button = wait(f"button {name}", lambda: find("push button", name))
    button.queryAction().doAction(0)


def picture(name):
    if shutil.which("import"):
        subprocess.run(["import", "-window", "root", os.path.join(PICTURES, name)], check=True)


def start(*arguments):
    process = subprocess.Popen([PROGRAM, *arguments], cwd=HOME)
    wait("the program on the screen", application)
    return process


def end(process):
    process.wait(PATIENCE)
    wait("the program is gone", lambda: application() is None)


def main():
    with open(os.path.join(HOME, "letter.md"), "w", encoding="utf-8") as file:
        file.write("# Letter\n")

    # Typing, undoing, redoing.
    process = start("letter.md")
    wait("the note is open", lambda: text() == "# Letter\n")
    check("the window has the name of the note", windows() == ["letter.md"])
    focus("letter.md")
    click_text()
    keys("ctrl+End")
    type_text("Dear Ada")
    wait("typing is shown", lambda: text() == "# Letter\nDear Ada")
    wait("an edited note is marked", lambda: windows() == ["• letter.md"])
    check("undoing has a name", find("push button", "Undo Typing") is not None)
    picture("1-typed.png")
    keys("ctrl+z")
    wait("undoing takes it back", lambda: text() == "# Letter\n")
    check("redoing has a name", find("push button", "Redo Typing") is not None)
    keys("ctrl+shift+z")
    wait("redoing brings it back", lambda: text() == "# Letter\nDear Ada")
    keys("ctrl+s")
    wait("it is on the disk", lambda: read("letter.md") == "# Letter\nDear Ada")
    wait("a saved note is not marked", lambda: windows() == ["letter.md"])

    # Another name, from the title.
    keys("F2")
    time.sleep(0.5)
    keys("ctrl+a")
    type_text("greeting")
    keys("Return")
    wait("the note has another name", lambda: windows() == ["greeting.md"])
    check("so has its file", read("greeting.md") == "# Letter\nDear Ada" and read("letter.md") is None)

    # Two windows on one note.
    click_text()
    keys("ctrl+shift+n")
    wait("a second window", lambda: windows() == ["greeting.md", "greeting.md"])
    keys("ctrl+End")
    type_text("!")
    wait("both windows show what is typed in one", lambda: [
        text(item) for item in application() if item.getRoleName() == "frame"
    ] == ["# Letter\nDear Ada!"] * 2)
    wait("the note saves itself", lambda: read("greeting.md") == "# Letter\nDear Ada!")
    keys("ctrl+w")
    wait("one window is left", lambda: len(windows()) == 1)

    # Somebody else changes the file while it is edited.
    focus("greeting.md")
    click_text()
    keys("ctrl+End")
    type_text(" Mine")
    with open(os.path.join(HOME, "greeting.md"), "w", encoding="utf-8") as file:
        file.write("Theirs\n")
    keys("ctrl+s")
    wait("a conflict offers its choices", lambda: find("push button", "Keep Both"))
    picture("2-conflict.png")
    press("Keep Both")
    wait("the note goes on beside the file", lambda: windows() == ["greeting 2.md"])
    check("theirs is as it was", read("greeting.md") == "Theirs\n")
    check("mine is on the disk", read("greeting 2.md") == "# Letter\nDear Ada! Mine")

    # A new note that has never been saved, and a kill.
    click_text()
    keys("ctrl+n")
    wait("a new note", lambda: "Untitled.md" in windows())
    focus("Untitled.md")
    type_text("never saved")
    wait("the draft is edited", lambda: "• Untitled.md" in windows())
    state = os.path.join(HOME, ".local", "state", "uniform-types", "autosaved", "gtk-notes")
    wait("the draft is kept elsewhere", lambda: any(
        "never saved" == open(os.path.join(folder, name), encoding="utf-8").read()
        for folder, _, names in os.walk(state) for name in names if name == "Untitled.md"))
    process.send_signal(signal.SIGKILL)
    end(process)

    # Everything is there again.
    process = start("greeting 2.md")
    wait("both notes are back", lambda: windows() == ["greeting 2.md", "• Untitled.md"])
    shown = sorted(text(item) for item in application() if item.getRoleName() == "frame")
    check("with everything in them", shown == ["# Letter\nDear Ada! Mine", "never saved"])
    picture("3-recovered.png")
    check("the draft has no file yet", read("Documents/Untitled.md") is None)
    focus("Untitled.md")
    keys("ctrl+w")
    focus("greeting 2.md")
    keys("ctrl+w")
    end(process)
    saved = read("Documents/Untitled.md") or read("Untitled.md")
    check("closing has saved the draft", saved == "never saved")
    check("and the program ends well", process.returncode == 0)


main()
