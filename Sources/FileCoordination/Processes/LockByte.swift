internal import DocumentStorage
internal import FoundationAdditions
internal import SystemPackage
internal import UTIPlatform

/// A byte of the file of the locks that an access needs.
///
/// Every place has four, at four times a hash of its path: there is nothing to make and nothing to
/// clean up, and where two places have the same hash somebody waits, and that is all.
struct LockByte: Hashable, Comparable, Sendable {
  /// What a byte of a place stands for.
  private enum Role: Int64 {
    /// The turn of whoever is going to access the item; it is held while presenters are asked.
    case gate = 0
    /// The item: shared by readers, or one writer's.
    case item = 1
    /// All that is in a directory: shared by those who access some of it, or of one who takes the
    /// directory away.
    case contents = 2
    /// Those of one purpose who access the item; the hash is that of the purpose as well.
    case purpose = 3
  }

  let offset: Int64
  let isExclusive: Bool

  private init(_ role: Role, of path: FilePath, isExclusive: Bool) {
    self.init(Self.hash(of: path), role, isExclusive: isExclusive)
  }

  private init(_ hash: StableHash, _ role: Role, isExclusive: Bool) {
    offset = UserLocks.offset(of: hash) + role.rawValue
    self.isExclusive = isExclusive
  }

  private init(offset: Int64, isExclusive: Bool) {
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

  /// The same byte for nobody else.
  var exclusive: LockByte { LockByte(offset: offset, isExclusive: true) }

  /// Everybody locks in this order, so that no two wait for each other.
  static func < (left: LockByte, right: LockByte) -> Bool { left.offset < right.offset }

  /// The turns at items.
  static func gates(of items: [ClaimedItem]) -> [LockByte] {
    merged(items.map { LockByte(.gate, of: $0.path, isExclusive: true) })
  }

  /// Those of one purpose who access an item.
  static func companions(of item: ClaimedItem, purpose: String) -> LockByte {
    var hash = hash(of: item.path)
    hash.combine(0 as UInt8)
    hash.combine(purpose)
    return LockByte(hash, .purpose, isExclusive: false)
  }

  /// What keeps others from items while they are accessed.
  ///
  /// - Parameter isAlone: whether readers share the items with nobody, either.
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

  /// The contents of each directory on the way, hashed in one go over the bytes of the path.
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
