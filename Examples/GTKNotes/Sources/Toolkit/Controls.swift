internal import CGtk

/// A text that the user cannot edit.
@MainActor package final class Label: Widget {
  /// Creates a wrapped text that is aligned to the left, or one line that loses its beginning first.
  package init(_ text: String = "", isLine: Bool = false) {
    super.init(gtk_label_new(text))
    if isLine {
      gtk_label_set_ellipsize(cast(), PANGO_ELLIPSIZE_START)
    } else {
      gtk_label_set_wrap(cast(), 1)
      gtk_label_set_xalign(cast(), 0)
    }
  }

  package func setText(_ text: String) { gtk_label_set_text(cast(), text) }
}

/// A button.
@MainActor package final class Button: Widget {
  package init(title: String, pressed: @escaping @MainActor () -> Void) {
    super.init(gtk_button_new_with_label(title))
    connect(pointer, "clicked", pressed)
  }

  package init(_ child: Widget, pressed: @escaping @MainActor () -> Void) {
    super.init(gtk_button_new())
    gtk_button_set_child(cast(), child.pointer)
    connect(pointer, "clicked", pressed)
  }

  /// Creates a button with an icon that runs an action of its window.
  package init(icon: String, label: String, action: String) {
    super.init(gtk_button_new_from_icon_name(icon))
    gtk_actionable_set_action_name(cast(), "win." + action)
    describe(label)
  }
}

/// A button with a menu of sections of titles and actions.
@MainActor package final class MenuButton: Widget {
  package init(icon: String, label: String, _ sections: [[(title: String, action: String)]]) {
    super.init(gtk_menu_button_new())
    gtk_menu_button_set_icon_name(cast(), icon)
    gtk_menu_button_set_primary(cast(), 1)
    gtk_menu_button_set_menu_model(cast(), makeMenu(sections))
    describe(label)
  }
}

/// An image of 32 pixels.
@MainActor package final class Image: Widget {
  package init(path: String) {
    super.init(gtk_image_new_from_file(path))
    gtk_image_set_pixel_size(cast(), 32)
  }

  package init(icon: String) {
    super.init(gtk_image_new_from_icon_name(icon))
    gtk_image_set_pixel_size(cast(), 32)
  }
}

/// A centered text that can be edited in place.
@MainActor package final class EditableLabel: Widget {
  package init() {
    super.init(gtk_editable_label_new(""))
    gtk_editable_set_alignment(cast(), 0.5)
    gtk_editable_set_max_width_chars(cast(), 30)
  }

  package var text: String {
    get { String(cString: gtk_editable_get_text(cast())) }
    set { gtk_editable_set_text(cast(), newValue) }
  }

  package var isEditing: Bool { gtk_editable_label_get_editing(cast()) != 0 }

  package func beginEditing() { gtk_editable_label_start_editing(cast()) }

  /// Calls a closure when editing begins and when it ends.
  package func onEditing(_ changed: @escaping @MainActor () -> Void) {
    connectIgnoringArgument(pointer, "notify::editing", changed)
  }
}

/// A text of several lines that the user edits.
@MainActor package final class TextView: Widget {
  private var buffer: UnsafeMutablePointer<GtkTextBuffer> {
    guard let buffer = gtk_text_view_get_buffer(cast()) else {
      preconditionFailure("GTK has made no text")
    }
    return buffer
  }

  package init() {
    super.init(gtk_text_view_new())
    gtk_text_view_set_wrap_mode(cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_left_margin(cast(), 12)
    gtk_text_view_set_right_margin(cast(), 12)
    gtk_text_view_set_top_margin(cast(), 12)
    gtk_text_view_set_accepts_tab(cast(), 0)
    // The document's undo manager has the steps.
    gtk_text_buffer_set_enable_undo(buffer, 0)
  }

  /// Calls a closure after each change, by the user or by ``replace(_:with:)``.
  package func onChange(_ changed: @escaping @MainActor () -> Void) {
    connect(buffer, "changed", changed)
  }

  package func setEditable(_ isEditable: Bool) {
    gtk_text_view_set_editable(cast(), isEditable ? 1 : 0)
  }

  package var text: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let characters = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(characters) }
    return String(cString: characters)
  }

  /// Replaces a part, in Unicode scalars.
  package func replace(_ part: Range<Int>, with text: String) {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(part.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(part.upperBound))
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_insert(buffer, &start, text, -1)
  }
}
