import SystemPackage
internal import UTIPlatform
internal import UTIPortable

#if Digests
internal import CUTINettle
#endif
#if Zlib
internal import CUTIZlib
#endif

enum ContentDigest: String, CaseIterable, Sendable {
  case md5, sha1, sha256, sha512, crc32

  /// The reason why the program cannot compute the digest.
  var obstacle: String? {
    switch self {
    case .crc32:
      #if Zlib
      nil
      #else
      "this uti was built without zlib; install zlib1g-dev and build it with the trait Zlib"
      #endif
    case .md5, .sha1, .sha256, .sha512:
      #if Digests
      nil
      #else
      "this uti was built without Nettle; install nettle-dev and build it with the trait Digests"
      #endif
    }
  }
}

/// Computes digests of files in one reading, with Nettle.
///
/// It uses the processor's instructions for SHA, is not deprecated, and adds 55 KB to a static
/// program.
struct ContentDigester {
  private let kinds: [ContentDigest]
  private var buffer: [UInt8]

  private static let bufferSize = 1 << 18

  init(_ kinds: [ContentDigest]) {
    self.kinds = kinds
    buffer = [UInt8](repeating: 0, count: kinds.isEmpty ? 0 : Self.bufferSize)
  }

  /// The digits are hexadecimal; none for another kind of item; throws the error of the failed
  /// call.
  mutating func digests(
    of path: String, followsLinks: Bool
  ) throws(Errno) -> [ContentDigest: String] {
    try OpenedRegularFile.read(FilePath(text: path), followsLinks: followsLinks) { file, _ in
      let computation = DigestComputation(kinds)
      while true {
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { break }
        buffer.withUnsafeBytes {
          computation.update(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
      }
      return computation.digests()
    } ?? [:]
  }
}

/// The computation of the digests of one file.
final class DigestComputation {
  private let kinds: [ContentDigest]
  private var computations: [Computation]

  init(_ kinds: [ContentDigest]) {
    self.kinds = kinds
    computations = kinds.map(Computation.init)
  }

  deinit {
    for computation in computations { computation.free() }
  }

  func update(_ bytes: UnsafeRawBufferPointer) {
    for place in computations.indices { computations[place].update(bytes) }
  }

  /// They can be asked for once.
  func digests() -> [ContentDigest: String] {
    var digests: [ContentDigest: String] = [:]
    for (kind, computation) in zip(kinds, computations) { digests[kind] = computation.digest }
    return digests
  }
}

/// The computation of one digest.
private struct Computation {
  #if Digests
  private let hash: nettle_hash?
  /// Nettle changes the state; ``free()`` frees it.
  private let context: UnsafeMutableRawPointer?
  #endif
  private var remainder: UInt = 0

  init(_ kind: ContentDigest) {
    #if Digests
    let hash: nettle_hash? =
      switch kind {
      case .md5: nettle_md5
      case .sha1: nettle_sha1
      case .sha256: nettle_sha256
      case .sha512: nettle_sha512
      case .crc32: nil
      }
    self.hash = hash
    context = hash.map { .allocate(byteCount: Int($0.context_size), alignment: 16) }
    hash?.`init`(context)
    #endif
  }

  func free() {
    #if Digests
    context?.deallocate()
    #endif
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    #if Digests
    if let hash {
      hash.update(context, bytes.count, start)
      return
    }
    #endif
    #if Zlib
    remainder = crc32(remainder, start, UInt32(bytes.count))
    #endif
  }

  /// It can be asked for once.
  var digest: String {
    #if Digests
    if let hash {
      var digest = [UInt8](repeating: 0, count: Int(hash.digest_size))
      digest.withUnsafeMutableBufferPointer { hash.digest(context, $0.count, $0.baseAddress) }
      return Hexadecimal.text(digest)
    }
    #endif
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: remainder >> $0) }
    return Hexadecimal.text(bytes)
  }
}
