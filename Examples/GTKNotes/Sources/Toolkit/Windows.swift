internal import CGtk

/// An application, which runs until its last window is closed.
@MainActor package final class Application {
  fileprivate let pointer: UnsafeMutablePointer<AdwApplication>

  /// - Parameter isUnique: whether a second process is a separate application.
  package init(_ identifier: String, isUnique: Bool) {
    let flags = GApplicationFlags(rawValue: isUnique ? 1 << 5 : 0)
    guard let made = adw_application_new(identifier, flags) else {
      preconditionFailure("GTK has made no application")
    }
    pointer = made
  }

  /// Calls a closure at the start; the application ends if the closure shows no window.
  package func onStart(_ started: @escaping @MainActor () -> Void) {
    connect(pointer, "activate", started)
  }

  /// Runs GLib's loop, and returns the status.
  package func run() -> Int32 { g_application_run(pointer.cast(), 0, nil) }
}

/// A window.
@MainActor package class Window: Widget {
  package func setTitle(_ title: String) { gtk_window_set_title(cast(), title) }
  package func present() { gtk_window_present(cast()) }
  package func destroy() { gtk_window_destroy(cast()) }

  fileprivate func setSize(_ width: Int32, _ height: Int32) {
    gtk_window_set_default_size(cast(), width, height)
  }
}

/// A window of an application.
@MainActor package final class ApplicationWindow: Window {
  package init(of application: Application, width: Int32, height: Int32) {
    super.init(adw_application_window_new(application.pointer.cast()))
    setSize(width, height)
  }

  package func setContent(_ child: Widget) {
    adw_application_window_set_content(cast(), child.pointer)
  }

  /// Calls a closure at a request to close the window, which stays until it is destroyed.
  package func onClose(_ requested: @escaping @MainActor () -> Void) {
    connectCloseRequest(pointer, requested)
  }
}

/// A window that must be answered before its parent can be used; Escape closes it.
@MainActor package final class Dialog: Window {
  package init(title: String, for parent: Window, width: Int32, height: Int32) {
    super.init(gtk_window_new())
    setTitle(title)
    setSize(width, height)
    gtk_window_set_transient_for(cast(), parent.cast())
    gtk_window_set_modal(cast(), 1)
    gtk_window_set_destroy_with_parent(cast(), 1)
    let keys = gtk_shortcut_controller_new()
    gtk_shortcut_controller_add_shortcut(
      keys,
      gtk_shortcut_new(
        gtk_shortcut_trigger_parse_string("Escape"), gtk_named_action_new("window.close")))
    gtk_widget_add_controller(pointer, keys)
  }

  package func setContent(_ child: Widget) { gtk_window_set_child(cast(), child.pointer) }
}
