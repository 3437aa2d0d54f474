import UTICommandOutput
internal import UTIDataFormats
import UTIPlatform
import UTITypeDetection
import UniformTypes

/// The identification of records of bytes on standard input, in order, until its end.
///
/// Results are written before a read that would have to wait, so that a caller may wait for each.
final class IdentifyStream {
  private let answering: RecordAnswering
  private var waiting: [StreamRecord] = []
  private var waitingByteCount = 0
  private var hasFailed = false

  private static let batchSize = 256
  private static let batchByteCount = 8 << 20

  /// nil fields are the default ones; languages of descriptions are best first.
  init(
    by basis: DetectionInput, fields: [ItemField]?, languages: [String], registry: TypeRegistry,
    formatReader: FormatReader?, typing: FormatTyping?
  ) {
    answering = RecordAnswering(
      basis: basis, fields: (fields ?? ItemLayout.members).filter { $0 != .path && $0 != .url },
      languages: languages, registry: registry, formatReader: formatReader, typing: typing)
  }

  /// Throws when a header cannot be read, or, after all records, when one failed.
  func run() throws(CommandFailure) {
    let input = StreamInput(STDIN_FILENO)
    do {
      while let record = try input.next(beforeWaiting: flush) {
        waiting.append(record)
        waitingByteCount += record.bytes.count
        if waiting.count >= Self.batchSize || waitingByteCount >= Self.batchByteCount { answer() }
      }
    } catch {
      flush()
      throw error
    }
    flush()
    if hasFailed { throw CommandFailure(.someFailed) }
  }

  private func flush() {
    answer()
    StandardOutput.shared.finish()
  }

  private func answer() {
    let answers = ConcurrentMap.map(waiting) { [answering] record in
      answering.answer(record)
    }
    waiting = []
    waitingByteCount = 0
    for answer in answers {
      StandardOutput.shared.print(answer.line)
      guard let fault = answer.fault else { continue }
      hasFailed = true
      StandardError.report(fault)
    }
  }
}

/// The identification of single records, on any thread.
private struct RecordAnswering: Sendable {
  let basis: DetectionInput
  let fields: [ItemField]
  let languages: [String]
  let registry: TypeRegistry
  /// nil if no format of PRONOM is asked for.
  let formatReader: FormatReader?
  /// nil without types of formats.
  let typing: FormatTyping?

  func answer(_ record: StreamRecord) -> (line: String, fault: String?) {
    func line(_ members: [(key: String, value: JSONValue)]) -> String {
      let text = JSONValue.object(members).text()
      return "{\"id\":\(record.id.json)" + (members.isEmpty ? "}" : "," + text.dropFirst())
    }
    func failure(_ fault: String) -> (line: String, fault: String?) {
      (line([("error", .string(fault))]), "\(record.id.text): \(fault)")
    }
    if let fault = record.fault { return failure(fault) }
    let verdict: Verdict
    switch (basis, record.name) {
    case (.name, nil): return failure("the record has no name; add one")
    case (.name, let name?):
      do throws(DetectionError) {
        verdict = try registry.identify(pathText: name, by: .name)
      } catch {
        return failure(error.description)
      }
    case (let basis, let name):
      let shown = registry.identify(
        bytes: record.bytes, name: basis == .content ? nil : name, size: record.size)
      verdict =
        typing?.narrowed(shown) {
          $0.answer(onBytes: record.bytes, size: record.size, named: name)
        } ?? shown
    }
    let item = IdentifiedItem(
      path: record.id.text, verdict: verdict, type: registry.type(of: verdict),
      languages: languages, properties: ItemProperties(size: record.size),
      formats: formatReader?.answer(
        onBytes: record.bytes, size: record.size, named: record.name))
    var members = fields.flatMap(item.members)
    if basis != .name, record.couldChange(verdict) {
      members.append(("complete", .boolean(false)))
    }
    return (line(members), nil)
  }
}

extension StreamRecord {
  /// Bytes after the first only count in formats with parts there, or without other evidence.
  fileprivate func couldChange(_ verdict: Verdict) -> Bool {
    guard bytes.count < size else { return false }
    return bytes.count < DetectionLimits().headByteCount || verdict.basis == .none
      || verdict.basis == .container || Self.isStartOfContainer(bytes)
  }

  /// Most by the first bytes, and ISO media by the name of the first box.
  private static func isStartOfContainer(_ bytes: [UInt8]) -> Bool {
    let starts: [[UInt8]] = [
      [0x50, 0x4B], [0xD0, 0xCF, 0x11, 0xE0], [0x1A, 0x45, 0xDF, 0xA3], [0x7F, 0x45, 0x4C, 0x46],
      [0x49, 0x44, 0x33], [0x1F, 0x8B], [0x1F, 0x9D], [0xFD, 0x37, 0x7A], [0x5D, 0x00],
      [0x4C, 0x5A],
      [0x28, 0xB5, 0x2F, 0xFD], [0x04, 0x22, 0x4D, 0x18], [0x42, 0x5A, 0x68],
    ]
    return starts.contains { bytes.starts(with: $0) }
      || bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
  }
}
