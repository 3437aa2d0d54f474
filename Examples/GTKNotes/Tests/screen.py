"""The input of gtk-notes, and its accessibility tree."""

import os
import shutil
import subprocess
import sys
import time

import pyatspi

HOME = os.environ["HOME"]
PROGRAM = os.environ["PROGRAM"]
PICTURES = os.environ["PICTURES"]
PATIENCE = 30


def wait(what, found):
    """Waits until a function returns something; it may fail while a window changes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            result = found()
        except Exception:  # AT-SPI fails in many ways when an object goes.
            result = None
        if result:
            return result
        time.sleep(0.05)
    tree()
    sys.exit(f"error: {what}: not within {PATIENCE} s")


def is_soon(found):
    """Returns whether a condition becomes true within a second; if not, the caller tries again."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        try:
            if found():
                return True
        except Exception:
            pass
        time.sleep(0.02)
    return False


def check(what, condition):
    if not condition:
        tree()
        sys.exit(f"error: {what}")
    print(f"ok: {what}", flush=True)


def expect(what, found):
    """Waits for a condition that must become true, and prints it."""
    wait(what, found)
    print(f"ok: {what}", flush=True)


# MARK: - Reading


def application():
    for other in pyatspi.Registry.getDesktop(0):
        if other and other.name == "gtk-notes":
            # No listener receives the events that would keep cached values current.
            other.set_cache_mask(pyatspi.Atspi.Cache.NONE)
            return other
    return None


def all_below(item):
    yield item
    for child in item:
        if child is not None:
            yield from all_below(child)


def tree():
    """Prints the accessibility tree, to explain a failure."""
    try:
        for item in all_below(application()):
            states = item.getState()
            marks = "".join(
                mark for mark, state in [
                    ("v", pyatspi.STATE_VISIBLE), ("f", pyatspi.STATE_FOCUSED),
                    ("s", pyatspi.STATE_SENSITIVE)] if states.contains(state))
            print(f"  {item.getRoleName()}: {item.name!r} {marks}", file=sys.stderr)
    except Exception as error:
        print(f"  no application: {error}", file=sys.stderr)
    picture("failed.png")


def is_visible(item):
    return item.getState().contains(pyatspi.STATE_VISIBLE)


def find(role, name=None, window=None):
    """The first item of a role and a name that is visible."""
    for item in all_below(window or application()):
        if item.getRoleName() == role and (name is None or item.name == name) and is_visible(item):
            return item
    return None


def focused():
    """The item with the keyboard focus."""
    for item in all_below(application()):
        if item.getState().contains(pyatspi.STATE_FOCUSED):
            return item
    return None


def is_focused(name):
    item = focused()
    return item is not None and item.name == name


def frames():
    return [item for item in application() if item.getRoleName() == "frame"]


def windows():
    return sorted(item.name for item in frames())


def window(name):
    for item in application():
        if item.name == name:
            return item
    return None


def text(window=None):
    item = find("text", "Note", window)
    if item is None:
        return None
    return words_of(item)


def words_of(item):
    """The text of an item; GTK's entries do not support an end of -1."""
    words = item.queryText()
    return words.getText(0, words.characterCount)


def path(name):
    return os.path.join(HOME, name)


def read(name):
    try:
        with open(path(name), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def write(name, words):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(words)


def picture(name):
    if shutil.which("import"):
        subprocess.run(["import", "-window", "root", os.path.join(PICTURES, name)], check=True)


# MARK: - Input


def xdotool(*arguments):
    return subprocess.run(
        ["xdotool", *arguments], check=True, capture_output=True, text=True).stdout


def keys(*names, delay=40):
    xdotool("key", "--delay", str(delay), *names)


def type_text(words):
    xdotool("type", "--delay", "25", words)


def window_number(title):
    """The number of the window with this exact title."""
    pattern = "^" + "".join("\\" + c if c in "\\.*+?[]()^$|" else c for c in title) + "$"
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", pattern],
        capture_output=True, text=True).stdout.split()
    return found[-1] if found else None


def focus(title):
    """Gives a window the keyboard focus, because there is no window manager."""
    number = wait(f"window {title}", lambda: window_number(title))
    xdotool("windowraise", number, "windowfocus", "--sync", number)
    wait(f"window {title} has the keyboard", lambda: focused() and any(
        item.name == title and (item.getRoleName() != "frame"
                                or item.getState().contains(pyatspi.STATE_ACTIVE))
        for item in application()))


def click_text():
    box = wait("the text", lambda: find("text", "Note")).queryComponent().getExtents(
        pyatspi.WINDOW_COORDS)
    xdotool("mousemove", str(box.x + 80), str(box.y + 40), "click", "1")


def press(name):
    """Presses a button as a screen reader does."""
    button = wait(f"button {name}", lambda: find("push button", name))
    button.queryAction().doAction(0)


def start(*arguments):
    process = subprocess.Popen([PROGRAM, *arguments], cwd=HOME)
    wait("the program on the screen", application)
    return process


def end(process):
    process.wait(PATIENCE)
    wait("the program is gone", lambda: application() is None)
