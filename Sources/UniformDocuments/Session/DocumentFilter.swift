public import Foundation
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

/// A recent document, as a start window shows it.
public struct RecentDocument: Identifiable, Hashable, Sendable {
  /// The location of the document.
  public let url: URL
  /// The name to display.
  public let name: String
  /// The directory to display, with `~` for the home directory.
  public let place: String
  /// The identifier of its type; nil if it cannot be determined.
  public let type: String?
  /// A thumbnail of the current contents, a PNG file that another program has created; nil if there
  /// is none.
  public let thumbnail: URL?

  /// The identity of the entry: its location.
  public var id: URL { url }
}

extension DocumentBrowser {
  /// The ``recentDocuments`` with the properties that a window shows.
  ///
  /// The thumbnails follow freedesktop.org's thumbnail managing standard; file managers create
  /// them.
  ///
  /// - Complexity: for each document, the attributes of its item and the beginning of its thumbnail
  ///   are read.
  public var recents: [RecentDocument] {
    recentDocuments.map { url in
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      let modified = attributes?[.modificationDate] as? Date
      return RecentDocument(
        url: url, name: displayName(of: url), place: DocumentPresentation.place(of: url),
        type: try? controller.typeForContents(of: url),
        thumbnail: modified.flatMap {
          thumbnails.picture(of: url, modified: Int64($0.timeIntervalSince1970.rounded(.down)))
        })
    }
  }
}
