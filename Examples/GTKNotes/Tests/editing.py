"""Typing, undoing, names, several windows, conflicts, and a program that is killed."""

import os
import signal

from screen import *


def recovered():
    """Returns whether the text of the draft was autosaved to the recovery location."""
    state = path(".local/state/uniform-types/autosaved/gtk-notes")
    return any(
        read(os.path.join(folder, name)) == "never saved"
        for folder, _, names in os.walk(state) for name in names if name == "Untitled.md")


def run():
    write("letter.md", "# Letter\n")

    # Typing, undoing, redoing.
    process = start("letter.md")
    wait("the note is open", lambda: text() == "# Letter\n")
    check("the window has the name of the note", windows() == ["letter.md"])
    focus("letter.md")
    click_text()
    keys("ctrl+End")
    type_text("Dear Ada")
    wait("typing is shown", lambda: text() == "# Letter\nDear Ada")
    expect("an edited note is marked", lambda: windows() == ["• letter.md"])
    check("undoing has a name", find("push button", "Undo Typing") is not None)
    picture("1-typed.png")
    keys("ctrl+z")
    wait("undoing takes it back", lambda: text() == "# Letter\n")
    expect("redoing has a name", lambda: find("push button", "Redo Typing"))
    keys("ctrl+shift+z")
    wait("redoing brings it back", lambda: text() == "# Letter\nDear Ada")
    keys("ctrl+s")
    wait("it is on the disk", lambda: read("letter.md") == "# Letter\nDear Ada")
    expect("a saved note is not marked", lambda: windows() == ["letter.md"])

    # Another name, from the title.
    keys("F2")
    wait("the name can be changed", lambda: not is_focused("Note"))
    keys("ctrl+a")
    type_text("greeting")
    keys("Return")
    wait("the note has another name", lambda: windows() == ["greeting.md"])
    check("so has its file", read("greeting.md") == "# Letter\nDear Ada" and read("letter.md") is None)

    # Two windows on one note.
    click_text()
    keys("ctrl+shift+n")
    wait("a second window", lambda: windows() == ["greeting.md", "greeting.md"])
    focus("greeting.md")
    keys("ctrl+End")
    type_text("!")
    expect("both windows show what is typed in one", lambda: [
        text(item) for item in frames()] == ["# Letter\nDear Ada!"] * 2)
    expect("the note saves itself", lambda: read("greeting.md") == "# Letter\nDear Ada!")
    keys("ctrl+w")
    wait("one window is left", lambda: len(windows()) == 1)

    # Another process changes the file while it is edited.
    focus("greeting.md")
    click_text()
    keys("ctrl+End")
    type_text(" Mine")
    wait("it is shown", lambda: text() == "# Letter\nDear Ada! Mine")
    write("greeting.md", "Theirs\n")
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
    wait("the draft is kept elsewhere", recovered)
    process.send_signal(signal.SIGKILL)
    end(process)

    # Everything is there again.
    process = start("greeting 2.md")
    wait("both notes are back", lambda: windows() == ["greeting 2.md", "• Untitled.md"])
    expect("with everything in them", lambda: sorted(text(item) for item in frames()) == [
        "# Letter\nDear Ada! Mine", "never saved"])
    picture("3-recovered.png")
    check("the draft has no file yet", read("Documents/Untitled.md") is None)
    focus("• Untitled.md")
    keys("ctrl+w")
    wait("one window is left", lambda: len(windows()) == 1)
    focus("greeting 2.md")
    keys("ctrl+w")
    end(process)
    saved = read("Documents/Untitled.md") or read("Untitled.md")
    check("closing has saved the draft", saved == "never saved")
    check("and the program ends well", process.returncode == 0)
