internal import CGtk

/// A widget.
///
/// The subclasses are the widgets of this program. Only this target has their pointers.
@MainActor package class Widget {
  let pointer: UnsafeMutablePointer<GtkWidget>

  /// - Parameter made: the result of a constructor of GTK, which returns nothing only without memory.
  init(_ made: UnsafeMutablePointer<GtkWidget>?) {
    guard let made else { preconditionFailure("GTK has made no widget") }
    pointer = made
  }

  /// Returns the widget as an object of its class, if Swift imports the class as a structure.
  func cast<Object>() -> UnsafeMutablePointer<Object> { pointer.cast() }

  /// Returns the widget as an object of its class, if Swift does not import the class.
  func cast() -> OpaquePointer { OpaquePointer(pointer) }

  /// Sets the label for screen readers, and the tool tip.
  package func describe(_ label: String, showsTip: Bool = true) {
    cgtk_set_label(pointer, label)
    if showsTip { setTip(label) }
  }

  package func setTip(_ text: String) { gtk_widget_set_tooltip_text(pointer, text) }

  package func setVisible(_ isVisible: Bool) { gtk_widget_set_visible(pointer, isVisible ? 1 : 0) }

  package func setSensitive(_ isSensitive: Bool) {
    gtk_widget_set_sensitive(pointer, isSensitive ? 1 : 0)
  }

  /// Sets the margin around the widget.
  package func setMargin(_ margin: Int32) {
    gtk_widget_set_margin_start(pointer, margin)
    gtk_widget_set_margin_end(pointer, margin)
    gtk_widget_set_margin_top(pointer, margin)
    gtk_widget_set_margin_bottom(pointer, margin)
  }

  /// A place in the space that the parent gives.
  package enum Place { case start, center }

  package func place(horizontally place: Place) {
    gtk_widget_set_halign(pointer, place == .start ? GTK_ALIGN_START : GTK_ALIGN_CENTER)
  }

  package func place(vertically place: Place) {
    gtk_widget_set_valign(pointer, place == .start ? GTK_ALIGN_START : GTK_ALIGN_CENTER)
  }

  /// Lets the widget take free height.
  package func fillHeight() { gtk_widget_set_vexpand(pointer, 1) }

  /// Adds a class of the style sheet.
  package func addStyle(_ name: String) { gtk_widget_add_css_class(pointer, name) }

  package func focus() { gtk_widget_grab_focus(pointer) }

  /// Accepts files that are dropped on the widget, before its parts do.
  package func acceptFiles(_ dropped: @escaping @MainActor ([String]) -> Void) {
    guard let target = cgtk_file_drop_target() else { return }
    connectDrop(UnsafeMutableRawPointer(target), dropped)
    gtk_event_controller_set_propagation_phase(target, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(pointer, target)
  }
}

extension UnsafeMutablePointer {
  /// Returns an object of GLib as an object of another class in its hierarchy.
  func cast<Object>() -> UnsafeMutablePointer<Object> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Object.self)
  }
}
