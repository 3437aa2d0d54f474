package import UniformTypes

package struct SiteTypePage {
  package let type: UTType
  package let site: RegistrySite

  package var page: SitePage {
    SitePage(
      title: "\(type.identifier) – uniform type", top: "../",
      content: [heading, names, drawing, supertypes, subtypes, tags, declarations]
        .filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  private var heading: String {
    "<h1><code>\(HTMLText.escaped(type.identifier))</code></h1>"
      + (site.description(of: type).map {
        "\n<p class=\"lead\"><bdi>\(HTMLText.escaped($0))</bdi></p>"
      } ?? "")
  }

  // MARK: Names

  /// The names in both vocabularies, and the properties.
  private var names: String {
    var rows = [("Uniform type identifier", HTMLText.code(type.identifier))]
    let mimeNames = type.tags[.mimeType] ?? []
    let canonical = type.canonicalMIMEType
    if let canonical {
      let isOwn = mimeNames.contains(canonical)
      let others = mimeNames.filter { $0 != canonical }
      rows.append(
        (
          "MIME type",
          HTMLText.code(canonical) + (isOwn ? "" : " <span class=\"quiet\">of a supertype</span>")
        ))
      if !others.isEmpty {
        rows.append(("Other MIME types", others.map(HTMLText.code).joined(separator: ", ")))
      }
    }
    if let extensions = type.tags[.filenameExtension], !extensions.isEmpty {
      rows.append(
        ("Filename extensions", extensions.map { HTMLText.code("." + $0) }.joined(separator: ", ")))
    }
    if let version = type.version { rows.append(("Version", String(version))) }
    if let reference = type.firstDeclaration?.declaration.referenceURL, !reference.isEmpty {
      rows.append(("Described at", HTMLText.outsideLink(reference)))
    }
    if let icons = type.iconNames {
      let names = icons.icon == icons.generic ? [icons.icon] : [icons.icon, icons.generic]
      rows.append(("Icons", names.map(HTMLText.code).joined(separator: ", ")))
    }
    return "<dl>\n" + rows.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" }.joined() + "</dl>"
  }

  // MARK: Relations

  private var drawing: String {
    let drawing = ConformanceDrawing(type, subtypes: site.subtypes(of: type)) {
      site.address(of: $0, from: "../")
    }
    guard let svg = drawing.svg else { return "" }
    return """
      <figure>
      <div class="drawing" tabindex="0" role="group" aria-label="Drawing of supertypes and subtypes">
      \(svg)
      </div>
      <figcaption>Supertypes above, subtypes below; the lists that follow say the same.\
      \(drawing.note)</figcaption>
      </figure>
      """
  }

  private var supertypes: String {
    let stated = type.edges
    var items = stated.map { edge in
      let words = edge.kind == .container ? "stored as" : PictureText.legend(edge.kind)
      return "<li>\(site.link(to: edge.supertype, from: "../")) <span class=\"origin\">\(words)"
        + (edge.origin.map { ", \(HTMLText.code("\($0)"))" } ?? "") + "</span></li>"
    }
    if stated.isEmpty { items = type.parents.map { "<li>\(site.link(to: $0, from: "../"))</li>" } }
    guard !items.isEmpty else { return "" }
    let near = Set(type.parents)
    let distant = type.supertypes.subtracting(near)
      .sorted { $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8) }
    let rest =
      distant.isEmpty
      ? ""
      : "\n<p>And so to "
        + distant.map { site.link(to: $0, from: "../") }.joined(separator: ", ") + ".</p>"
    return "<h2 id=\"supertypes\">Conforms to</h2>\n<ul>\n"
      + items.joined(separator: "\n") + "\n</ul>" + rest
  }

  private var subtypes: String {
    let children = site.subtypes(of: type)
    guard !children.isEmpty else { return "" }
    let items = children.map { child in
      "<li>\(site.link(to: child, from: "../"))"
        + (site.description(of: child).map { " <bdi>\(HTMLText.escaped($0))</bdi>" } ?? "")
        + "</li>"
    }
    return "<h2 id=\"subtypes\">Subtypes (\(children.count))</h2>\n<ul>\n"
      + items.joined(separator: "\n") + "\n</ul>"
  }

  // MARK: Tags and declarations

  private var tags: String {
    let items = type.statedTags.map { tag in
      "<li>\(HTMLText.code(tag.tag.tagClass.rawValue)) = \(HTMLText.code(tag.tag.value))"
        + (tag.origin.map { " <span class=\"origin\">\(HTMLText.code("\($0)"))</span>" } ?? "")
        + "</li>"
    }
    guard !items.isEmpty else { return "" }
    return "<h2 id=\"tags\">Tags</h2>\n<ul>\n" + items.joined(separator: "\n") + "\n</ul>"
  }

  private var declarations: String {
    let items = type.declarations.map { declaration in
      "<li>\(HTMLText.code(declaration.place)) <span class=\"origin\">"
        + "\(HTMLText.escaped(type.standing(of: declaration)))</span></li>"
    }
    guard !items.isEmpty else {
      return "<h2 id=\"declarations\">Declared in</h2>\n"
        + "<p>No property list declares it; shared-mime-info packages describe it.</p>"
    }
    return "<h2 id=\"declarations\">Declared in</h2>\n<ul>\n"
      + items.joined(separator: "\n") + "\n</ul>"
  }
}
