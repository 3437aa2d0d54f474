import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
import UTIDesktopIntegration
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// A registry that a command compares: a directory, a declaration file or a compiled image.
enum ComparedRegistry {
  /// Throws when the path cannot be opened or is none of the three.
  static func read(_ path: String) throws -> RegistryImage {
    if isDirectory(path) {
      let sources = try SourceLocator.sources(inDirectory: path)
      return try image(of: sources.map { try DeclarationReader().read($0) }, path)
    }
    if let image = try compiledImage(path) { return image }
    return try image(of: [try DeclarationInput.read(path)], path)
  }

  private static func isDirectory(_ path: String) -> Bool {
    // Opening detects more than the status: a directory that cannot be listed is an error below.
    guard
      let descriptor = try? FileDescriptor.open(
        FilePath(text: path), .readOnly, options: [.directory, .closeOnExec])
    else { return false }
    try? descriptor.close()
    return true
  }

  /// A multiple of the greatest size of declarations.
  private static let imageSizeFactor = 8

  /// nil when the file is not an image of any version.
  private static func compiledImage(_ path: String) throws -> RegistryImage? {
    // A file that does not begin as an image is read as declarations, of which it has to have the
    // size.
    let head = try? RegularFile.head(at: FilePath(text: path), count: 16)
    guard head.map(RegistryImage.isImage) ?? true else { return nil }
    var limits = ReadingLimits()
    limits.documentSize *= imageSizeFactor
    let bytes = try RegularFile(declarationsAt: path, limits: limits).bytes
    do throws(ImageError) {
      let image = try RegistryImage(copying: bytes)
      try image.checkIntegrity()
      return image
    } catch {
      if error.code == .notAnImage { return nil }
      throw CommandFailure(.badDeclarations, "\(path): error: \(error.description)")
    }
  }

  private static func image(of files: [DeclarationFile], _ path: String) throws -> RegistryImage {
    for finding in files.flatMap(\.diagnostics) where finding.severity == .error {
      StandardError.print(finding.description)
    }
    do {
      return try RegistryBuilder(files: files.map { $0.declaringUniformTypes() }).image()
    } catch {
      throw CommandFailure(.badDeclarations, "\(path): error: \(error.description)")
    }
  }
}
