import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
internal import UTIFormatSignatures
import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// A type as a user names it; the form of the text determines the kind of name.
struct TypeArgument: ParameterValue, Sendable {
  enum Form {
    case identifier(String)
    case tag(Tag)
  }

  let text: String

  /// The word is empty until a command has read it.
  init(argument: String = "") {
    text = argument
  }

  var argument: String { text }

  static var completion: Completion { .types }

  /// Extensions, MIME types or identifiers, by the form of the word.
  static func completions(of start: String) -> [String] {
    guard let registry = try? RegistryOptions().load() else { return [] }
    let tagClass: UTTagClass
    if start.hasPrefix(".") {
      tagClass = .filenameExtension
    } else if start.contains("/") {
      tagClass = .mimeType
    } else {
      return registry.types.map(\.identifier).filter { $0.hasPrefix(start) }
    }
    let mark = tagClass == .filenameExtension ? "." : ""
    let tags = registry.types.flatMap { $0.tags[tagClass] ?? [] }.map { mark + $0 }
    return Set(tags.filter { $0.hasPrefix(start) && !$0.contains(" ") }).sorted()
  }

  var form: Form {
    // No MIME type begins so.
    let puid = text.lowercased()
    if puid.hasPrefix("fmt/") || puid.hasPrefix("x-fmt/") {
      return .tag(Tag(tagClass: .format, value: puid))
    }
    return Tag(written: text).map(Form.tag) ?? .identifier(text)
  }

  /// The identifier of a format of PRONOM; nil for other names.
  var format: String? {
    if case .tag(let tag) = form, tag.tagClass == .format { tag.value } else { nil }
  }

  /// A type that others can conform to; throws ``CommandFailure`` for a format, which none can.
  func supertype(in registry: TypeRegistry, asking: String) throws -> UTType {
    guard let format else { return try type(in: registry) }
    throw CommandFailure(
      .usage,
      "\(asking) \(format): no type conforms to a format of PRONOM; uti lookup \(format) prints "
        + "its type, and uti identify --is \(format) FILE compares the format of a file")
  }

  /// nil for an identifier.
  var tag: Tag? {
    if case .tag(let tag) = form { tag } else { nil }
  }

  /// The tag if no identifier has the name: an extension without its dot.
  var bareExtension: Tag? {
    guard case .identifier(let word) = form, !word.isEmpty, !word.utf8.contains(UInt8(ascii: "."))
    else { return nil }
    return Tag(tagClass: .filenameExtension, value: word)
  }

  /// Also a dynamic type; an extension without a period names its type if no identifier does.
  ///
  /// Throws ``CommandFailure`` with the nearest known name when there is none.
  func type(in registry: TypeRegistry, formats: FormatLookup? = nil) throws -> UTType {
    switch form {
    case .identifier(let identifier):
      if let type = registry.type(identifier) { return type }
      if let type = bareExtension.flatMap({ registry.candidates(for: $0).types.first }) {
        return type
      }
      throw CommandFailure(.inputMissing, Self.unknown(identifier, in: registry))
    case .tag(let tag):
      try checkTagClass(of: tag)
      if tag.tagClass == .format { try FormatTypes.checkForm(of: tag.value) }
      if tag.tagClass == .mimeType, let type = registry.type(canonicalMIMEType: tag.value) {
        return type
      }
      let candidates = registry.candidates(for: tag)
      if let type = candidates.types.first { return type }
      if tag.tagClass == .format {
        if let type = try formats?.relations(ofFormat: tag.value).first?.type { return type }
        throw CommandFailure(
          .inputMissing, "\(text): the package's table of formats has no type; see uti lookup")
      }
      if let type = candidates.dynamic { return type }
      throw CommandFailure(
        .inputMissing,
        "\(text): no type can have this tag; an extension holds no period, space or slash")
    }
  }

  /// nil when the text names a declared type, or no item.
  func itemPath(in registry: TypeRegistry) -> String? {
    if case .success(let path) = FileURL.path(text) { return path }
    guard !isDeclared(in: registry), Self.isItem(text) else { return nil }
    return text
  }

