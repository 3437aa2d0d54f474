internal import CGtk

/// The directories of the user, as GLib knows them.
package enum UserDirectories {
  /// The path of the directory for documents; nil if the user has none.
  package static var documents: String? {
    g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS).map { String(cString: $0) }
  }

  /// The path of the home directory.
  package static var home: String { String(cString: g_get_home_dir()) }
}
