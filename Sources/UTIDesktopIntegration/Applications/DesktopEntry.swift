package import SystemPackage
import TypeDeclarations
package import UTIDataFormats
package import UTIPlatform
package import UTITypeGraph

/// A desktop file: an application, its names and the types that it opens (Desktop Entry
/// Specification 1.5).
package struct DesktopEntry: Sendable {
  /// The name by which other files mean the application, such as `org.gnome.Evince.desktop`.
  package let identifier: String
  /// The path of the desktop file.
  package let path: FilePath
  /// The MIME types that the application opens, in their order.
  package let mimeTypes: [MIMEName]
  /// The line that states them.
  package let mimeTypesLine: Int
  /// True if the file marks the application as deleted.
  package let isDeleted: Bool
  /// True if the file describes an application, not a link or a folder.
  package let isApplication: Bool
  /// The program that must be installed; nil when the file requires none.
  package let requiredProgram: String?
  /// The program that is started; nil when the file names none.
  package let program: String?
  private let names: [String: String]

  private static let group = "Desktop Entry"

  /// Reads a desktop file.
  ///
  /// - Throws: `RegularFile.Failure` if the file cannot be read.
  package init(identifier: String, path: FilePath) throws(RegularFile.Failure) {
    let file = try RegularFile(at: path, limit: ReadingLimits().documentSize)
    self.init(identifier: identifier, path: path, KeyFile(file.bytes))
  }

  package init(identifier: String, path: FilePath, _ file: KeyFile) {
    self.identifier = identifier
    self.path = path
    func text(_ key: String) -> String? {
      file.entry(key, of: Self.group).map { KeyFile.text($0.value) }
    }
    let types = file.entry("MimeType", of: Self.group)
    mimeTypes = KeyFile.list(types?.value ?? "").compactMap(MIMEName.init)
    mimeTypesLine = types?.line ?? 1
    isDeleted = text("Hidden") == "true" || text("Hidden") == "1"
    isApplication = file.firstGroup == Self.group && text("Type") == "Application"
    requiredProgram = text("TryExec").flatMap { $0.isEmpty ? nil : $0 }
    program = text("Exec").flatMap(Self.firstWord)
    var names: [String: String] = [:]
    for entry in file.entries(of: Self.group) where entry.key.hasPrefix("Name") {
      let language = entry.key.dropFirst("Name".count)
      if language.isEmpty {
        names[""] = KeyFile.text(entry.value)
      } else if language.first == "[", language.last == "]" {
        names[String(language.dropFirst().dropLast())] = KeyFile.text(entry.value)
      }
    }
    self.names = names
  }

  /// Returns the name of the application in the first of some languages that the file has.
  package func name(in languages: [String]) -> String? {
    languages.lazy.compactMap { names[$0] }.first ?? names[""]
  }

  /// Returns the reason why no desktop starts the application; nil when there is none.
  ///
  /// - Parameter hasProgram: whether a program with a name is installed.
  package func obstacle(_ hasProgram: (String) -> Bool) -> String? {
    if !isApplication { return "it does not describe an application" }
    if isDeleted { return "it marks the application as deleted (Hidden)" }
    if let requiredProgram, !hasProgram(requiredProgram) {
      return "the program \(requiredProgram) (TryExec) is not installed"
    }
    if let program, !hasProgram(program) { return "the program \(program) is not installed" }
    return nil
  }

  /// The first word of a command line, its quotes taken away as a shell does.
  private static func firstWord(_ command: String) -> String? {
    var word = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in command.unicodeScalars.drop(while: { $0 == " " || $0 == "\t" }) {
      if isEscaped {
        word.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if quote == nil, scalar == " " || scalar == "\t" || scalar == "\n" {
        break
      } else {
        word.append(scalar)
      }
    }
    return word.isEmpty ? nil : String(word)
  }
}
