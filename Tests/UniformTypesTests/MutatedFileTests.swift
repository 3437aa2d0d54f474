import Foundation
import Synchronization
import TestSupport
import Testing
import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// Real files with bytes changed, taken out and put in, as a broken disk or a hostile sender has them.
@Suite("Damaged files", .serialized)
struct MutatedFiles {
  /// The number of trials, or the value of `UTI_MUTANTS`, from the seed `UTI_SEED` on.
  private static let count = number("UTI_MUTANTS") ?? 4000
  private static let firstSeed = UInt64(number("UTI_SEED") ?? 1)
  private static let batchSize = 10_000

  @Test("have one verdict, by path or by bytes, on any thread")
  func answers() throws {
    let originals = try Self.originals()
    // What the repository alone provides, whatever else the machine has.
    try #require(originals.count >= Original.heads.count + Self.mostOfRepository)
    let registry = try #require(Machine.all.last).registry()
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var begin = 0
    while begin < Self.count {
      let seeds = (begin..<min(begin + Self.batchSize, Self.count)).map {
        Self.firstSeed &+ UInt64($0)
      }
      let answers = Mutex<[[String]]>([[], []])
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        let mine = seeds.map { seed in
          Self.answer(
            to: Mutant(of: originals, seed: seed), in: registry,
            path: thread == 0 ? nil : folder.path)
        }
        answers.withLock { $0[thread] = mine }
      }
      let both = answers.withLock { $0 }
      for (index, seed) in seeds.enumerated() where both[0][index] != both[1][index] {
        Issue.record("seed \(seed): by its bytes \(both[0][index]), by its path \(both[1][index])")
      }
      begin += Self.batchSize
    }
  }

  /// All that is said of a mutant, by its bytes or, in a folder, by its path.
  private static func answer(
    to mutant: Mutant, in registry: TypeRegistry, path folder: String?
  ) -> String {
    guard let folder else {
      return description(registry.identify(bytes: mutant.bytes, name: mutant.name))
    }
    let path = folder + "/" + mutant.name
    // Foundation would wait for the disk each time.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { unlink(path) }
    let count = write(descriptor, mutant.bytes, mutant.bytes.count)
    close(descriptor)
    guard count == mutant.bytes.count else { return "cannot be written" }
    do {
      return description(try registry.identify(path: path))
    } catch {
      return "\(error)"
    }
  }

  private static func description(_ verdict: Verdict) -> String {
    let encoding = verdict.encoding.map { "\($0)" } ?? "none"
    let reasons = verdict.evidence.map(\.description)
    let others = verdict.alternatives.map { "\($0)" }
    return
      "\(verdict.type) \(verdict.mimeType ?? "none") \(verdict.confidence) \(verdict.basis) \(encoding) \(reasons) \(others)"
  }

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// The number of files of one extension that the repository provides at most, and that it has of
  /// sources in any case.
  private static let mostOfRepository = 16

  /// Heads of formats that are not text, files of this repository, and further files of other
  /// projects and of the machine as far as they are there.
  ///
  /// Some of each extension, so that neither text nor one kind of image is most of it.
  private static func originals() throws -> [Original] {
    let isLong = count > 100_000
    var seen: [String: Int] = [:]
    var originals = Original.heads
    let others = isLong ? 12 : 2
    let folders = [
      (RepositoryFiles.path("Registry"), mostOfRepository),
      (RepositoryFiles.path("Sources"), mostOfRepository),
      (RepositoryFiles.path("Tests"), mostOfRepository), (Corpora.directory, others),
      ("/usr/share", others), ("/usr/lib", others),
    ]
    for case (let folder?, let most) in folders {
      guard let paths = FileManager.default.enumerator(atPath: folder) else { continue }
      var visited = 0
      while let name = paths.nextObject() as? String, visited < (isLong ? 200_000 : 1500) {
        visited += 1
        let ending = URL(filePath: name).pathExtension
        guard seen[ending, default: 0] < most,
          let original = Original(path: folder + "/" + name)
        else { continue }
        seen[ending, default: 0] += 1
        originals.append(original)
      }
    }
    return originals
  }
}

/// The beginning of a real file.
private struct Original: Sendable {
  let name: String
  let bytes: [UInt8]

  private static let byteCount = 1 << 16

  /// Nil where no regular file can be read.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: Self.byteCount)
    else { return nil }
    name = URL(filePath: path).lastPathComponent
    bytes = Array(data)
  }
}

