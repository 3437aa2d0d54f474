/// A line of a note with what ends it, so that saving gives back what was read, byte by byte.
struct Line: Sendable {
  var text: String
  /// What comes behind the text; the last line of a file may have none.
  var ending: String
}

extension [Line] {
  /// The lines of a text, however they end.
  init(of text: String) {
    self = []
    var rest = text[...]
    while let end = rest.firstIndex(where: \.isNewline) {
      append(Line(text: String(rest[..<end]), ending: String(rest[end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { append(Line(text: String(rest), ending: "")) }
  }

  /// The text that the lines make.
  var text: String { map { $0.text + $0.ending }.joined() }

  /// Appends a line that ends as the first one does.
  mutating func append(_ text: String) {
    let ending = first.flatMap { $0.ending.isEmpty ? nil : $0.ending } ?? "\n"
    if let last = indices.last, self[last].ending.isEmpty { self[last].ending = ending }
    append(Line(text: text, ending: ending))
  }
}
