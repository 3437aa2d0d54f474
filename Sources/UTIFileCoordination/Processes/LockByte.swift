internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// A lock of an access, as one of four bytes of the lock file at four times a hash of the path:
/// accesses to two paths of the same hash wait without need, with no other effect.
struct LockByte: Codable, Hashable, Comparable, Sendable {
  /// The meaning of a byte of a path.
  private enum Role: Int64 {
    /// The turn to access the item, which is held while presenters are asked.
    case gate = 0
    /// The item, shared by readers or held by one writer.
    case item = 1
    /// Shared by accesses to items in a directory, or held by one that removes or moves the
    /// directory.
    case contents = 2
    /// The accesses of one purpose to the item; the hash includes the purpose.
    case purpose = 3
  }

  let offset: Int64
  let isExclusive: Bool

  private init(_ role: Role, of path: FilePath, isExclusive: Bool) {
    self.init(Self.hash(of: path), role, isExclusive: isExclusive)
  }

  private init(_ hash: StableHash, _ role: Role, isExclusive: Bool) {
    offset = InodeLockFile.offset(of: hash) + role.rawValue
    self.isExclusive = isExclusive
  }

  init(offset: Int64, isExclusive: Bool) {
    self.offset = offset
    self.isExclusive = isExclusive
  }

  private static func hash(of path: FilePath) -> StableHash {
    var hash = StableHash()
    path.withPlatformString {
      hash.combine(UnsafeRawBufferPointer(start: $0, count: path.length))
    }
    return hash
  }

  var exclusive: LockByte { LockByte(offset: offset, isExclusive: true) }

  /// The common order of byte locks in all processes, which prevents deadlocks.
  static func < (left: LockByte, right: LockByte) -> Bool { left.offset < right.offset }

  static func gates(of items: [ClaimedItem]) -> [LockByte] {
    merged(items.map { LockByte(.gate, of: $0.path, isExclusive: true) })
  }

  static func companions(of item: ClaimedItem, purpose: String) -> LockByte {
    var hash = hash(of: item.path)
    hash.combine(0 as UInt8)
    hash.combine(purpose)
    return LockByte(hash, .purpose, isExclusive: false)
  }

  /// `isAlone`: a reader shares the items with no other access.
  static func contents(of items: [ClaimedItem], isAlone: Bool) -> [LockByte] {
    var bytes: [LockByte] = []
    for item in items {
      let isExclusive = item.access == .writing || isAlone
      bytes.append(LockByte(.item, of: item.path, isExclusive: isExclusive))
      if item.coversContents {
        bytes.append(LockByte(.contents, of: item.path, isExclusive: true))
      }
      bytes += ancestors(of: item.path)
    }
    return merged(bytes)
  }

  /// Returns the contents bytes of all parent directories, hashed in one pass over the path.
  private static func ancestors(of path: FilePath) -> [LockByte] {
    var bytes: [LockByte] = []
    var hash = StableHash()
    path.withPlatformString { characters in
      for index in 0..<path.length {
        let character = UInt8(bitPattern: characters[index])
        if character == UInt8(ascii: "/"), index > 0 {
          bytes.append(LockByte(hash, .contents, isExclusive: false))
        }
        hash.combine(character)
      }
    }
    return bytes
  }

  private static func merged(_ bytes: [LockByte]) -> [LockByte] {
    var merged: [LockByte] = []
    for byte in bytes.sorted() {
      guard let last = merged.last, last.offset == byte.offset else {
        merged.append(byte)
        continue
      }
      if byte.isExclusive { merged[merged.count - 1] = byte }
    }
    return merged
  }
}
