internal import CGtk

/// The actions of a window, in its menu, its buttons and its keys.
@MainActor package struct Actions {
  private let window: Window
  private let keys: OpaquePointer

  package init(of window: Window) {
    self.window = window
    guard let keys = gtk_shortcut_controller_new() else {
      preconditionFailure("GTK has made no shortcut controller")
    }
    self.keys = keys
    gtk_shortcut_controller_set_scope(keys, GTK_SHORTCUT_SCOPE_GLOBAL)
    // The keys run before the text, which has its own keys for undoing.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(window.pointer, keys)
  }

  /// Adds an action of the window.
  ///
  /// - Parameters:
  ///   - name: its name, which menus and buttons prefix with `win.`.
  ///   - trigger: its keys, in the form of GTK.
  package func add(_ name: String, _ trigger: String? = nil, _ run: @escaping @MainActor () -> Void)
  {
    guard let action = g_simple_action_new(name, nil) else { return }
    connectIgnoringArgument(UnsafeMutableRawPointer(action), "activate", run)
    g_action_map_add_action(window.cast(), action)
    g_object_unref(UnsafeMutableRawPointer(action))
    guard let trigger else { return }
    gtk_shortcut_controller_add_shortcut(
      keys,
      gtk_shortcut_new(
        gtk_shortcut_trigger_parse_string(trigger), gtk_named_action_new("win." + name)))
  }

  /// Enables or disables an action.
  package func enable(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(window.cast(), name) else { return }
    g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
  }
}

/// Returns a menu of sections of titles and actions.
@MainActor func makeMenu(
  _ sections: [[(title: String, action: String)]]
) -> UnsafeMutablePointer<GMenuModel>? {
  func model(_ menu: OpaquePointer?) -> UnsafeMutablePointer<GMenuModel>? {
    menu.map { UnsafeMutablePointer($0) }
  }
  let menu = g_menu_new()
  for entries in sections {
    let section = g_menu_new()
    for entry in entries { g_menu_append(section, entry.title, "win." + entry.action) }
    g_menu_append_section(menu, nil, model(section))
  }
  return model(menu)
}
