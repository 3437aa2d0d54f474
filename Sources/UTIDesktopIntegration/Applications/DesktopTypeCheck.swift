package import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
package import UTIPlatform
package import UTITypeGraph
package import UniformTypes

/// A check of the MIME types that the files of a desktop name.
///
/// A desktop ignores a type that no package declares; programs that compare names miss an alias.
package struct DesktopTypeCheck: Sendable {
  /// The kinds of files that name types.
  package enum FileKind: Sendable {
    /// A desktop file, with the key `MimeType`.
    case application
    /// A program that draws thumbnails, with the key `MimeType`.
    case thumbnailer
    /// A `mimeapps.list` or an old `defaults.list`, whose keys are types.
    case associations

    /// The name determines the kind; nil for other files.
    package init?(fileAt path: String) {
      let name = path.lastPathComponent
      if name.hasSuffix(".desktop") {
        self = .application
      } else if name.hasSuffix(".thumbnailer") {
        self = .thumbnailer
      } else if name == "mimeapps.list" || name.hasSuffix("-mimeapps.list")
        || name == "defaults.list"
      {
        self = .associations
      } else {
        return nil
      }
    }
  }

  /// All findings are warnings.
  package static let rules: [(identifier: String, summary: String)] = [
    ("desktop-type-renamed", "A desktop's file names a MIME type by an alias."),
    ("desktop-type-unknown", "A desktop's file names a MIME type that nothing declares."),
    ("desktop-type-invalid", "A desktop's file has a text that is not a MIME type."),
    ("desktop-group-unknown", "A list of associations has a section that no program reads."),
  ]

  private let registry: TypeRegistry

  package init(_ registry: TypeRegistry) {
    self.registry = registry.seen(as: .freedesktop)
  }

  /// The order is of precedence.
  package static func paths(_ environment: DesktopEnvironment = DesktopEnvironment()) -> [FilePath]
  {
    let settings =
      [environment.configurationHome].compactMap(\.self) + environment.configurationDirectories
    let data = [environment.dataHome].compactMap(\.self) + environment.dataDirectories
    func files(in folder: FilePath, _ kind: FileKind) -> [FilePath] {
      DirectoryListing.readableNames(in: folder).filter { FileKind(fileAt: $0) == kind }
        .map { folder.appending(text: $0) }
    }
    return settings.flatMap { files(in: $0, .associations) }
      + data.flatMap { folder in
        let applications = folder.appending("applications")
        return files(in: applications, .associations) + ApplicationFolder(applications).paths
          + files(in: folder.appending("thumbnailers"), .thumbnailer)
      }
  }

  package func findings(
    inFileAt path: FilePath, kind: FileKind
  ) throws(RegularFile.Failure) -> [DeclarationDiagnostic] {
    let file = try RegularFile(at: path, limit: ReadingLimits().documentSize)
    return findings(in: file.bytes, path: path.text, kind: kind)
  }

  /// The order is of places.
  package func findings(in bytes: [UInt8], path: String, kind: FileKind) -> [DeclarationDiagnostic]
  {
    var findings: [DeclarationDiagnostic] = []
    var group = ""
    for line in KeyFileLine.lines(of: bytes) {
      switch line.content(of: bytes) {
      case .group(let name):
        group = name
        if kind == .associations, let finding = Self.finding(onGroup: name, line, path) {
          findings.append(finding)
        }
      case .other: continue
      case .entry(let key, _):
        for range in Self.types(in: line, key: key, of: group, bytes, kind) {
          let text = String(decoding: bytes[range], as: UTF8.self)
          guard let problem = problem(with: text) else { continue }
          let column = range.lowerBound - line.range.lowerBound + 1
          findings.append(
            DeclarationDiagnostic(
              .warning, rule: problem.rule, file: path,
              position: SourcePosition(line: line.number, column: column),
              message: problem.message, remedy: problem.remedy))
        }
      }
    }
    return findings
  }

  private static let associationGroups = [
    MIMEAppsList.defaultGroup, MIMEAppsList.addedGroup, MIMEAppsList.removedGroup,
  ]

  private static func finding(
    onGroup name: String, _ line: KeyFileLine, _ path: String
  ) -> DeclarationDiagnostic? {
    guard !associationGroups.contains(name), !name.hasPrefix("X-") else { return nil }
    let nearest = EditDistance.nearest(to: name, among: associationGroups)
    return DeclarationDiagnostic(
      .warning, rule: "desktop-group-unknown", file: path,
      position: SourcePosition(line: line.number, column: 1),
      message: "no program reads the section [\(name)]",
      remedy: nearest.map { "did you mean [\($0)]?" }
        ?? "the sections are " + associationGroups.map { "[\($0)]" }.joined(separator: ", "))
  }

  /// The places of the types in an entry.
  private static func types(
    in line: KeyFileLine, key: String, of group: String, _ bytes: [UInt8], _ kind: FileKind
  ) -> [Range<Int>] {
    let text = bytes[line.range]
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return [] }
    switch kind {
    case .associations:
      return associationGroups.contains(group) ? [trimmed(text[..<equals])] : []
    case .application where key != "MimeType" || group != "Desktop Entry": return []
    case .thumbnailer where key != "MimeType" || group != "Thumbnailer Entry": return []
    case .application, .thumbnailer:
      return text[(equals + 1)...].split(separator: UInt8(ascii: ";")).map(trimmed)
        .filter { !$0.isEmpty }
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return start..<end
  }

  private func problem(with text: String) -> (rule: String, message: String, remedy: String)? {
    guard let name = MIMEName(text) else {
      return (
        "desktop-type-invalid", "\(text) is not a MIME type", "write a name such as text/plain"
      )
    }
    if text.contains("*") {
      return (
        "desktop-type-invalid",
        "\(text) is not a type: desktops compare names, so no file has it",
        "list the types that the program opens"
      )
    }
    // Any scheme may have applications; no package declares it.
    if name.hasMedia("x-scheme-handler") { return nil }
    guard let known = registry.type(canonicalMIMEType: text)?.canonicalMIMEType else {
      let names = registry.types.compactMap(\.canonicalMIMEType)
      let nearest = EditDistance.nearest(to: name.canonical, among: names)
      return (
        "desktop-type-unknown", "no package declares \(text)",
        nearest.map { "did you mean \($0)?" }
          ?? "remove it, or install the package that declares it"
      )
    }
    guard MIMEName(known) != name else { return nil }
    return ("desktop-type-renamed", "\(text) is an alias of \(known)", "write \(known)")
  }
}
