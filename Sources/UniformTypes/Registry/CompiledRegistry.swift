import SystemPackage
import TypeDeclarations
import TypeGraph
import UTIPlatform

/// A compiled image that stands where a directory of declarations may: one file that can be sent to other
/// machines.
enum CompiledRegistry {
  /// How many directories of declarations one place among those that are named has room for.
  static let precedenceCount = 64

  /// The files that an image was compiled from, as files of the program.
  ///
  /// - Parameter source: where the image lies and how much it counts.
  /// - Returns: nil when the file is no image.
  /// - Throws: `DeclarationError` when the file cannot be read, or is an image that is damaged or of
  ///   another version.
  static func files(of source: DeclarationSource) throws(DeclarationError) -> [DeclarationFile]? {
    guard let image = try image(at: source.path) else { return nil }
    return image.declarationFiles().map { file in
      var file = file
      let inner = min(file.source.directoryPrecedence, precedenceCount - 1)
      file.source = DeclarationSource(
        path: file.source.path, format: file.source.format, layer: source.layer,
        directoryPrecedence: source.directoryPrecedence + inner,
        bundleIdentifier: file.source.bundleIdentifier)
      return file
    }
  }

  private static func image(at path: String) throws(DeclarationError) -> RegistryImage? {
    let file: MappedFile
    do {
      let descriptor = try FileDescriptor.open(
        FilePath(text: path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? descriptor.close() }
      let status = try FileStatus(of: descriptor)
      guard status.kind == .regular, status.size > 0 else { return nil }
      guard let mapped = MappedFile(descriptor, size: Int(status.size)) else {
        throw Errno(rawValue: errno)
      }
      file = mapped
    } catch {
      throw unreadable(path, error as? Errno)
    }
    do {
      let image = try RegistryImage(ImageStorage(file))
      try image.checkIntegrity()
      return image
    } catch {
      if error.code == .notAnImage { return nil }
      throw DeclarationError(.notWellFormed, file: path, message: error.description)
    }
  }

  private static func unreadable(_ path: String, _ error: Errno?) -> DeclarationError {
    DeclarationError(
      .unreadable, file: path, errno: error?.rawValue, message: "the registry cannot be read",
      remedy: "check the path and its permissions")
  }

  /// Whether a path names a file, which then is an image or one file of declarations.
  static func isFile(_ path: String) -> Bool {
    FilePath(text: path).leadsToFile
  }
}
