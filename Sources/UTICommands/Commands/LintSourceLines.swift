internal import DeclarationTools
import UTICommandOutput

/// The lines of a file, for the excerpt of a finding.
struct SourceLines {
  private let bytes: [UInt8]
  private let index: LineIndex
  /// Most following findings are in the last line if it is long.
  private var last: (number: Int, excerpt: SourceExcerpt?)?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = LineIndex(bytes)
  }

  /// Counted from 1; nil when there is none or it is not text.
  mutating func excerpt(ofLine line: Int) -> SourceExcerpt? {
    if let last, last.number == line { return last.excerpt }
    let excerpt = readExcerpt(ofLine: line)
    last = (line, excerpt)
    return excerpt
  }

  private func readExcerpt(ofLine line: Int) -> SourceExcerpt? {
    guard let range = index.range(ofLine: line) else { return nil }
    let content = bytes[range].prefix { $0 != 0x0A && $0 != 0x0D }
    guard !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
      return nil
    }
    return SourceExcerpt(line: line, text: text)
  }
}

/// A line of a file.
struct SourceExcerpt {
  let line: Int
  /// The line without its end.
  let text: String

  /// Characters that are shown before and after the place.
  private static let margin = 60

  /// A caret below a place in bytes from 1; nil when the line has no such place.
  func marked(atColumn column: Int) -> [String]? {
    guard column > 0, column <= text.utf8.count + 1 else { return nil }
    let place = text.utf8.index(text.startIndex, offsetBy: column - 1)
    let head = text[..<place].suffix(Self.margin)
    let tail = text[place...].prefix(Self.margin)
    let isCutBefore = head.startIndex != text.startIndex
    let isCutAfter = tail.endIndex != text.endIndex
    let number = String(line)
    let shown =
      (isCutBefore ? "…" : "") + Self.printable(String(head)) + Self.printable(String(tail))
      + (isCutAfter ? "…" : "")
    // Tabs are repeated, so that the caret is below the place at any tab width.
    let room =
      (isCutBefore ? " " : "") + head.map { $0 == "\t" ? TextStyle.tab.mark : " " }.joined()
    return [
      " \(number) | \(shown)", " \(String(repeating: " ", count: number.count)) | \(room)^",
    ]
  }

  /// Both columns are counted from 1.
  func utf16Column(ofByteColumn column: Int) -> Int {
    let place = text.utf8.index(
      text.startIndex, offsetBy: max(column - 1, 0), limitedBy: text.endIndex)
    return text.utf16.distance(from: text.startIndex, to: place ?? text.endIndex) + 1
  }

  /// A mark replaces each control or invisible character, so that the caret is below its place.
  private static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\t" {
        result += TextStyle.tab.mark
      } else {
        result.unicodeScalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .control || category == .format
  }
}
