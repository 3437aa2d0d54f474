internal import SystemPackage
package import UTIPlatform

extension FileIdentity {
  /// The difference between an item and the expected one.
  package enum Difference: Hashable, Sendable {
    /// The item is unchanged.
    case none
    /// Permissions, attributes, names or times differ, but the contents do not.
    case attributes
    /// The contents differ, or may differ.
    case contents
  }

  /// Compares the expected identity with the current one.
  ///
  /// Children of a directory that the expected identity does not list are ignored, and so are pipes
  /// and sockets, because many programs put their own files into packages.
  ///
  /// - Parameter current: the current identity.
  package func difference(to current: FileIdentity) -> Difference {
    guard kind == current.kind else { return .contents }
    if kind == .directory { return directoryDifference(to: current) }
    let isSameItem = device == current.device && inode == current.inode && size == current.size
    if isSameItem, modified == current.modified {
      return changed == current.changed ? .none : .attributes
    }
    guard let contentDigest, contentDigest == current.contentDigest else { return .contents }
    return .attributes
  }

  /// Equal bytes are not a change, whatever process wrote them; they are read if identities do not
  /// decide.
  ///
  /// Any process can set the time of modification, but not of change, so a different one requires
  /// it.
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

  /// The limit if only the time of change differs, which a change of permissions also updates.
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

  /// A rename, a link or a change of attributes does not alter it; names of temporary items contain
  /// it for recovery after a crash.
  package var fingerprint: UInt64 {
    var hash = StableHash()
    hash.combine(inode)
    hash.combine(kind == .directory ? 1 as UInt64 : 0)
    // A write into a pipe changes its times.
    if kind != .directory, !kind.isSpecial {
      hash.combine(UInt64(bitPattern: size))
      hash.combine(UInt64(bitPattern: modified.seconds))
      hash.combine(UInt64(modified.nanoseconds))
    }
    // The order of names in a directory does not affect a sum.
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

  /// Reads the identity of an item, including all items in a directory.
  ///
  /// A symbolic link is not followed.
  ///
  /// - Parameters:
  ///   - location: the location of the item.
  ///   - store: the file system.
  /// - Throws: the error of the failed call, in most cases `ENOENT`.
  /// - Complexity: one call for a file; one call for each item in a directory.
  package init(
    of location: FileLocation, in store: any FileStore = SystemFileStore()
  ) throws(FileStoreError) {
    try self.init(of: location, in: store, knowing: nil)
  }

  /// A file with the same name and inode number as in `known` is not read again: numbers are reused
  /// only after a file is removed, so another name must prevent that.
  ///
  /// - Complexity: one listing for each directory, and one status for each other unknown item.
  package init(
    of location: FileLocation, in store: any FileStore, knowing known: FileIdentity?
  ) throws(FileStoreError) {
    self.init(try store.status(of: location))
    guard kind == .directory else { return }
    let known = known?.device == device ? known?.children ?? [:] : [:]
    children = try store.withOpen(location, for: .reading) { directory throws(FileStoreError) in
      try Self.children(of: directory, in: store, knowing: known)
    }
  }

  private static func children(
    of directory: FileDescriptor, in store: any FileStore,
    knowing known: [FilePath.Component: FileIdentity]
  ) throws(FileStoreError) -> [FilePath.Component: FileIdentity] {
    // In most cases the result differs from the known children in a few items only.
    var children = known
    var knownCount = 0
    let items = try store.items(in: directory)
    for item in items where !SavingDirectory.isSavingDirectory(item.name) {
      let child = known[item.name]
      if child != nil { knownCount += 1 }
      if let child, child.kind == .regular, item.kind == .regular, item.inode == child.inode {
        continue
      }
      do throws(FileStoreError) {
        children[item.name] = try FileIdentity(
          of: FileLocation(item.name, in: directory), in: store, knowing: child)
      } catch  where error.errno == .noSuchFileOrDirectory {
        // The item was removed after the directory was listed.
        children[item.name] = nil
      }
    }
    guard knownCount < known.count else { return children }
    let names = Set(items.map(\.name))
    for name in known.keys where !names.contains(name) { children[name] = nil }
    return children
  }
}

/// The required names of a package, as a tree; nil for all items that are not directories.
struct PackageNames {
  var children: [FilePath.Component: PackageNames?] = [:]

  init(of location: FileLocation, in store: any FileStore) throws(FileStoreError) {
    for name in try store.names(at: location) {
      let child = location.appending(name)
      let isDirectory = try store.status(of: child).kind == .directory
      children[name] = .some(isDirectory ? try PackageNames(of: child, in: store) : nil)
    }
  }

  private init() {}

  /// The paths, each followed by a zero byte; the path of a directory ends with a slash.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, below: FilePath())
    return bytes
  }

  private func append(to bytes: inout [UInt8], below path: FilePath) {
    for (name, child) in children {
      let place = path.appending(name)
      place.withPlatformString { bytes += UnsafeRawBufferPointer(start: $0, count: place.length) }
      bytes += child == nil ? [0] : [UInt8(ascii: "/"), 0]
      child?.append(to: &bytes, below: place)
    }
  }

  init(decoding bytes: [UInt8]) {
    self.init()
    for line in bytes.split(separator: 0) {
      let isDirectory = line.last == UInt8(ascii: "/")
      let path = (line + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.map {
          FilePath(platformString: $0.assumingMemoryBound(to: CChar.self))
        } ?? FilePath()
      }
      insert(Array(path.components)[...], isDirectory: isDirectory)
    }
  }

  private mutating func insert(_ path: ArraySlice<FilePath.Component>, isDirectory: Bool) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty, !isDirectory {
      children[name] = .some(nil)
      return
    }
    var child = (children[name] ?? nil) ?? PackageNames()
    child.insert(rest, isDirectory: isDirectory)
    children[name] = child
  }
}
