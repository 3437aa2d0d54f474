internal import UTIPortable

/// The signature files of a release as one text, for programs without a reader of XML.
///
/// Each line has a letter and fields between tabs. Formats and signatures keep their order.
package struct CompiledSignatures: Hashable, Sendable {
  /// A line that has no meaning.
  package struct InvalidLine: Error, Hashable {
    package let line: Int
    package let message: String
  }

  package var formats: FormatSignatureFile
  package var containers: ContainerSignatureFile?

  package init(_ formats: FormatSignatureFile, containers: ContainerSignatureFile? = nil) {
    self.formats = formats
    self.containers = containers
  }

  private static let header = "uniform-types signatures 1\n"

  /// The bytes are compiled signatures, of this release of the form.
  package static func isHeader(of bytes: [UInt8]) -> Bool { bytes.starts(with: header.utf8) }
}

// MARK: Writing

extension CompiledSignatures {
  /// Positions are not written.
  package var bytes: [UInt8] {
    var text = Self.header
    func line(_ letter: String, _ fields: String...) {
      let shown = fields.map { String($0.map { $0 == "\t" || $0.isNewline ? " " : $0 }) }
      text += ([letter] + shown).joined(separator: "\t") + "\n"
    }
    func numbers(_ list: [Int]) -> String { list.map(String.init).joined(separator: ",") }
    line("R", formats.version, formats.date)
    for signature in formats.signatures { line("S", String(signature.id), signature.text) }
    for format in formats.formats {
      line(
        "F", String(format.id), format.puid, format.name, format.version,
        format.mimeTypes.joined(separator: ","), format.extensions.joined(separator: ","),
        numbers(format.signatureIDs), numbers(format.supersededIDs))
    }
    guard let containers else { return Array(text.utf8) }
    line("C", containers.version)
    for kind in [ContainerKind.zip, .compoundFile] {
      guard let puids = containers.triggers[kind] else { continue }
      line("T", kind.rawValue, puids.joined(separator: ","))
    }
    for container in containers.signatures {
      line(
        "K", String(container.id), container.kind.rawValue,
        container.puids.joined(separator: ","), container.summary)
      for entry in container.entries {
        line("P", entry.path)
        for signature in entry.signatures { line("E", String(signature.id), signature.text) }
      }
    }
    return Array(text.utf8)
  }
}

// MARK: Reading

extension CompiledSignatures {
  /// Throws for bytes of another form.
  package init(_ bytes: [UInt8]) throws(InvalidLine) {
    self.init(FormatSignatureFile())
    guard Self.isHeader(of: bytes) else {
      throw InvalidLine(line: 1, message: "the first line is not “uniform-types signatures 1”")
    }
    var number = 1
    for line in bytes.dropFirst(Self.header.utf8.count).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      guard !line.isEmpty else { continue }
      guard let fields = Fields(line), add(fields) else {
        throw InvalidLine(line: number, message: "the line has no meaning")
      }
    }
  }

  /// Returns false for a line without a meaning.
  private mutating func add(_ fields: Fields) -> Bool {
    switch (fields.letter, fields.count) {
    case ("R", 2): (formats.version, formats.date) = (fields.text(0), fields.text(1))
    case ("S", 2):
      guard let signature = fields.signature else { return false }
      formats.signatures.append(signature)
    case ("F", 8):
      guard let format = fields.format else { return false }
      formats.formats.append(format)
    case ("C", 1):
      containers = ContainerSignatureFile()
      containers?.version = fields.text(0)
    case ("T", 2):
      guard let kind = ContainerKind(rawValue: fields.text(0)) else { return false }
      containers?.triggers[kind] = fields.list(1)
    case ("K", 4):
      guard let id = fields.number(0), let kind = ContainerKind(rawValue: fields.text(1)) else {
        return false
      }
      var container = ContainerSignature(id: id, kind: kind)
      container.puids = fields.list(2)
      container.summary = fields.text(3)
      containers?.signatures.append(container)
    case ("P", 1):
      guard let last = containers?.signatures.indices.last else { return false }
      containers?.signatures[last].entries.append(ContainerSignature.Entry(path: fields.text(0)))
    case ("E", 2):
      guard let signature = fields.signature, let last = containers?.signatures.indices.last,
        let entry = containers?.signatures[last].entries.indices.last
      else { return false }
      containers?.signatures[last].entries[entry].signatures.append(signature)
    default: return false
    }
    return true
  }

  /// The fields of a line.
  private struct Fields {
    let letter: Character
    private let fields: [ArraySlice<UInt8>]

    /// nil for a line without a letter.
    init?(_ line: ArraySlice<UInt8>) {
      let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard let first = parts.first, first.count == 1 else { return nil }
      letter = Character(Unicode.Scalar(first[first.startIndex]))
      fields = Array(parts.dropFirst())
    }

    var count: Int { fields.count }

    func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }

    func list(_ index: Int) -> [String] {
      fields[index].split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ index: Int) -> Int? { Int(text(index)) }

    private func numbers(_ index: Int) -> [Int]? {
      let list = list(index)
      let numbers = list.compactMap { Int($0) }
      return numbers.count == list.count ? numbers : nil
    }

    var format: FileFormat? {
      guard let id = number(0), let signatures = numbers(6), let superseded = numbers(7) else {
        return nil
      }
      var format = FileFormat(id: id, puid: text(1), name: text(2))
      format.version = text(3)
      (format.mimeTypes, format.extensions) = (list(4), list(5))
      (format.signatureIDs, format.supersededIDs) = (signatures, superseded)
      return format
    }

    var signature: ByteSignature? {
      guard let id = number(0) else { return nil }
      var signature = ByteSignature(id: id)
      for part in fields[1].split(separator: UInt8(ascii: "&")) {
        let words = part.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard words.count == 2, let reference = Self.reference(words[0]),
          let elements = try? ExpressionParser.elements(of: Array(words[1]))
        else { return nil }
        signature.sequences.append(ByteSequence(reference, elements))
      }
      return signature.sequences.isEmpty ? nil : signature
    }

    private static func reference(_ word: ArraySlice<UInt8>) -> ByteSequence.Reference? {
      switch String(decoding: word, as: UTF8.self) {
      case "BOF": .start
      case "EOF": .end
      case "Variable": .anywhere
      default: nil
      }
    }
  }
}