  func isDeclared(in registry: TypeRegistry) -> Bool {
    switch form {
    case .identifier(let identifier):
      return registry.type(identifier) != nil
    case .tag(let tag):
      if tag.tagClass == .mimeType, registry.type(canonicalMIMEType: tag.value) != nil {
        return true
      }
      return !registry.candidates(for: tag).types.isEmpty
    }
  }

  static func isItem(_ path: String) -> Bool {
    !path.isEmpty && FileStatus.present(at: path, followsLinks: false) != nil
  }

  /// A class is an identifier with a period, or a short name, of which the nearest is thrown.
  func checkTagClass(of tag: Tag) throws {
    let name = tag.tagClass.rawValue
    guard !name.contains(".") else { return }
    let hint = EditDistance.nearest(to: name, among: TagClass.shortNames.map(\.name))
    throw CommandFailure(
      .inputMissing,
      "\(text): \(name) is no class of tags; "
        + (hint.map { "did you mean \($0)=?" }
          ?? "there are " + TagClass.shortNames.map(\.name).joined(separator: ", ")
          + " and identifiers such as com.apple.ostype"))
  }

  private static func unknown(_ identifier: String, in registry: TypeRegistry) -> String {
    guard !identifier.isEmpty else { return "an empty string is not a type" }
    if isItem(identifier) {
      return "\(identifier): an item and no type; uti identify prints its type"
    }
    guard TypeIdentifier(identifier) != nil else {
      return "\(identifier): not an identifier; letters, digits, hyphens and periods are allowed"
    }
    if let puid = TypeIdentifier(canonical: identifier).puid {
      return "\(identifier): declared nowhere; uti lookup \(puid) prints the type of this format"
    }
    let nearest = EditDistance.nearest(
      to: identifier.lowercased(), among: registry.types.map(\.identifier))
    if nearest == nil, let period = identifier.lastIndex(of: "."),
      !registry.candidates(
        for: Tag(tagClass: .filenameExtension, value: String(identifier[period...].dropFirst()))
      ).types.isEmpty
    {
      return
        "\(identifier): declared nowhere, and no such item; \(identifier[period...]) is the type "
        + "of such names"
    }
    let hint = nearest.map { "; did you mean \($0)?" } ?? "; uti search finds types by words"
    return "\(identifier): declared nowhere\(hint)"
  }
}

extension ResultPrinter {
  /// Arguments are `query` in a record; see ``printEach(_:_:name:answers:)``.
  @discardableResult
  static func printEach(
    queries: [TypeArgument], _ output: OutputOptions,
    answers: (TypeArgument) throws -> [CommandResult]
  ) throws -> Bool {
    try printEach(queries, output, name: { [("query", .string($0.text))] }, answers: answers)
  }
}

extension TypeRegistry {
  /// The path is one of the command line.
  func identify(
    pathText path: String, by basis: DetectionInput = .both, followsLinks: Bool = true
  ) throws(DetectionError) -> Verdict {
    if LosslessText.hasStrayBytes(path) {
      return try identify(path: FilePath(text: path), by: basis, followsLinks: followsLinks)
    }
    return try identify(path: path, by: basis, followsLinks: followsLinks)
  }

  /// `-` is standard input, which has the name; all else is a path.
  func identify(
    argument: String, named name: String?, by basis: DetectionInput, followsLinks: Bool
  ) throws(DetectionError) -> Verdict {
    argument == "-"
      ? try identifyStandardInput(named: name, by: basis)
      : try identify(pathText: argument, by: basis, followsLinks: followsLinks)
  }

  private func identifyStandardInput(
    named name: String?, by basis: DetectionInput
  ) throws(DetectionError) -> Verdict {
    if basis == .name, let name { return try identify(path: name, by: .name) }
    switch StandardInput.readHead() {
    case .success(let bytes):
      return identify(bytes: bytes, name: basis == .content ? nil : name)
    case .failure(let error):
      throw DetectionError(path: "-", errorNumber: error.rawValue, operation: "read it")
    }
  }
}

extension GraphView: ParameterValue {}
extension DetectionInput: ParameterValue {}
extension ByteSupport: ParameterValue {}

extension Completion {
  /// Identifiers, extensions and MIME types.
  static let types = Completion(words: TypeArgument.completions)
  /// A type, or the path of an item.
  static let typesAndFiles = Completion(files: .files, words: TypeArgument.completions)
}
