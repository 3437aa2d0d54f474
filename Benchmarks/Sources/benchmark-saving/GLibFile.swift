import UTIPlatform

/// GLib's function that saves a file, loaded at run time if GLib is installed.
struct GLibFile {
  private typealias NewForPath = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias ReplaceContents =
    @convention(c) (
      OpaquePointer, UnsafeRawPointer?, Int, UnsafePointer<CChar>?, Int32, UInt32, OpaquePointer?,
      OpaquePointer?, OpaquePointer?
    ) -> Int32
  private typealias Unref = @convention(c) (OpaquePointer) -> Void

  private let newForPath: NewForPath
  private let replaceContents: ReplaceContents
  private let unref: Unref

  /// Returns nil if GLib is not installed.
  init?() {
    guard dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_GLOBAL) != nil,
      let newForPath = dlsym(nil, "g_file_new_for_path"),
      let replaceContents = dlsym(nil, "g_file_replace_contents"),
      let unref = dlsym(nil, "g_object_unref")
    else { return nil }
    self.newForPath = unsafeBitCast(newForPath, to: NewForPath.self)
    self.replaceContents = unsafeBitCast(replaceContents, to: ReplaceContents.self)
    self.unref = unsafeBitCast(unref, to: Unref.self)
  }

  /// Replaces the contents of a file with `g_file_replace_contents`, without a backup.
  func replace(_ path: String, with bytes: [UInt8]) {
    guard let file = newForPath(path) else { return }
    defer { unref(file) }
    let isSaved = bytes.withUnsafeBytes {
      replaceContents(file, $0.baseAddress, $0.count, nil, 0, 0, nil, nil, nil)
    }
    precondition(isSaved != 0, "GLib cannot save \(path)")
  }
}
