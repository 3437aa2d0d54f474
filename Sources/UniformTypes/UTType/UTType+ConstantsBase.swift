// The constants of Apple's framework for the roots of the graph and kinds of items.

extension UTType {
  /// File-system item: `public.item`.
  public static var item: UTType { constant("public.item") }

  /// Document content: `public.content`.
  public static var content: UTType { constant("public.content") }

  /// Mixed content: `public.composite-content`.
  public static var compositeContent: UTType { constant("public.composite-content") }

  /// Byte stream: `public.data`.
  public static var data: UTType { constant("public.data") }

  /// Directory: `public.directory`.
  public static var directory: UTType { constant("public.directory") }

  /// Reference to another item: `com.apple.resolvable`.
  public static var resolvable: UTType { constant("com.apple.resolvable") }

  /// Symbolic link: `public.symlink`.
  public static var symbolicLink: UTType { constant("public.symlink") }

  /// Executable item: `public.executable`.
  public static var executable: UTType { constant("public.executable") }

  /// Mount point: `com.apple.mount-point`.
  public static var mountPoint: UTType { constant("com.apple.mount-point") }

  /// Alias: `com.apple.alias-file`.
  public static var aliasFile: UTType { constant("com.apple.alias-file") }

  /// File bookmark data: `com.apple.bookmark`.
  public static var urlBookmarkData: UTType { constant("com.apple.bookmark") }

  /// Web address (URL): `public.url`.
  public static var url: UTType { constant("public.url") }

  /// File URL: `public.file-url`.
  public static var fileURL: UTType { constant("public.file-url") }

  /// Internet location file: `com.apple.internet-location`.
  public static var internetLocation: UTType { constant("com.apple.internet-location") }

  /// Windows internet shortcut: `com.microsoft.internet-shortcut`.
  public static var internetShortcut: UTType { constant("com.microsoft.internet-shortcut") }

  /// Bookmark: `public.bookmark`.
  public static var bookmark: UTType { constant("public.bookmark") }

  /// Folder: `public.folder`.
  public static var folder: UTType { constant("public.folder") }

  /// Volume: `public.volume`.
  public static var volume: UTType { constant("public.volume") }

  /// Package: `com.apple.package`.
  public static var package: UTType { constant("com.apple.package") }

  /// Bundle: `com.apple.bundle`.
  public static var bundle: UTType { constant("com.apple.bundle") }
}
