"""A window with a file to drag, which closes after the drag."""

import os
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GObject, Gtk  # noqa: E402


def show(application):
    file = Gio.File.new_for_path(sys.argv[1])
    window = Gtk.ApplicationWindow(
        application=application, title="drag " + os.path.basename(sys.argv[1]))
    window.set_default_size(150, 150)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    value = GObject.Value(Gdk.FileList, Gdk.FileList.new_from_list([file]))
    source.set_content(Gdk.ContentProvider.new_for_value(value))
    # The driver that moves the pointer waits for these.
    def begin(_, drag):
        window.set_title("dragged")
        drag.connect("notify::selected-action", lambda drag, _: window.set_title(
            "accepted" if drag.get_selected_action() else "dragged"))

    source.connect("drag-begin", begin)
    source.connect("drag-end", lambda *_: application.quit())
    source.connect("drag-cancel", lambda *_: application.quit())
    window.add_controller(source)
    window.present()


program = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
program.connect("activate", show)
program.run([])
