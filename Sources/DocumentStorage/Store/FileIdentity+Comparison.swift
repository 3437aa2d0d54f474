internal import SystemPackage
internal import UTIPlatform

extension FileIdentity {
  /// How an item differs from the one that was expected.
  public enum Difference: Hashable, Sendable {
    /// Nothing differs.
    case none
    /// Permissions, attributes, names or times differ, the contents do not.
    case attributes
    /// The contents differ, or may.
    case contents
  }

  /// Compares what was expected with what is there.
  ///
  /// Children of a directory that the expected identity does not know make no difference, nor do
  /// pipes and sockets: programs of all kinds leave files of their own in packages.
  ///
  /// - Parameter current: the identity of what is there.
  public func difference(to current: FileIdentity) -> Difference {
    guard kind == current.kind else { return .contents }
    if kind == .directory { return directoryDifference(to: current) }
    let isSameItem = device == current.device && inode == current.inode && size == current.size
    if isSameItem, modified == current.modified {
      return changed == current.changed ? .none : .attributes
    }
    guard let contentDigest, contentDigest == current.contentDigest else { return .contents }
    return .attributes
  }

  /// Whether an item has the contents that were expected, read where that is the only way to tell.
  ///
  /// Equal bytes are no change, whoever wrote them and whenever. Others may hide behind an old time
  /// of modification, which anybody can set; the time of change, which nobody can, tells then that
  /// there is something to look for.
  ///
  /// - Parameters:
  ///   - current: the identity of what is there.
  ///   - location: where that is.
  package func isSameContents(
    as current: FileIdentity, at location: FileLocation, in store: any FileStore
  ) throws(FileStoreError) -> Bool {
    let difference = difference(to: current)
    let isLikely = difference != .contents
    guard difference != .none, kind == .regular, current.kind == .regular,
      let contentDigest, size == current.size,
      !isLikely || size <= Self.mostBytesReadForChangedTime
    else { return isLikely }
    return try store.digest(of: location) == contentDigest
  }

  /// Up to which size a file is read because its time of change alone is another one; permissions
  /// and names change that too.
  private static let mostBytesReadForChangedTime: Int64 = 64 << 20

  private func directoryDifference(to current: FileIdentity) -> Difference {
    guard device == current.device, inode == current.inode else { return .contents }
    var difference = changed == current.changed ? Difference.none : .attributes
    for (name, child) in children ?? [:] where !child.kind.isSpecial {
      guard let now = current.children?[name] else { return .contents }
      switch child.difference(to: now) {
      case .contents: return .contents
      case .attributes: difference = .attributes
      case .none: break
      }
    }
    return difference
  }

  /// A Boolean value that indicates whether two identities have the same ``fingerprint``.
  ///
  /// - Complexity: O(*n*) for *n* items.
  package func hasSameFingerprint(as other: FileIdentity) -> Bool {
    guard inode == other.inode, (kind == .directory) == (other.kind == .directory) else {
      return false
    }
    if kind != .directory, !kind.isSpecial {
      guard size == other.size, modified == other.modified else { return false }
    }
    guard let children, let others = other.children else {
      return (children ?? [:]).isEmpty && (other.children ?? [:]).isEmpty
    }
    return children.count == others.count
      && children.allSatisfy { name, child in
        others[name].map { child.hasSameFingerprint(as: $0) } ?? false
      }
  }

  /// A number for what stays the same while an item is renamed, linked or given attributes.
  ///
  /// It stands in the names of temporary items, so that whoever finds one after a crash can tell
  /// what the save had expected to replace.
  package var fingerprint: UInt64 {
    var hash = StableHash()
    hash.combine(inode)
    hash.combine(kind == .directory ? 1 as UInt64 : 0)
    // Whoever writes into a pipe changes its times.
    if kind != .directory, !kind.isSpecial {
      hash.combine(UInt64(bitPattern: size))
      hash.combine(UInt64(bitPattern: modified.seconds))
      hash.combine(UInt64(modified.nanoseconds))
    }
    // A sum does not depend on the order, in which a directory has its names.
    var sum: UInt64 = 0
    for (name, child) in children ?? [:] {
      var named = StableHash()
      name.withPlatformString {
        named.combine(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
      }
      named.combine(0xFF as UInt8)
      named.combine(child.fingerprint)
      sum &+= named.value
    }
    hash.combine(sum)
    return hash.value
  }
}
