// The constants of Apple's framework for archives and disk images.

extension UTType {
  /// Archive: `public.archive`.
  public static var archive: UTType { constant("public.archive") }

  /// gzip archive: `org.gnu.gnu-zip-archive`.
  public static var gzip: UTType { constant("org.gnu.gnu-zip-archive") }

  /// bzip2 archive: `public.bzip2-archive`.
  public static var bz2: UTType { constant("public.bzip2-archive") }

  /// ZIP archive: `public.zip-archive`.
  public static var zip: UTType { constant("public.zip-archive") }

  /// Apple Archive: `com.apple.archive`.
  public static var appleArchive: UTType { constant("com.apple.archive") }

  /// tar archive: `public.tar-archive`.
  public static var tarArchive: UTType { constant("public.tar-archive") }

  /// Disk image: `public.disk-image`.
  public static var diskImage: UTType { constant("public.disk-image") }
}
