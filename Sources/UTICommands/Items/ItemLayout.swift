import UTICommandOutput
internal import UTIPlatform

enum ItemLayout: Sendable {
  enum Piece: Sendable {
    case text(String)
    case field(ItemField)
  }

  case fields([ItemField])
  case template([Piece])

  private var fields: [ItemField] {
    switch self {
    case .fields(let all): all
    case .template(let pieces):
      pieces.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }
  }

  var readsProperties: Bool { fields.contains { $0.source == .status } }

  /// The first field that needs the signatures of PRONOM.
  var formatField: ItemField? { fields.first { $0.source == .formats } }

  /// Each of them once.
  var digests: [ContentDigest] {
    let wanted = fields.filter { $0.source == .contents }
    return wanted.isEmpty
      ? []
      : ContentDigest.allCases.filter { digest in
        wanted.contains { $0.digest == digest }
      }
  }

  /// The default of a table.
  static let columns: [ItemField] = [.path, .type, .mime, .description]
  /// The default of a record.
  static let members: [ItemField] = [
    .path, .type, .mime, .description, .extension, .encoding, .confidence, .basis, .support,
    .alternatives, .disagreement,
  ]

  struct Fault: Error {
    let message: String
  }

  /// Reads a list of fields, `path,type`, or a template, `{path} is a {description}`.
  ///
  /// In a template `\n`, `\t`, `\\` are a line feed, a tab and a backslash; doubled braces are
  /// braces.
  init(_ text: String) throws(Fault) {
    guard text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) else {
      var fields: [ItemField] = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        fields.append(try Self.field(String(name)))
      }
      self = .fields(fields)
      return
    }
    self = .template(try Self.pieces(text))
  }

  static func completions(of start: String) -> [String] {
    let said = start.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let head = said.map { $0 + "," }.joined()
    return ItemField.allCases.map(\.rawValue).filter { field in !said.contains { $0 == field } }
      .map { head + $0 }
  }

  private static func field(_ name: String) throws(Fault) -> ItemField {
    let name = String(name.drop { $0 == " " })
    guard !name.isEmpty else {
      throw Fault(
        message: "--print names no field; it knows "
          + ItemField.allCases.map(\.rawValue).joined(separator: ", "))
    }
    if let field = ItemField(rawValue: name) { return field }
    // The names in JSON are accepted too.
    if let field = ItemField.allCases.first(where: { $0.key == name }) { return field }
    let known = ItemField.allCases.map(\.rawValue)
    let hint = EditDistance.nearest(to: name, among: known).map { "; did you mean \($0)?" }
    throw Fault(
      message: "--print knows no field \"\(name)\""
        + (hint ?? "; it knows " + known.joined(separator: ", ")))
  }

  private static func pieces(_ text: String) throws(Fault) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (character, rest.first) {
      case ("{", "{"), ("}", "}"), ("\\", "\\"):
        literal.append(character)
        rest.removeFirst()
      case ("\\", "n"), ("\\", "t"):
        literal.append(rest.removeFirst() == "n" ? "\n" : "\t")
      case ("{", _):
        guard let end = rest.firstIndex(of: "}") else {
          throw Fault(message: "--print: a brace is opened and not closed; {{ prints a brace")
        }
        pieces.append(.text(literal))
        literal = ""
        pieces.append(.field(try field(String(rest[..<end]))))
        rest = rest[rest.index(after: end)...]
      case ("}", _):
        throw Fault(message: "--print: a brace is closed and not opened; }} prints a brace")
      default: literal.append(character)
      }
    }
    pieces.append(.text(literal))
    return pieces
  }
}

extension IdentifiedItem {
  /// A nil layout is the default; only what the form needs is made, since each file calls this.
  func result(_ layout: ItemLayout?, in form: ResultForm) -> CommandResult {
    switch layout {
    case .template(let pieces):
      CommandResult(verbatim: text(pieces, in: form))
    case .fields(let fields): result(fields, in: form)
    case nil:
      result(form.isForMachines ? ItemLayout.members : ItemLayout.columns, in: form)
    }
  }

  private func result(_ fields: [ItemField], in form: ResultForm) -> CommandResult {
    form.isForMachines
      ? CommandResult(fields: fields.flatMap(members))
      : CommandResult(columns: fields.map(text))
  }

  private func text(_ pieces: [ItemLayout.Piece], in form: ResultForm) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .field(let field):
        if form.escapesFields {
          VisibleText.appendField(text(field), to: &result)
        } else {
          result += text(field)
        }
      }
    }
    return result
  }
}
