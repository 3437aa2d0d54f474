/// A line of a note with its ending, so that a save writes the bytes that were read.
struct Line: Sendable {
  var text: String
  /// The line ending; the last line of a file may have none.
  var ending: String
}

extension [Line] {
  /// Splits a text into lines, with any line endings.
  init(of text: String) {
    self = []
    var rest = text[...]
    while let end = rest.firstIndex(where: \.isNewline) {
      append(Line(text: String(rest[..<end]), ending: String(rest[end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { append(Line(text: String(rest), ending: "")) }
  }

  /// The text of the lines.
  var text: String { map { $0.text + $0.ending }.joined() }

  /// Appends a line with the ending of the first line.
  mutating func append(_ text: String) {
    let ending = first.flatMap { $0.ending.isEmpty ? nil : $0.ending } ?? "\n"
    if let last = indices.last, self[last].ending.isEmpty { self[last].ending = ending }
    append(Line(text: text, ending: ending))
  }
}
