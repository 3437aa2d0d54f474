internal import UTIPlatform

/// Columns aligned for a terminal.
///
/// Rows may come in several batches. A column is as wide as its widest cell so far, except the last
/// one and overlong cells, which push the following cells to the right.
package struct TextTable {
  private var widths: [Int] = []
  /// The greatest width of a cell that widens its column.
  private static let widthLimit = 48

  /// Returns further rows as lines.
  package mutating func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(VisibleText.shown) }
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        let width = Self.width(of: cell)
        if width <= Self.widthLimit { widths[column] = max(widths[column], width) }
      }
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column < row.count - 1 {
          let missing = max(0, widths[column] - Self.width(of: cell))
          line += String(repeating: " ", count: missing + 2)
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Returns the number of terminal cells of the text: two for wide East Asian characters and
  /// emoji.
  package static func width(of text: String) -> Int {
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
