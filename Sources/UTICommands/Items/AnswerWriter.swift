import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDetection
import UniformTypes

/// Writes results in their printed form, with a cache for each type and a writer for each core.
struct AnswerWriter {
  private let layout: ItemLayout?
  private let form: ResultForm
  private let languages: [String]
  private let registry: TypeRegistry
  private let followsLinks: Bool
  /// No field of CSV is a formula of a spreadsheet.
  private let defusesFormulas: Bool
  /// The output has fields of the item's status.
  private let readsProperties: Bool
  private var digester: ContentDigester?
  private var digests: [ContentDigest: String] = [:]
  /// nil if the output has no formats of PRONOM.
  private let formatReader: FormatReader?
  private var formats: FormatAnswer?
  /// nil if the columns are the fields of the layout.
  private let report: ArchiveReport?
  private var properties = ItemProperties()
  /// The items are members of archives.
  private var isMember = false
  /// nil when the output is not a line or record of fields.
  private let parts: [Part]?
  /// Cached output by part, and at last for alternatives, by the keys of verdicts.
  ///
  /// Empty before the second answer: the first use of a dictionary costs as much as a file.
  private var known: [[Int: [UInt8]]] = []
  private var hasAnswered = false
  private var bytes: [UInt8] = []

  /// Fields that are written together.
  private enum Part {
    case ofType([ItemField])
    case ofItem(ItemField)
  }

  init(
    _ layout: ItemLayout?, in form: ResultForm, languages: [String], registry: TypeRegistry,
    followsLinks: Bool, defusesFormulas: Bool, formatReader: FormatReader?
  ) {
    self.formatReader = formatReader
    self.layout = layout
    self.defusesFormulas = defusesFormulas
    self.followsLinks = followsLinks
    report = ArchiveReport(form.format)
    readsProperties = report != nil || layout?.readsProperties ?? false
    if let digests = layout?.digests, !digests.isEmpty { digester = ContentDigester(digests) }
    self.form = form
    self.languages = languages
    self.registry = registry
    parts = Self.fields(layout, in: form).map(Self.parts)
  }

  /// Only for digests and formats; throws the error of the call that failed.
  mutating func readContents(of path: String) throws(Errno) {
    if let formatReader {
      formats =
        path == "-"
        ? formatReader.answerOnStandardInput()
        : try formatReader.answer(on: path, followsLinks: followsLinks)
    }
    guard digester != nil else { return }
    digests = try digester?.digests(of: path, followsLinks: followsLinks) ?? [:]
  }

  /// In place of what ``readContents(of:)`` reads.
  mutating func setContents(of member: ReadMember) {
    isMember = true
    (properties, digests, formats) = (member.properties, member.digests, member.formats)
  }

  /// Returns the result if it has to wait for all others.
  mutating func write(
    _ item: SelectedItem, _ verdict: Verdict, archive: ArchiveOutcome? = nil
  ) -> CommandResult? {
    let path = item.path
    if readsProperties, !isMember {
      properties = ItemProperties(of: path, followsLinks: followsLinks)
    }
    if report != nil {
      writeReport(
        on: item, failure: archive?.fault.map { ReportedFailure(message: $0) },
        isArchive: archive?.isArchive ?? false)
      return nil
    }
    guard let parts else {
      let result = self.item(path, verdict).result(layout, in: form)
      guard let text = form.text(of: result) else { return result }
      bytes += LosslessText.bytes(text)
      bytes += form.terminator.utf8
      return nil
    }
    if hasAnswered, known.isEmpty { known = Array(repeating: [:], count: parts.count + 1) }
    hasAnswered = true
    if form.isForMachines { bytes.append(UInt8(ascii: "{")) }
    for place in parts.indices {
      if place > 0 { bytes.append(separator) }
      switch parts[place] {
      case .ofItem(let field): write(field, path, verdict)
      case .ofType(let fields): write(fields, at: place, path, verdict)
      }
    }
    bytes.append(contentsOf: form.isForMachines ? "}\n".utf8 : "\n".utf8)
    return nil
  }

  /// Only a report has a row of a failed item.
  mutating func writeFailure(
    of item: SelectedItem, _ failure: ReportedFailure, isArchive: Bool = false
  ) {
    guard report != nil else { return }
    if !isMember { properties = ItemProperties(of: item.path, followsLinks: followsLinks) }
    formats = nil
    digests = [:]
    writeReport(on: item, failure: failure, isArchive: isArchive)
  }

  private mutating func writeReport(
    on item: SelectedItem, failure: ReportedFailure? = nil, isArchive: Bool = false
  ) {
    guard let report else { return }
    let digest = layout?.digests.first
    let reported = ReportedItem(
      number: item.number, path: item.path, member: item.member, isArchive: isArchive,
      properties: properties, digest: digest.flatMap { digests[$0] }, formats: formats,
      failure: failure)
    for row in report.rows(of: reported, digest: digest) {
      report.append(row.map(defused), isShown: form.isTerminal, to: &bytes)
    }
  }

  /// The output since the last call; nil when there is none.
  mutating func finish() -> [UInt8]? {
    guard !bytes.isEmpty else { return nil }
    defer {
      // The next batch will need about the same size.
      let size = bytes.count
      bytes = []
      bytes.reserveCapacity(size + size / 4)
    }
    return bytes
  }

