import ArgumentParser
import TypeDeclarations
import TypeGraph
import UniformTypes

/// A type as a user names it; its form tells what it is.
struct TypeArgument: ExpressibleByArgument, Sendable {
  enum Form {
    case identifier(String)
    case tag(Tag)
  }

  let text: String

  init(argument: String) {
    text = argument
  }

  var form: Form {
    if text.hasPrefix(".") {
      return .tag(Tag(tagClass: .filenameExtension, value: String(text.dropFirst())))
    }
    if let equals = text.firstIndex(of: "="), equals != text.startIndex {
      let tagClass = TagClass(rawValue: Self.tagClass(named: String(text[..<equals])))
      return .tag(Tag(tagClass: tagClass, value: String(text[text.index(after: equals)...])))
    }
    if text.contains("/") { return .tag(Tag(tagClass: .mimeType, value: text)) }
    return .identifier(text)
  }

  /// The tag that the argument names; nil for an identifier.
  var tag: Tag? {
    if case .tag(let tag) = form { tag } else { nil }
  }

  /// The declared or dynamic type that is meant.
  ///
  /// - Throws: ``CommandFailure`` with the nearest known name when nothing is found.
  func type(in registry: TypeRegistry) throws -> UTType {
    switch form {
    case .identifier(let identifier):
      if let type = registry.type(identifier) { return type }
      throw CommandFailure(.inputMissing, Self.unknown(identifier, in: registry))
    case .tag(let tag):
      if tag.tagClass == .mimeType, let type = registry.type(canonicalMIMEType: tag.value) {
        return type
      }
      let candidates = registry.candidates(for: tag)
      if let type = candidates.types.first ?? candidates.dynamic { return type }
      throw CommandFailure(
        .inputMissing,
        "uti: \(text): no type can have this tag; an extension holds no period, space or slash")
    }
  }

  /// The short names of tag classes, for typing.
  private static func tagClass(named name: String) -> String {
    switch name {
    case "extension", "filename-extension": TagClass.filenameExtension.rawValue
    case "mime", "mime-type": TagClass.mimeType.rawValue
    case "ostype": TagClass.osType.rawValue
    case "nspboard-type": TagClass.pasteboardType.rawValue
    case "url-scheme": TagClass.urlScheme.rawValue
    default: name
    }
  }

  private static func unknown(_ identifier: String, in registry: TypeRegistry) -> String {
    guard !identifier.isEmpty else { return "uti: an empty text names no type" }
    guard TypeIdentifier(identifier) != nil else {
      return
        "uti: \(identifier): not an identifier; letters, digits, hyphens and periods are allowed"
    }
    let nearest = EditDistance.nearest(
      to: identifier.lowercased(), among: registry.types.map(\.identifier))
    let hint = nearest.map { "; did you mean \($0)?" } ?? "; uti search finds types by words"
    return "uti: \(identifier): declared nowhere\(hint)"
  }
}
