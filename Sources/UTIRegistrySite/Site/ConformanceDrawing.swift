import UTITypeGraph
package import UniformTypes

/// A drawing of super- and subtypes as SVG, without more than the lists, for screen readers.
package struct ConformanceDrawing {
  private let type: UTType
  private let subtypes: [UTType]
  private let layout: ConformanceLayout
  private let address: (UTType) -> String?

  private static let boxHeight = 26.0
  private static let rowHeight = 58.0
  private static let subtypeHeight = 34.0
  private static let indentation = 28.0
  /// The width in the twelve-pixel code font, with a small reserve.
  private static let letterWidth = 7.4
  private static let greatestLetterCount = 46
  private static let greatestSubtypeCount = 12

  /// nil for a type without a page.
  package init(_ type: UTType, subtypes: [UTType], address: @escaping (UTType) -> String?) {
    self.type = type
    self.subtypes = subtypes
    self.address = address
    layout = ConformanceLayout(type) { Self.width(of: $0.identifier) }
  }

  /// nil for a type without supertypes and subtypes.
  package var svg: String? {
    guard layout.rows.count > 1 || !subtypes.isEmpty else { return nil }
    var drawing = ""
    for line in layout.lines { drawing += path(line) }
    let bottom = y(ofRow: 0) + Self.boxHeight
    let shown = subtypes.prefix(Self.greatestSubtypeCount)
    let stem = (layout.rows[0].first?.x ?? 0) + 12
    for index in shown.indices {
      let middle = bottom + Self.subtypeHeight * Double(index) + 8 + Self.boxHeight / 2
      drawing += Self.path("M\(Self.text(stem)) \(Self.text(bottom))V\(Self.text(middle))h16", nil)
    }
    for (row, slots) in layout.rows.enumerated() {
      for slot in slots {
        guard let type = slot.type else { continue }
        drawing += box(type, x: slot.x, y: y(ofRow: row), isAsked: row == 0)
      }
    }
    var height = bottom
    for (index, subtype) in shown.enumerated() {
      let y = bottom + Self.subtypeHeight * Double(index) + 8
      drawing += box(subtype, x: stem + 16, y: y, isAsked: false)
      height = y + Self.boxHeight
    }
    let hidden = subtypes.count - shown.count
    if hidden > 0 {
      height += 22
      drawing += Self.label("… and \(hidden) more below", x: stem + 16, y: height - 5)
    }
    let width = max(
      layout.width, stem + 16 + (shown.map { Self.width(of: $0.identifier) }.max() ?? 0))
    let size = "width=\"\(Self.text(width + 4))\" height=\"\(Self.text(height + 4))\""
    let box = "viewBox=\"-2 -2 \(Self.text(width + 4)) \(Self.text(height + 4))\""
    return "<svg \(size) \(box) aria-hidden=\"true\" focusable=\"false\">\n\(drawing)</svg>"
  }

  /// About omitted types.
  package var note: String {
    layout.omittedCount > 0 ? " It leaves out \(layout.omittedCount) supertypes further up." : ""
  }

  private func y(ofRow row: Int) -> Double {
    Double(layout.rows.count - 1 - row) * Self.rowHeight
  }

  private func path(_ line: ConformanceLayout.Line) -> String {
    var result = ""
    for (lower, upper) in zip(line.slots, line.slots.dropFirst()) {
      let start = layout.rows[lower.row][lower.slot].center
      let end = layout.rows[upper.row][upper.slot].center
      let (top, bottom) = (y(ofRow: upper.row) + Self.boxHeight, y(ofRow: lower.row))
      let middle = Self.text((top + bottom) / 2)
      if result.isEmpty { result = "M\(Self.text(start)) \(Self.text(bottom))" }
      result +=
        "C\(Self.text(start)) \(middle) \(Self.text(end)) \(middle) \(Self.text(end)) \(Self.text(top))"
      // If the line passes a row, it goes straight up between the boxes.
      if layout.rows[upper.row][upper.slot].type == nil {
        result += "V\(Self.text(top - Self.boxHeight))"
      }
    }
    return Self.path(result, line.kind)
  }

  private func box(_ type: UTType, x: Double, y: Double, isAsked: Bool) -> String {
    let width = Self.width(of: type.identifier)
    let name = Self.shortened(type.identifier)
    let rectangle =
      "<rect x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" width=\"\(Self.text(width))\""
      + " height=\"\(Self.text(Self.boxHeight))\" rx=\"5\"/>"
    let content = rectangle + Self.label(name, x: x + 10, y: y + 17)
    if isAsked { return "<g class=\"asked\">\(content)</g>\n" }
    let whole = name == type.identifier ? "" : "<title>\(HTMLText.escaped(type.identifier))</title>"
    guard let address = address(type) else { return "<g>\(whole)\(content)</g>\n" }
    return "<a href=\"\(HTMLText.escaped(address))\" tabindex=\"-1\">\(whole)\(content)</a>\n"
  }

  private static func path(_ path: String, _ kind: EdgeKind?) -> String {
    "<path\(kind.map { " class=\"\($0)\"" } ?? "") d=\"\(path)\"/>\n"
  }

  private static func label(_ label: String, x: Double, y: Double) -> String {
    "<text x=\"\(text(x))\" y=\"\(text(y))\">\(HTMLText.escaped(label))</text>"
  }

  private static func width(of identifier: String) -> Double {
    // Characters outside ASCII may be twice as wide.
    let places = shortened(identifier).unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    return Double(places) * letterWidth + 20
  }

  /// The middle of a text too long for a box is omitted.
  private static func shortened(_ identifier: String) -> String {
    guard identifier.unicodeScalars.count > greatestLetterCount else { return identifier }
    let half = greatestLetterCount / 2
    return String(identifier.prefix(half)) + "…" + String(identifier.suffix(half - 1))
  }

  /// One decimal digit, independent of the locale.
  private static func text(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    let rest = tenths.magnitude % 10
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)")
  }
}
