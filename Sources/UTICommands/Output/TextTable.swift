/// Columns aligned for a terminal.
enum TextTable {
  /// The rows as lines, each column as wide as its widest cell but for the last.
  static func lines(_ rows: [[String]]) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], width(of: visible(cell)))
      }
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let cell = visible(cell)
        line += cell
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - width(of: cell) + 2)
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Control characters could change the terminal, so they are shown as a mark; stray bytes of a
  /// path are shown as `\xE9`.
  ///
  /// - Parameter keepingEscapes: whether the escape character stays, in text that colours itself.
  static func visible(_ text: String, keepingEscapes: Bool = false) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      if keepingEscapes, scalar == "\u{1B}" { return false }
      return scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
    }
    guard text.unicodeScalars.contains(where: isControl) || PathText.hasStrayBytes(text) else {
      return text
    }
    var result = ""
    for scalar in text.unicodeScalars {
      if let escape = PathText.escape(scalar) {
        result += escape
      } else {
        result.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  /// The number of cells a terminal gives the text: two for wide East Asian characters and emoji.
  static func width(of text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      let isWide =
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
          0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
          true
        default: false
        }
      return sum + (isWide ? 2 : 1)
    }
  }
}
