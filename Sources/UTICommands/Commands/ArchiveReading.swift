import SystemPackage
internal import UTICommandOutput
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDetection
import UniformTypes

/// The members of one file, and of the archives in it.
///
/// All bytes are decoded in this process, and none are written.
final class ArchiveReading {
  /// A member of the file itself is at depth 1.
  static let greatestDepth = 8
  /// The members of one file, at all depths.
  static let greatestCount = 250_000
  /// The numbers of an item and its members.
  static let numberRange = 1_000_000
  /// The decoded bytes of a small file, at all depths.
  static let leastByteLimit = 1 << 30
  /// The decoded bytes for each byte of a large file.
  static let greatestRatio = 100

  /// An archive whose members are read.
  private struct Place {
    let path: String
    let url: String
    let number: Int
    let kind: ArchiveKind
    let depth: Int
  }

  private let answering: MemberAnswering
  /// nil for a member whose archives are being read.
  private var answers: [[IdentifySession.Answer]?] = []
  private var firstNumber = 0
  private var bytesLeft = 0

  init(_ answering: MemberAnswering) { self.answering = answering }

  /// The answers on the members, in their order.
  func takeAnswers() -> [IdentifySession.Answer] {
    defer { answers = [] }
    return answers.flatMap { $0 ?? [] }
  }

  /// nil for an item that is no archive, or cannot be opened.
  func read(_ item: SelectedItem, _ verdict: Verdict, followsLinks: Bool) -> ArchiveOutcome? {
    let path = FilePath(text: item.path)
    let outcome = try? OpenedRegularFile.read(path, followsLinks: followsLinks) { file, size in
      var head = [UInt8](repeating: 0, count: ArchiveKind.headByteCount)
      let count = try head.withUnsafeMutableBytes {
        try file.read(fromAbsoluteOffset: 0, into: $0)
      }
      return read(
        item, verdict, followsLinks: followsLinks, file.rawValue, size, head: head[..<count])
    }
    return outcome ?? nil
  }

  private func read(
    _ item: SelectedItem, _ verdict: Verdict, followsLinks: Bool, _ descriptor: Int32, _ size: Int,
    head: ArraySlice<UInt8>
  ) -> ArchiveOutcome? {
    guard let kind = head.withUnsafeBytes({ ArchiveKind(head: $0) }) else {
      return Self.damage(verdict).map { ArchiveOutcome(fault: $0.message) }
    }
    let isArchive = answering.isArchive(kind, verdict) {
      try? $0.answer(on: item.path, followsLinks: followsLinks)
    }
    guard isArchive else { return nil }
    firstNumber = item.number
    let (product, isLarge) = size.multipliedReportingOverflow(by: Self.greatestRatio)
    bytesLeft = isLarge ? .max : max(product, Self.leastByteLimit)
    let place = Place(
      path: item.path, url: ArchiveReport.url(item.path), number: item.number, kind: kind, depth: 0)
    let fault = fault { () throws(ArchiveFault) in
      let members = try kind.members(
        ofFile: descriptor, size: size, named: String(item.path.lastPathComponent),
        greatestCount: Self.greatestCount)
      try readAll(members, in: place)
    }
    return ArchiveOutcome(fault: fault?.message)
  }

  /// For an item that does not begin like an archive, although its type is one.
  private static func damage(_ verdict: Verdict) -> ArchiveFault? {
    guard verdict.basis != .empty, let kind = verdict.mimeType.flatMap(ArchiveKind.init(mimeType:))
    else { return nil }
    return ArchiveFault("its first bytes are not those of a \(kind.rawValue) archive")
  }

