import UniformTypes

/// The first page of a site: all types, by the first word of their identifiers.
package struct SiteIndexPage {
  package let site: RegistrySite

  /// The number of types below which a word shares a heading with others.
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
        identifiers and their MIME types.</p>
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

  private struct Group {
    let anchor: String
    let title: String
    let types: [UTType]
  }

  /// The types by the first word of their identifiers, the rare words at the end.
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
