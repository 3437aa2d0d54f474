/// The edits of a file, of which all other bytes stay.
struct Edits {
  /// A part of a replacement: text, or lines of the file, which are edited and indented.
  enum Part {
    case text(String)
    case lines(Range<Int>, indentation: String)
  }

  private struct Edit {
    var range: Range<Int>
    var parts: [Part]
    /// True if the bytes of the range appear in another edit.
    var isMove: Bool
  }

  private var edits: [Edit] = []
  /// Words that are removed with the space around them.
  private var words: [Range<Int>] = []

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(Edit(range: range, parts: text.isEmpty ? [] : [.text(text)], isMove: false))
  }

  mutating func insert(_ text: String, at offset: Int) {
    replace(offset..<offset, with: text)
  }

  /// Deletes a range of which other edits insert parts.
  mutating func deleteMoved(_ range: Range<Int>) {
    edits.append(Edit(range: range, parts: [], isMove: true))
  }

  mutating func insert(_ parts: [Part], at offset: Int) {
    edits.append(Edit(range: offset..<offset, parts: parts, isMove: false))
  }

  /// Removes a word with its line, if nothing else is in the line, or with the spaces after it.
  mutating func remove(_ word: Range<Int>) {
    words.append(word)
  }

  func apply(to file: SourceFile) -> String {
    var sorted = edits
    for range in joinedWords(file) {
      sorted.append(Edit(range: range, parts: [], isMove: false))
    }
    sorted = sorted.enumerated().sorted {
      let (left, right) = ($0.element.range, $1.element.range)
      return (left.lowerBound, left.isEmpty ? 0 : 1, -left.count, $0.offset)
        < (right.lowerBound, right.isEmpty ? 0 : 1, -right.count, $1.offset)
    }.map(\.element)
    let bytes = Self.bytes(of: 0..<file.bytes.count, in: file, edits: sorted, isMoved: false)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func bytes(
    of range: Range<Int>, in file: SourceFile, edits: [Edit], isMoved: Bool
  ) -> [UInt8] {
    var result: [UInt8] = []
    var offset = range.lowerBound
    for edit in edits {
      if edit.range.lowerBound < offset || edit.range.upperBound > range.upperBound { continue }
      if isMoved, edit.isMove { continue }
      result += file.bytes[offset..<edit.range.lowerBound]
      for part in edit.parts {
        switch part {
        case .text(let text): result += Array(text.utf8)
        case .lines(let lines, let indentation):
          let moved = bytes(of: lines, in: file, edits: edits, isMoved: true)
          for line in moved.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let isBlank = line.isEmpty || line.elementsEqual([0x0D])
            result += isBlank ? [] : Array(indentation.utf8)
            result += line + [0x0A]
          }
          // The piece after the last line break is not a line.
          result.removeLast()
        }
      }
      offset = edit.range.upperBound
    }
    return result + file.bytes[offset..<range.upperBound]
  }

  /// The ranges to delete for the removed words, which are one if only space is between them.
  private func joinedWords(_ file: SourceFile) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for word in words.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound <= word.lowerBound,
        file.bytes[last.upperBound..<word.lowerBound].allSatisfy({ " \t\r\n".utf8.contains($0) })
      {
        joined[joined.count - 1] = last.lowerBound..<word.upperBound
      } else {
        joined.append(word)
      }
    }
    return joined.map { word in
      let next = file.skipSpaces(word.upperBound)
      guard file.isLineBreak(next) else { return word.lowerBound..<next }
      return file.isFirstInLine(word.lowerBound)
        ? file.lineStart(word.lowerBound)..<file.lineEnd(word.upperBound)
        : file.skipSpacesBackwards(word.lowerBound)..<word.upperBound
    }
  }
}
