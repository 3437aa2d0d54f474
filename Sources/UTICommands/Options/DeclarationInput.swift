import SystemPackage
import TypeDeclarations
import UTICommandOutput
import UTIDesktopIntegration
internal import UTIPlatform
import UTITypeGraph

/// The declaration files of a command, whose contents determine their format.
enum DeclarationInput {
  /// A regular file, or `-` for standard input, up to ``ReadingLimits/documentSize``.
  static func read(_ path: String) throws -> DeclarationFile {
    do {
      let limits = ReadingLimits()
      guard path == "-" else {
        return try read(RegularFile(declarationsAt: path, limits: limits).bytes, name: path)
      }
      return try read(
        StandardInput.readAll(limit: limits.documentSize + 1), name: "standard input")
    } catch let error as DeclarationError {
      throw error.failure
    } catch let error as Errno {
      throw CommandFailure(
        .inputMissing, "standard input: cannot be read: \(error); redirect it from a file")
    }
  }

  private static func read(
    _ bytes: [UInt8], name: String
  ) throws(DeclarationError) -> DeclarationFile {
    // Content of neither format fails as a property list, with the reason.
    let format = DeclarationReader.format(of: bytes, path: name) ?? .propertyList
    return try DeclarationReader().read(
      bytes, from: DeclarationSource(path: name, format: format, layer: .program))
  }
}
