package import SystemPackage
package import UTIDataFormats
package import UTIPlatform
package import UTITypeGraph

/// An application, its names and the types that it opens (Desktop Entry Specification 1.5).
package struct DesktopEntry: Sendable {
  /// Other files mean the application by it: `org.gnome.Evince.desktop`.
  package let identifier: String
  package let path: FilePath
  package let mimeTypes: [MIMEName]
  /// The line that states the types.
  package let mimeTypesLine: Int
  package let isDeleted: Bool
  /// Links and folders are excluded.
  package let isApplication: Bool
  /// nil when the file requires no program.
  package let requiredProgram: String?
  /// nil when the file names no program.
  package let program: String?
  private let names: [String: String]

  private static let group = "Desktop Entry"

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

  /// The first of the languages that the file has counts.
  package func name(in languages: [String]) -> String? {
    languages.lazy.compactMap { names[$0] }.first ?? names[""]
  }

  /// nil when desktops start the application.
  package func obstacle(_ hasProgram: (String) -> Bool) -> String? {
    if !isApplication { return "it does not describe an application" }
    if isDeleted { return "it marks the application as deleted (Hidden)" }
    if let requiredProgram, !hasProgram(requiredProgram) {
      return "the program \(requiredProgram) (TryExec) is not installed"
    }
    if let program, !hasProgram(program) { return "the program \(program) is not installed" }
    return nil
  }

  /// Quotes are taken away as a shell does.
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
