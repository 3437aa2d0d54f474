internal import CGtk

/// Widgets in a row or a column.
@MainActor package final class Box: Widget {
  package enum Direction { case horizontal, vertical }

  package init(_ direction: Direction, spacing: Int32 = 0) {
    super.init(
      gtk_box_new(
        direction == .vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing))
  }

  package func append(_ child: Widget) { gtk_box_append(cast(), child.pointer) }

  package func removeChildren() {
    while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(cast(), child) }
  }
}

/// A widget that can be larger than its place.
@MainActor package final class ScrolledArea: Widget {
  package init(_ child: Widget) {
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(cast(), child.pointer)
  }
}

/// Named widgets, one of which is visible.
@MainActor package final class Stack: Widget {
  package init() { super.init(gtk_stack_new()) }

  package func add(_ child: Widget, named name: String) {
    gtk_stack_add_named(cast(), child.pointer, name)
  }

  package func show(_ name: String) { gtk_stack_set_visible_child_name(cast(), name) }
}

/// A widget that slides in and out.
@MainActor package final class Revealer: Widget {
  package init(_ child: Widget) {
    super.init(gtk_revealer_new())
    gtk_revealer_set_child(cast(), child.pointer)
  }

  package func reveal(_ isRevealed: Bool) {
    gtk_revealer_set_reveal_child(cast(), isRevealed ? 1 : 0)
  }
}

/// The bar at the top of a window.
@MainActor package final class HeaderBar: Widget {
  package init(title: Widget) {
    super.init(adw_header_bar_new())
    adw_header_bar_set_title_widget(cast(), title.pointer)
  }

  package func appendAtStart(_ child: Widget) { adw_header_bar_pack_start(cast(), child.pointer) }
  package func appendAtEnd(_ child: Widget) { adw_header_bar_pack_end(cast(), child.pointer) }
}

/// A page with a title in the middle of a window.
@MainActor package final class StatusPage: Widget {
  package init(title: String, _ child: Widget) {
    super.init(adw_status_page_new())
    adw_status_page_set_title(cast(), title)
    adw_status_page_set_child(cast(), child.pointer)
  }
}

/// A framed list of rows that cannot be selected.
@MainActor package final class ListBox: Widget {
  package init() {
    super.init(gtk_list_box_new())
    gtk_list_box_set_selection_mode(cast(), GTK_SELECTION_NONE)
    addStyle("boxed-list")
  }

  package func append(_ row: Row) { gtk_list_box_append(cast(), row.pointer) }
}

/// A row of a list with two lines of plain text.
@MainActor package final class Row: Widget {
  package init(title: String, subtitle: String, _ suffix: Widget) {
    super.init(adw_action_row_new())
    // The user's text is not markup.
    adw_preferences_row_set_use_markup(cast(), 0)
    adw_preferences_row_set_title(cast(), title)
    adw_action_row_set_subtitle(cast(), subtitle)
    adw_action_row_add_suffix(cast(), suffix.pointer)
  }
}
