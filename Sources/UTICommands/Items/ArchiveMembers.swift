internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDetection

/// The place of a member of an archive.
final class MemberPlace: Sendable {
  /// The number of the archive.
  let parent: Int
  /// In the form of DROID.
  let url: String
  /// nil for a member without a name of its own.
  let fileName: String?

  init(parent: Int, url: String, fileName: String?) {
    self.parent = parent
    self.url = url
    self.fileName = fileName
  }
}

/// An item that was read for its members.
struct ArchiveOutcome {
  /// The reason why not all members, or not all bytes, were read.
  var fault: String?
  /// It has the form of an archive.
  var isArchive = true
}

/// A member with its contents.
struct ReadMember {
  let item: SelectedItem
  /// nil if its bytes cannot be read; the fault of the archive is then the reason.
  var verdict: Verdict?
  var properties = ItemProperties()
  var digests: [ContentDigest: String] = [:]
  var formats: FormatAnswer?
  /// nil for a member that is no archive and has no fault.
  var archive: ArchiveOutcome?
}

/// A stream of a member that keeps what its answer needs, and can begin again at the start that is
/// kept.
final class MemberRecorder: ByteStream {
  /// The bytes of a container, which has to be in memory.
  static let greatestContainerSize = 64 << 20

  private let stream: any ByteStream
  private let computation: DigestComputation?
  private let endByteCount: Int
  /// Called with each number of bytes.
  private let limit: (Int) throws(ArchiveFault) -> Void
  /// All bytes if they are few, or are a container.
  private(set) var head: [UInt8] = []
  private var later: [UInt8] = []
  private(set) var count = 0
  private var place = 0

  init(
    _ stream: any ByteStream, digests: [ContentDigest], endByteCount: Int,
    limit: @escaping (Int) throws(ArchiveFault) -> Void
  ) {
    self.stream = stream
    self.endByteCount = endByteCount
    self.limit = limit
    computation = digests.isEmpty ? nil : DigestComputation(digests)
  }

  var isWhole: Bool { head.count == count }

  /// The last bytes that are not in the head.
  var tail: [UInt8] { Array(later.suffix(endByteCount)) }

  /// At the end of the stream.
  func finish() {
    guard head.count + later.count == count else { return }
    head += later
    later = []
  }

  func digests() -> [ContentDigest: String] { computation?.digests() ?? [:] }

  /// Reads at least this number of bytes, which are read again.
  func readHead(_ wanted: Int) throws(ArchiveFault) {
    var buffer = [UInt8](repeating: 0, count: wanted)
    while count < wanted {
      let start = count
      let read = try stream.read(into: &buffer, from: start)
      if read == 0 { return }
      var fault: ArchiveFault?
      buffer[start..<start + read].withUnsafeBytes { bytes in
        do throws(ArchiveFault) { try record(bytes) } catch { fault = error }
      }
      if let fault { throw fault }
    }
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    if place < count {
      let known = head[place..<min(head.count, place + space.count)]
      space.copyBytes(from: known)
      place += known.count
      return known.count
    }
    let read = try stream.read(into: space)
    try record(UnsafeRawBufferPointer(rebasing: space[..<read]))
    place = count
    return read
  }

  private func record(_ bytes: UnsafeRawBufferPointer) throws(ArchiveFault) {
    try limit(bytes.count)
    computation?.update(bytes)
    let isStart = later.isEmpty
    count += bytes.count
    let room = isStart ? max(headLimit(bytes) - head.count, 0) : 0
    head.append(contentsOf: bytes.prefix(room))
    later.append(contentsOf: bytes.dropFirst(room))
    if later.count > 4 * endByteCount { later.removeFirst(later.count - endByteCount) }
  }

  /// ZIP and compound files are read at any place.
  private func headLimit(_ bytes: UnsafeRawBufferPointer) -> Int {
    let start = head.isEmpty ? Array(bytes.prefix(2)) : Array(head.prefix(2))
    let isContainer = start == [0x50, 0x4B] || start == [0xD0, 0xCF]
    return isContainer ? Self.greatestContainerSize : 2 * endByteCount
  }
}
