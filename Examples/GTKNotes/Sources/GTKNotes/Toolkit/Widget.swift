import CGtk

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Returns the widget as an object of its class, if Swift imports the class as a structure.
  func cast<Object>() -> UnsafeMutablePointer<Object> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Object.self)
  }

  /// Returns the widget as an object of its class, if Swift does not import the class.
  func cast() -> OpaquePointer { OpaquePointer(self) }

  /// Sets the label for screen readers, and the tool tip.
  func describe(_ label: String, showsTip: Bool = true) {
    cgtk_set_label(self, label)
    if showsTip { gtk_widget_set_tooltip_text(self, label) }
  }

  /// Shows or hides the widget.
  func setVisible(_ isVisible: Bool) { gtk_widget_set_visible(self, isVisible ? 1 : 0) }

  /// Enables or disables the widget.
  func setSensitive(_ isSensitive: Bool) { gtk_widget_set_sensitive(self, isSensitive ? 1 : 0) }

  /// Sets the margin around the widget.
  func setMargin(_ margin: Int32) {
    gtk_widget_set_margin_start(self, margin)
    gtk_widget_set_margin_end(self, margin)
    gtk_widget_set_margin_top(self, margin)
    gtk_widget_set_margin_bottom(self, margin)
  }

  /// Appends a widget to a box.
  func append(_ child: Widget) { gtk_box_append(cast(), child) }

  /// Removes all widgets from a box.
  func removeChildren() {
    while let child = gtk_widget_get_first_child(self) { gtk_box_remove(cast(), child) }
  }
}

/// Returns the widget of a constructor of GTK, which returns nothing only without memory.
func made(_ widget: Widget?) -> Widget {
  guard let widget else { preconditionFailure("GTK has made no widget") }
  return widget
}

/// Returns a box.
func makeBox(_ orientation: GtkOrientation, spacing: Int32 = 0) -> Widget {
  made(gtk_box_new(orientation, spacing))
}

/// Returns a wrapped text that is aligned to the left.
func makeLabel(_ text: String = "") -> Widget {
  let label = made(gtk_label_new(text))
  gtk_label_set_wrap(label.cast(), 1)
  gtk_label_set_xalign(label.cast(), 0)
  return label
}
