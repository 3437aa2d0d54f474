import UTITypeGraph

/// A picture in the languages of programs that draw graphs.
package struct GraphSource {
  let picture: GraphPicture
  let text: PictureText

  package init(picture: GraphPicture, text: PictureText) {
    self.picture = picture
    self.text = text
  }

  /// The language DOT of graphviz.
  package var graphviz: String {
    var lines = [
      "digraph types {",
      "  rankdir=\(picture.isBroad ? "RL" : "BT");",
      "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11];",
      "  edge [fontname=\"sans-serif\", fontsize=9];",
    ]
    for (index, type) in picture.types.enumerated() {
      // The break `\n` centres its line; a backslash in a label begins an escape.
      let label = text.lines(type).map(Self.escaped).joined(separator: "\\n")
      let emphasis = index < picture.rootCount ? ", penwidth=2" : ""
      lines.append("  n\(index) [label=\"\(label)\"\(emphasis)];")
    }
    for edge in picture.edges {
      let tooltip = Self.escaped(PictureText.reason(edge))
      lines.append(
        "  n\(edge.type) -> n\(edge.supertype) "
          + "[\(Self.style(edge.kind)), tooltip=\"\(tooltip)\"];")
    }
    if let note = picture.note {
      lines.append("  note [shape=note, style=\"\", label=\"\(Self.escaped(note))\"];")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private static func style(_ kind: EdgeKind) -> String {
    switch kind {
    case .declared: "style=solid"
    case .explicit: "style=dashed"
    case .implicit: "style=dotted"
    case .inferred: "style=solid, color=gray, fontcolor=gray"
    case .tag: "style=dashed, arrowhead=empty, label=\"MIME tag\""
    case .container: "style=bold, arrowhead=diamond, constraint=false, label=\"stored as\""
    }
  }

  /// DOT language, "escString".
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in PictureText.visible(text).unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      // An ampersand could begin an entity.
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The picture as a Mermaid flowchart.
extension GraphSource {
  package var mermaid: String {
    var lines = ["flowchart \(picture.isBroad ? "RL" : "BT")"]
    for (index, type) in picture.types.enumerated() {
      let label = text.lines(type).map(Self.escapedForMermaid).joined(separator: "<br/>")
      lines.append("  n\(index)[\"\(label)\"]")
    }
    for edge in picture.edges {
      lines.append("  n\(edge.type) \(Self.arrow(edge.kind)) n\(edge.supertype)")
    }
    // Besides their arrows, only links have styles, which refer to them by number.
    for (kind, style) in [(EdgeKind.inferred, "stroke:#999"), (.implicit, "stroke-dasharray:1 4")] {
      let links = picture.edges.indices.filter { picture.edges[$0].kind == kind }
      guard !links.isEmpty else { continue }
      lines.append("  linkStyle \(links.map(String.init).joined(separator: ",")) \(style)")
    }
    if picture.rootCount > 0 {
      let roots = (0..<min(picture.rootCount, picture.types.count)).map { "n\($0)" }
      lines.append("  classDef asked stroke-width:3px")
      lines.append("  class \(roots.joined(separator: ",")) asked")
    }
    if let note = picture.note { lines.append("  note[/\"\(Self.escapedForMermaid(note))\"/]") }
    return (lines + [""]).joined(separator: "\n")
  }

  private static func arrow(_ kind: EdgeKind) -> String {
    switch kind {
    case .declared, .inferred: "-->"
    case .explicit, .implicit: "-.->"
    case .tag: "-.->|MIME tag|"
    case .container: "==>|stored as|"
    }
  }

  /// The only escapes of Mermaid are numbered entities.
  private static func escapedForMermaid(_ text: String) -> String {
    var result = ""
    for scalar in PictureText.visible(text).unicodeScalars {
      switch scalar {
      case "\"", "#", "&", "<", ">", ";", "`", "\\": result += "#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
