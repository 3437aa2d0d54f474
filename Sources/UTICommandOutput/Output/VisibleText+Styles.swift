package import UTIPlatform

extension VisibleText {
  /// Marks of ``TextStyle`` become escape sequences if colours are used.
  package static func styled(_ line: String, usesColor: Bool) -> String {
    guard line.utf8.contains(where: mayHide) else { return line }
    func isMark(_ scalar: Unicode.Scalar) -> Bool {
      TextStyle(mark: scalar).map { usesColor || $0 == .tab } ?? false
    }
    var result = ""
    for part in line.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isMark)
    {
      if part.startIndex != line.unicodeScalars.startIndex {
        let mark = line.unicodeScalars[line.unicodeScalars.index(before: part.startIndex)]
        result += TextStyle(mark: mark)?.sequence ?? ""
      }
      result += shown(String(part))
    }
    return result
  }

  /// A list of paths with the wrong separator is a path of megabytes; its middle is omitted.
  package static func shortened(_ message: String) -> String {
    let kept = 400
    guard message.utf8.count > 1_000 else { return message }
    let scalars = message.unicodeScalars
    let left = scalars.count - 2 * kept
    guard left > kept / 2 else { return message }
    return String(scalars.prefix(kept)) + "... (\(left) characters) ..."
      + String(scalars.suffix(kept))
  }
}

/// The style of a part of a line, marked with characters that no text has (U+FDD0 to U+FDD3).
///
/// Marks become escape sequences after everything else in the line has been escaped.
package enum TextStyle: UInt32 {
  case bold = 0xFDD0
  case dim = 0xFDD1
  case plain = 0xFDD2
  /// An intended tab, with or without colours.
  case tab = 0xFDD3

  package init?(mark: Unicode.Scalar) {
    self.init(rawValue: mark.value)
  }

  /// The text between the marks of the style and of plain text.
  package func marking(_ text: String) -> String {
    mark + text + Self.plain.mark
  }

  package var sequence: String {
    switch self {
    case .bold: "\u{1B}[1m"
    case .dim: "\u{1B}[2m"
    case .plain: "\u{1B}[0m"
    case .tab: "\t"
    }
  }

  package var mark: String { Unicode.Scalar(rawValue).map(String.init) ?? "" }
}