  private func item(_ path: String, _ verdict: Verdict) -> IdentifiedItem {
    IdentifiedItem(
      path: path, verdict: verdict, type: registry.type(of: verdict), languages: languages,
      properties: properties, digests: digests, formats: formats, isMember: isMember)
  }

  private var separator: UInt8 {
    form.isForMachines || form.format == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t")
  }
}

extension AnswerWriter {
  private static func fields(_ layout: ItemLayout?, in form: ResultForm) -> [ItemField]? {
    switch form.format {
    case .json, .droidCSV, .siegfriedCSV: return nil
    case .jsonl, .csv: break
    case .text, .tsv: if form.endsWithNUL || form.isTable { return nil }
    }
    switch layout {
    case .template: return nil
    case .fields(let fields): return fields
    case nil: return form.isForMachines ? ItemLayout.members : ItemLayout.columns
    }
  }

  private static func parts(_ fields: [ItemField]) -> [Part] {
    var parts: [Part] = []
    for field in fields {
      if field.source != .type {
        parts.append(.ofItem(field))
      } else if case .ofType(let before) = parts.last {
        parts[parts.count - 1] = .ofType(before + [field])
      } else {
        parts.append(.ofType([field]))
      }
    }
    return parts
  }

  /// Caches the fields that the type determines.
  private mutating func write(
    _ fields: [ItemField], at place: Int, _ path: String, _ verdict: Verdict
  ) {
    let key = known.isEmpty ? nil : verdict.typeKey
    if let key, let known = known[place][key] {
      bytes += known
      return
    }
    let item = item(path, verdict)
    let start = bytes.count
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(separator) }
      write(field, of: item)
    }
    if let key { known[place][key] = Array(bytes[start...]) }
  }

  private mutating func write(_ field: ItemField, of item: IdentifiedItem) {
    if form.isForMachines {
      for (index, member) in item.members(field).enumerated() {
        if index > 0 { bytes.append(separator) }
        writeKey(member.key)
        member.value.write(to: &bytes)
      }
    } else if form.format == .csv {
      appendCSV(item.presentText(field))
    } else {
      VisibleText.appendField(item.presentText(field).map(defused) ?? "-", to: &bytes)
    }
  }

  /// A field that the type does not determine; the fields of default records have fast paths.
  private mutating func write(_ field: ItemField, _ path: String, _ verdict: Verdict) {
    switch field {
    case .path where form.format == .csv: appendCSV(path)
    case .path where !form.isForMachines:
      VisibleText.appendField(defused(path), to: &bytes)
    case .path where !LosslessText.hasStrayBytes(path):
      writeKey(field.key)
      JSONValue.write(path, to: &bytes)
    case .encoding where form.isForMachines: writeMember(field, verdict.encoding?.rawValue)
    case .confidence where form.isForMachines: writeMember(field, verdict.confidence.rawValue)
    case .basis where form.isForMachines: writeMember(field, verdict.basis.rawValue)
    case .support where form.isForMachines: writeMember(field, verdict.support.rawValue)
    case .alternatives where form.isForMachines: writeAlternatives(verdict)
    case .disagreement where form.isForMachines:
      writeKey(field.key)
      (verdict.disagreement.map(IdentifiedItem.record) ?? .null).write(to: &bytes)
    default: write(field, of: item(path, verdict))
    }
  }

  private func defused(_ field: String) -> String {
    defusesFormulas ? CSVField.defused(field) : field
  }

  /// A terminal receives the field with the escapes of a row.
  private mutating func appendCSV(_ value: String?) {
    let value = value.map(defused)
    guard form.isTerminal, let value else { return CSVField.append(value, to: &bytes) }
    var shown = ""
    VisibleText.appendField(value, to: &shown)
    CSVField.append(shown, to: &bytes)
  }

  private mutating func writeKey(_ key: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes += key.utf8
    bytes.append(contentsOf: "\":".utf8)
  }

  /// The value needs no escape.
  private mutating func writeMember(_ field: ItemField, _ value: String?) {
    writeKey(field.key)
    guard let value else { return bytes.append(contentsOf: "null".utf8) }
    bytes.append(UInt8(ascii: "\""))
    bytes += value.utf8
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeAlternatives(_ verdict: Verdict) {
    writeKey(ItemField.alternatives.key)
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    verdict.forEachAlternative { key, basis, alternative in
      if !isFirst { bytes.append(separator) }
      isFirst = false
      // All fields except the basis are determined by the type.
      let place = known.count - 1
      let keptKey = known.isEmpty ? nil : key.map { $0 << 4 | basis.place }
      if let keptKey, let known = known[place][keptKey] {
        bytes += known
        return
      }
      let start = bytes.count
      IdentifiedItem.record(alternative()).write(to: &bytes)
      if let keptKey { known[place][keptKey] = Array(bytes[start...]) }
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension Evidence.Basis {
  /// Below sixteen.
  fileprivate var place: Int {
    switch self {
    case .explicit: 0
    case .kind: 1
    case .name: 2
    case .content: 3
    case .container: 4
    case .rootElement: 5
    case .text: 6
    case .empty: 7
    case .none: 8
    }
  }
}
