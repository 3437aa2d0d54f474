#if Declarations
import SystemPackage
import UTITypeDeclarations
import UTITypeGraph
import UTIPlatform

/// A compiled image in place of a directory of declarations: one file for any computer.
enum CompiledRegistry {
  /// Reserved for each directory or image of a configuration.
  static let precedenceCount = 64

  /// The files are of the program's layer; nil for no image, throws for damage or another version.
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
    let file: FileImage
    do {
      let descriptor = try FileDescriptor.open(
        FilePath(text: path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? descriptor.close() }
      let status = try FileStatus(of: descriptor)
      guard status.kind == .regular, status.size > 0 else { return nil }
      guard let copied = FileImage(descriptor, size: Int(status.size), isMapped: false) else {
        throw Errno(rawValue: errno)
      }
      file = copied
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

  /// An image or one file of declarations.
  static func isFile(_ path: String) -> Bool {
    FilePath(text: path).leadsToFile
  }
}
#endif
