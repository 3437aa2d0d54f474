import UTICommandOutput
internal import UTIPlatform
package import UniformTypes

/// The pages of all types of a registry.
///
/// A page for each type needs no script, has an address and loads as one small file.
package struct RegistrySite: Sendable {
  /// Sorted by identifier.
  package let types: [UTType]
  private let addresses: [UTType: String]
  private let languages: [String]
  private let subtypes: [UTType: [UTType]]
  let dropPage: SiteDropPage?

  /// Languages are best first.
  package init(_ registry: TypeRegistry, languages: [String], dropPage: SiteDropPage? = nil) {
    self.dropPage = dropPage
    types = registry.types.sorted {
      $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
    }
    addresses = Dictionary(
      types.map { ($0, SiteAddress.page(of: $0)) }, uniquingKeysWith: { first, _ in first })
    self.languages = languages
    let find = registry.subtypes()
    subtypes = Dictionary(types.map { ($0, find($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sorted by identifier.
  package func subtypes(of type: UTType) -> [UTType] { subtypes[type] ?? [] }

  package var names: [String] {
    [SiteStyle.name, SiteScript.name, "index.html"] + (dropPage == nil ? [] : [SiteDropPage.name])
      + types.compactMap { addresses[$0] }
  }

  /// The first page last; throws for the first file that could not be written.
  package func write(to folder: SiteFolder) throws {
    try folder.begin(names)
    try folder.write(SiteStyle.text, to: SiteStyle.name)
    try folder.write(SiteScript.text, to: SiteScript.name)
    if let dropPage { try folder.write(dropPage.text, to: SiteDropPage.name) }
    let failures = ConcurrentMap.map(types) { type -> (any Error)? in
      guard let address = addresses[type] else { return nil }
      do {
        try folder.write(SiteTypePage(type: type, site: self).page.html, to: address)
        return nil
      } catch {
        return error
      }
    }
    for case let failure? in failures { throw failure }
    try folder.write(SiteIndexPage(site: self).page.html, to: "index.html")
    try folder.finish(names)
  }

  /// nil when the type has none.
  package func description(of type: UTType) -> String? {
    type.localizedDescription(in: languages).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The relative path leads from the linking page to the top; nil for a type without a page.
  package func address(of type: UTType, from top: String) -> String? {
    addresses[type].map { top + $0 }
  }

  /// The link is the identifier alone if there is no page.
  package func link(to type: UTType, from top: String) -> String {
    let name = HTMLText.code(type.identifier)
    return address(of: type, from: top).map { "<a href=\"\(HTMLText.escaped($0))\">\(name)</a>" }
      ?? name
  }
}

/// The first page of a site: all types, by the first word of their identifiers.
package struct SiteIndexPage {
  package let site: RegistrySite

  /// Words with fewer types share a heading.
  private static let leastCount = 12

  package var page: SitePage {
    let groups = groups
    let jumps = groups.map { group in
      "<li><a href=\"#\(group.anchor)\">\(HTMLText.escaped(group.title))</a>"
        + " <span class=\"quiet\">\(group.types.count)</span></li>"
    }
    return SitePage(
      title: "Uniform types", top: "",
      content: """
        <h1>Uniform types</h1>
        <p class="lead">\(site.types.count) types of files, folders and data, under their uniform type \
        identifiers and their MIME types.\(dropLink)</p>
        <p id="status" role="status" class="quiet"></p>
        <ol id="found" class="plain types" hidden></ol>
        <div id="types">
        <nav aria-label="First words of identifiers"><ul class="plain jumps">
        \(jumps.joined(separator: "\n"))
        </ul></nav>
        \(groups.map(section).joined(separator: "\n"))
        </div>
        """)
  }

  private var dropLink: String {
    guard site.dropPage != nil else { return "" }
    return " <a href=\"\(SiteDropPage.name)\">Identify files</a> in this browser; nothing is sent."
  }

  private struct Group {
    let anchor: String
    let title: String
    let types: [UTType]
  }

  /// The rare words are at the end.
  private var groups: [Group] {
    let byWord = Dictionary(grouping: site.types) { type in
      type.identifier.prefix { $0 != "." }
    }
    let common = byWord.filter { $0.value.count >= Self.leastCount }
    let rare = site.types.filter { type in common[type.identifier.prefix { $0 != "." }] == nil }
    let groups = common.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .enumerated().map { place, group in
        Group(anchor: "group-\(place + 1)", title: "\(group.key)", types: group.value)
      }
    return rare.isEmpty ? groups : groups + [Group(anchor: "others", title: "others", types: rare)]
  }

  private func section(_ group: Group) -> String {
    """
    <h2 id="\(group.anchor)">\(HTMLText.escaped(group.title))</h2>
    <ul class="plain types">
    \(group.types.map(row).joined(separator: "\n"))
    </ul>
    """
  }

  private func row(_ type: UTType) -> String {
    let description = site.description(of: type).map { "<bdi>\(HTMLText.escaped($0))</bdi>" }
    let extensions = (type.tags[.filenameExtension] ?? []).map { "." + $0 }
    let tags = extensions + (type.tags[.mimeType] ?? [])
    return "<li data-type><span>\(site.link(to: type, from: ""))</span>"
      + " <span>\(description ?? "")</span>"
      + " <span class=\"tags\">\(HTMLText.escaped(tags.joined(separator: " ")))</span></li>"
  }
}

/// The address of a type's page: its identifier with `.html`.
///
/// Characters outside ASCII, and periods that would hide the file, are hexadecimal after `_`, which
/// no identifier contains; the rest needs no escape in an address.
package enum SiteAddress {
  package static let folder = "types"

  /// File systems allow 255 bytes, and the temporary file has a few more than the identifier.
  private static let greatestSize = 200

  /// The address starts at the top of the site.
  package static func page(of type: UTType) -> String { page(of: type.identifier) }

  package static func page(of identifier: String) -> String {
    var name = ""
    for (index, byte) in identifier.utf8.enumerated() {
      if byte >= 0x80 || !isPlain(byte) || byte == UInt8(ascii: ".") && index == 0 {
        name += "_" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      } else {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    if name.utf8.count > greatestSize {
      var hash = StableHash()
      hash.combine(identifier)
      let number = String(hash.value, radix: 16)
      name = name.prefix(greatestSize - number.count - 1) + "_" + number
    }
    return "\(folder)/\(name).html"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
