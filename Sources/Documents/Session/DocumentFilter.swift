public import UniformTypes

/// A filter of a file chooser for one kind of document.
///
/// Choosers support types in different ways: GTK by MIME types and suffixes, Qt by patterns. MIME
/// types match types of the system's database. Extensions and patterns also match types that only
/// the program declares.
public struct DocumentFilter: Hashable, Sendable {
  /// The name to display, such as "Markdown text".
  public let name: String
  /// The types.
  public let contentTypes: [UTType]
  /// The MIME types of these types and all their subtypes, in alphabetical order.
  public let mimeTypes: [String]
  /// The extensions of these types and all their subtypes, without a period, in alphabetical order.
  public let filenameExtensions: [String]
  /// The MIME types of the types themselves, in alphabetical order.
  ///
  /// They suffice for a chooser that knows the conformance of MIME types, as GTK's does.
  public let ownMIMETypes: [String]
  /// The extensions that a chooser can list: all extensions of the types themselves, and the
  /// preferred extension of each conforming type that most programs share, in alphabetical order.
  ///
  /// Shared types are the types of the domain `public`. ``filenameExtensions`` of plain text has
  /// more than a thousand extensions, which no chooser shows well.
  public let commonFilenameExtensions: [String]
  /// A Boolean value that indicates whether every item matches, so that a chooser needs no filter.
  public let allowsEverything: Bool

  /// The patterns for case-sensitive choosers, such as `*.[mM][dD]`.
  public var patterns: [String] {
    allowsEverything ? ["*"] : filenameExtensions.map { "*." + Self.anyCase($0) }
  }

  /// The patterns for choosers that ignore case, such as `*.md`.
  public var simplePatterns: [String] {
    allowsEverything ? ["*"] : filenameExtensions.map { "*." + $0 }
  }

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - name: the name to display.
  ///   - contentTypes: the types.
  ///   - registry: the registry with their subtypes.
  /// - Complexity: O(*n*) in the number of declared types.
  public init(name: String, contentTypes: [UTType], in registry: TypeRegistry) {
    self.name = name
    self.contentTypes = contentTypes
    let all = ["public.item", "public.data", "public.content"]
    allowsEverything = contentTypes.contains { all.contains($0.identifier) }
    let below = registry.types.filter { type in contentTypes.contains(where: type.conforms(to:)) }
    let tags = Set(contentTypes + below).map(\.tags)
    mimeTypes = Set(tags.flatMap { $0[.mimeType] ?? [] }).sorted()
    filenameExtensions = Set(tags.flatMap { $0[.filenameExtension] ?? [] }.map { $0.lowercased() })
      .sorted()
    ownMIMETypes = Set(contentTypes.flatMap { $0.tags[.mimeType] ?? [] }).sorted()
    let own = contentTypes.flatMap { $0.tags[.filenameExtension] ?? [] }
    let shared = below.filter { $0.identifier.hasPrefix("public.") }
    commonFilenameExtensions = Set(
      (own + shared.compactMap(\.preferredFilenameExtension)).map { $0.lowercased() }
    ).sorted()
  }

  private static func anyCase(_ text: String) -> String {
    text.map { character in
      let (upper, lower) = (character.uppercased(), character.lowercased())
      if upper != lower, upper.count == 1, lower.count == 1 { return "[\(lower)\(upper)]" }
      return "[]?*\\".contains(character) ? "[\(character)]" : String(character)
    }.joined()
  }
}