extension Original {
  /// Beginnings of formats that are not text, by their specifications, for machines without such
  /// files.
  static let heads: [Original] = [
    ("a.png", "89504E470D0A1A0A0000000D49484452000000010000000108020000009077"),
    ("a.jpg", "FFD8FFE000104A46494600010100000100010000FFDB0043000302"),
    ("a.gif", "474946383961010001008000000000FFFFFF21F90401000000002C"),
    ("a.tif", "49492A000800000001000001030001000000010000000000"),
    ("a.webp", "524946461A000000574542505650384C0D0000002F0000001007"),
    ("a.pdf", "255044462D312E370A25E2E3CFD30A312030206F626A0A3C3C"),
    ("a.zip", "504B0304140000000800000021000000000000000000000000000500000061"),
    ("a.docx", "504B030414000600080000002100000000000000000000000000130008025B436F6E74656E745F"),
    ("a.gz", "1F8B08000000000000034B04009BBEBE0101000000"),
    ("a.bz2", "425A683931415926535919310F2300000001002000"),
    ("a.xz", "FD377A585A000004E6D6B4460200210116000000742FE5A3"),
    ("a.zst", "28B52FFD0458090000610A"), ("a.lz4", "04224D186040820100008061"),
    ("a.wav", "524946462400000057415645666D7420100000000100010044AC0000"),
    ("a.ogg", "4F67675300020000000000000000000000000000000000000000011E01766F72626973"),
    ("a.flac", "664C614300000022100010000000000000000AC442F0"),
    ("a.mp3", "494433030000000000 0A544954320000000100FFFB9064"),
    ("a.mp4", "0000001866747970697 36F6D0000020069736F6D6D703432"),
    ("a.mkv", "1A45DFA3A34286810142F7810142F2810442F381084282886D6174726F736B61"),
    ("a.doc", "D0CF11E0A1B11AE1000000000000000000000000000000003E000300FEFF0900"),
    ("a.sqlite", "53514C69746520666F726D6174203300100001010040202000000001"),
    ("a.so", "7F454C4602010100000000000000000003003E000100000000"),
    ("a.class", "CAFEBABE00000034001D0A"), ("a.wasm", "0061736D01000000010401600000"),
    ("a.ttf", "00010000000C008000030040 4F532F32"), ("a.exe", "4D5A90000300000004000000FFFF0000B8"),
  ].map { name, digits in
    Original(name: name, bytes: Hexadecimal.bytes(digits.filter { $0 != " " }) ?? [])
  }

  private init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// A file after one to six changes.
private struct Mutant {
  var bytes: [UInt8]
  let name: String

  init(of originals: [Original], seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let original = originals[Int.random(in: originals.indices, using: &generator)]
    let other = originals[Int.random(in: originals.indices, using: &generator)]
    bytes = original.bytes
    // Its own name most often, or else the name of another file or a name without meaning.
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: name = other.name
    case 1: name = "file"
    default: name = original.name
    }
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      change(with: other.bytes, &generator)
    }
  }

  private mutating func change(with other: [UInt8], _ generator: inout SeededGenerator) {
    // What decides lies at the start and, in archives, at the end.
    let reach = Bool.random(using: &generator) ? min(bytes.count, 512) : bytes.count
    let fromEnd = Int.random(in: 0..<4, using: &generator) == 0
    let start = fromEnd ? bytes.count - reach : 0
    let place = start + (reach > 0 ? Int.random(in: 0..<reach, using: &generator) : 0)
    let length = min(Int.random(in: 1...64, using: &generator), bytes.count - place)
    switch Int.random(in: 0..<7, using: &generator) {
    case 0 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where place < bytes.count:
      bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
    case 2:
      // Numbers at which sums and lengths go wrong.
      let number =
        [0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, Int.max, -1]
        .randomElement(using: &generator) ?? 0
      let width = min([1, 2, 4, 8].randomElement(using: &generator) ?? 1, bytes.count - place)
      for index in 0..<max(width, 0) {
        bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
      }
    case 3:
      bytes.removeSubrange(place..<place + max(length, 0))
    case 4:
      bytes.insert(contentsOf: bytes[place..<place + max(length, 0)], at: place)
    case 5:
      bytes.removeSubrange(place...)
    default:
      let from = other.isEmpty ? 0 : Int.random(in: other.indices, using: &generator)
      let piece = other[from...].prefix(length)
      bytes.replaceSubrange(place..<place + min(piece.count, max(length, 0)), with: piece)
    }
  }
}