  private func fault(_ body: () throws(ArchiveFault) -> Void) -> ArchiveFault? {
    do throws(ArchiveFault) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private func readAll(
    _ members: any ArchiveMembers, in place: Place
  ) throws(ArchiveFault) {
    guard place.depth < Self.greatestDepth else {
      throw ArchiveFault(
        "archives are nested more than \(Self.greatestDepth) deep; its members are no items")
    }
    var members = members
    while let member = try members.next() { try read(member, in: place) }
  }

  /// Throws only if nothing else is read.
  private func read(_ member: ArchiveMember, in place: Place) throws(ArchiveFault) {
    if answering.walkFilter.omits(member: member.name) { return }
    guard answers.count < Self.greatestCount else {
      throw ArchiveFault(
        "it has more than \(Self.greatestCount) members; the others are no items", isLimit: true)
    }
    let slot = answers.count
    answers.append(nil)
    let number = firstNumber + slot + 1
    let url =
      place.kind.schemeInDROID + ":" + place.url + "!/"
      + PercentEncoding.encoded(LosslessText.bytes(member.name))
    let item = SelectedItem(
      path: place.path + "#" + member.name, number: number,
      member: MemberPlace(parent: place.number, url: url, fileName: member.fileName))
    let recorder = MemberRecorder(
      member.bytes, digests: answering.digests,
      endByteCount: max(
        answering.formatReader?.endByteCount
          ?? (answering.typing == nil ? 0 : FormatIdentifier.Limits().greatestEndByteCount),
        DetectionLimits().headByteCount)
    ) { [unowned self] count throws(ArchiveFault) in
      bytesLeft -= count
      guard bytesLeft >= 0 else {
        throw ArchiveFault(
          "its members have more than \(Self.leastByteLimit) bytes, and \(Self.greatestRatio) times "
            + "as many as the file; the others are no items", isLimit: true)
      }
    }
    var read = ReadMember(item: item)
    var inside: ArchiveFault?
    var isOpened = false
    let fault = fault { () throws(ArchiveFault) in
      try recorder.readHead(ArchiveKind.headByteCount)
      if let kind = recorder.head.withUnsafeBytes({ ArchiveKind(head: $0) }),
        let members = kind.members(in: recorder, named: member.fileName ?? "")
      {
        isOpened = true
        inside = self.fault { () throws(ArchiveFault) in
          try readAll(members, in: inner(kind, item, place))
        }
        if let inside, inside.isLimit { throw inside }
      }
      try recorder.skipRest()
      recorder.finish()
    }
    if fault == nil {
      let verdict = answering.registry.identify(
        bytes: recorder.head, name: answering.readsNames ? member.fileName : nil,
        size: recorder.count)
      func answer(_ reader: FormatReader) -> FormatAnswer {
        reader.answer(
          onMember: recorder.head, end: recorder.tail, size: recorder.count, named: member.fileName)
      }
      let narrowed = answering.typing?.narrowed(verdict, answer: answer) ?? verdict
      read.verdict = narrowed
      read.formats = answering.formatReader.map(answer)
      let kind = recorder.head.withUnsafeBytes { ArchiveKind(head: $0) }
      if kind == .zip, answering.isArchive(.zip, narrowed, answer: { read.formats ?? answer($0) }) {
        isOpened = true
        inside = self.fault { () throws(ArchiveFault) in
          try readZip(recorder, inner(.zip, item, place))
        }
      } else if kind == nil, let damage = Self.damage(narrowed) {
        isOpened = true
        inside = damage
      }
      read.properties = ItemProperties(
        size: recorder.count,
        modified: member.modified.map { FileTime(seconds: Int64($0), nanoseconds: 0) },
        kind: .regular)
      read.digests = recorder.digests()
    }
    if isOpened || fault != nil {
      read.archive = ArchiveOutcome(fault: (fault ?? inside)?.message, isArchive: isOpened)
    }
    answers[slot] = answering.answers(on: read)
    if let limit = [fault, inside].compactMap(\.self).first(where: \.isLimit) { throw limit }
  }

  private func inner(_ kind: ArchiveKind, _ item: SelectedItem, _ place: Place) -> Place {
    Place(
      path: item.path, url: item.member?.url ?? "", number: item.number, kind: kind,
      depth: place.depth + 1)
  }

  private func readZip(_ recorder: MemberRecorder, _ place: Place) throws(ArchiveFault) {
    guard recorder.isWhole else {
      throw ArchiveFault(
        "a ZIP file in an archive is read up to \(MemberRecorder.greatestContainerSize) bytes; its members are no "
          + "items")
    }
    var fault: ArchiveFault?
    recorder.head.withUnsafeBytes { bytes in
      fault = self.fault { () throws(ArchiveFault) in
        try readAll(
          ArchiveKind.members(ofZip: bytes, greatestCount: Self.greatestCount), in: place)
      }
    }
    if let fault { throw fault }
  }
}

extension ArchiveKind {
  fileprivate var schemeInDROID: String {
    switch self {
    case .zip, .tar, .warc: rawValue
    case .gzip: "gz"
    }
  }
}
