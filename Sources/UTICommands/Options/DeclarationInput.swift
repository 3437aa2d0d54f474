import CommandOutput
internal import DeclarationTools
import SystemPackage
import TypeDeclarations
import TypeGraph

/// The declaration files of a command, whose contents determine their format.
enum DeclarationInput {
  /// Reads a property list, a package or JSON.
  ///
  /// - Parameter path: the path, or `-` for standard input.
  /// - Throws: ``CommandFailure`` when the input cannot be opened, or is none of the three.
  static func read(_ path: String) throws -> DeclarationFile {
    let name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do {
      bytes = try path == "-" ? StandardInput.readAll() : StandardInput.readAll(of: path)
    } catch let error as Errno {
      throw CommandFailure(
        .inputMissing, "\(name): cannot be read: \(error); check the path and its permissions")
    }
    do throws(DeclarationError) {
      return try read(bytes, name: name)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func read(
    _ bytes: [UInt8], name: String
  ) throws(DeclarationError) -> DeclarationFile {
    if JSONDeclarationReader.recognizes(bytes) {
      return try JSONDeclarationReader.read(bytes, path: name)
    }
    // Content of neither format fails as a property list, with the reason.
    let format = DeclarationReader.format(of: bytes, path: name) ?? .propertyList
    return try DeclarationReader().read(
      bytes, from: DeclarationSource(path: name, format: format, layer: .program))
  }
}
