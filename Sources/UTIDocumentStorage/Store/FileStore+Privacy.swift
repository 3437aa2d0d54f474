internal import Synchronization
package import SystemPackage
internal import UTIPlatform

extension FileStore {
  /// Returns whether a directory belongs to the user and is closed to other users.
  ///
  /// Other users then can neither put an item into it nor exchange it.
  ///
  /// - Parameter path: the directory.
  /// - Throws: the error of the failed call, `ENOENT` if there is no such directory.
  /// - Complexity: one status for each component of the path.
  package func isPrivate(_ path: FilePath) throws(FileStoreError) -> Bool {
    try privacyFault(of: path) == nil
  }

  /// The reason why other users can put an item into a directory or exchange it.
  ///
  /// Parents must belong to the user or the superuser, and have the sticky bit if others may write.
  /// A group with the user as its only member counts as the user. Missing directories at the end
  /// are as private as the user creates them. Throws `ENOENT` for a missing directory.
  ///
  /// - Complexity: one status for each component of the path.
  package func privacyFault(
    of path: FilePath, allowsMissing: Bool = false
  ) throws(FileStoreError) -> PrivacyFault? {
    let user = geteuid()
    var directory = FilePath("/")
    var status = try self.status(of: FileLocation(directory))
    for name in resolvedPath(of: path).components {
      let isOpen = status.isWritableByOthers
      guard !isOpen || status.permissions.contains(.saveText) else {
        return PrivacyFault(path: directory, reason: .isWritable(status.permissions))
      }
      directory.append(name)
      guard let next = try statusIfPresent(of: FileLocation(directory)) else {
        if allowsMissing { return nil }
        throw FileStoreError(.readStatus, path: directory, errno: .noSuchFileOrDirectory)
      }
      status = next
      guard status.kind == .directory else {
        return PrivacyFault(path: directory, reason: .isNoDirectory)
      }
      // Only the owner of a closed directory can have put an item there.
      let isTrusted =
        [user, 0].contains(status.owner) || !isOpen && status.owner == UserAccount.unmappedOwner
      guard isTrusted else {
        return PrivacyFault(path: directory, reason: .belongs(to: status.owner))
      }
    }
    guard status.owner == user else {
      return PrivacyFault(path: directory, reason: .belongs(to: status.owner))
    }
    guard !status.isWritableByOthers else {
      return PrivacyFault(path: directory, reason: .isWritable(status.permissions))
    }
    return nil
  }

  /// Creates missing parents; throws ``FileStoreError/Operation/keepPrivate`` if other users can
  /// put an item into the directory or exchange it.
  package func makePrivateDirectory(_ path: FilePath, synchronizes: Bool) throws(FileStoreError) {
    if let fault = try privacyFault(of: path, allowsMissing: true) { throw fault.error }
    try makeDirectories(path, synchronizes: synchronizes)
    if let fault = try privacyFault(of: path) { throw fault.error }
  }

  /// Returns the directory itself, or its nearest existing parent.
  package func nearestDirectory(_ path: FilePath) throws(FileStoreError) -> FilePath {
    var directory = path
    while directory.lastComponent != nil,
      try statusIfPresent(of: FileLocation(directory.appending("."))) == nil
    {
      directory.removeLastComponent()
    }
    return directory
  }
}

extension FileStatus {
  /// Others are not the owner, the superuser or the user of the process.
  fileprivate var isWritableByOthers: Bool {
    permissions.contains(.otherWrite)
      || permissions.contains(.groupWrite) && !UserAccount.isGroupOfUserAlone(group)
  }

  /// True for the owner of its directory too, who may exchange it, as on file systems that give all
  /// items one owner.
  package func isTrusted(in directory: FileStatus) -> Bool {
    owner == geteuid() || owner == directory.owner
  }
}

/// The reason why other users can put an item into a directory, or exchange the directory.
package struct PrivacyFault: Hashable, Sendable {
  /// A property of a directory that is not private.
  package enum Reason: Hashable, Sendable {
    case isNoDirectory
    case belongs(to: UInt32)
    case isWritable(FilePermissions)
  }

  package let path: FilePath
  package let reason: Reason

  package init(path: FilePath, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package var error: FileStoreError {
    FileStoreError(.keepPrivate, path: path, errno: .notPermitted)
  }
}

extension PrivacyFault: CustomStringConvertible {
  /// The reason and the remedy, without the path.
  package var description: String {
    switch reason {
    case .isNoDirectory: "it is no directory; move it away"
    case .belongs(let owner): "it belongs to user \(owner), and the program runs as \(geteuid())"
    case .isWritable(let permissions):
      "others may write into it (mode \(String(permissions.rawValue & 0o7777, radix: 8))); "
        + "chmod go-w it"
    }
  }
}

/// The facts about the user's account for the permission to write a directory.
enum UserAccount {
  private static let groupsOfUserAlone = Mutex<[UInt32: Bool]>([:])

  /// The superuser may be a member too: many systems give each user a group of the same name, and
  /// make new directories writable for it.
  static func isGroupOfUserAlone(_ group: UInt32) -> Bool {
    if let known = groupsOfUserAlone.withLock({ $0[group] }) { return known }
    let isAlone = [geteuid(), 0].contains { isGroup(group, ofUserAlone: $0) }
    groupsOfUserAlone.withLock { $0[group] = isAlone }
    return isAlone
  }

  private static func isGroup(_ group: UInt32, ofUserAlone user: UInt32) -> Bool {
    guard let account = account(of: user), account.group == group,
      let (name, members) = nameAndMembers(ofGroup: group)
    else { return false }
    return name == account.name && members.allSatisfy { $0 == account.name }
  }

  private static func account(of user: UInt32) -> (name: String, group: UInt32)? {
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    guard getpwuid_r(user, &account, &buffer, buffer.count, &found) == 0, found != nil,
      let name = account.pw_name
    else { return nil }
    return (String(cString: name), account.pw_gid)
  }

  private static func nameAndMembers(ofGroup number: UInt32) -> (String, [String])? {
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    guard getgrgid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.gr_name, var member = entry.gr_mem
    else { return nil }
    var members: [String] = []
    while let text = member.pointee {
      members.append(String(cString: text))
      member += 1
    }
    return (String(cString: name), members)
  }

  /// The number of owners outside the user namespace of the process; nil if every owner has a
  /// separate number (user_namespaces(7)).
  static let unmappedOwner: UInt32? = {
    let overflow = number(in: "/proc/sys/kernel/overflowuid") ?? 65_534
    guard let map = text(of: "/proc/self/uid_map") else { return nil }
    let isMapped = map.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ").compactMap { UInt64($0) }
      return fields.count == 3 && (fields[0]..<fields[0] + fields[2]).contains(UInt64(overflow))
    }
    return isMapped ? nil : overflow
  }()

  private static func number(in path: FilePath) -> UInt32? {
    text(of: path).flatMap { UInt32($0.split(separator: "\n").first ?? "") }
  }

  private static func text(of path: FilePath) -> String? {
    (try? SystemFileStore().contents(of: FileLocation(path)))
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The directories for the state of programs: versions, autosaved documents and interrupted saves.
package enum UserState {
  /// The first candidate that only the user can write; nil if there is none.
  package static var directory: FilePath? {
    let store = SystemFileStore()
    return directories.first { directory in
      guard let nearest = try? store.nearestDirectory(directory),
        (try? store.checkWriteAccess(to: FileLocation(nearest))) != nil
      else { return false }
      return (try? store.privacyFault(of: directory, allowsMissing: true)) == .some(nil)
    }
  }

  /// The candidates, in order of preference, each once: `XDG_STATE_HOME` may have its default value.
  package static var directories: [FilePath] {
    var directories: [FilePath] = []
    for place in UserDirectory.states + [lastResort] {
      let directory = place.pushing("uniform-types").lexicallyNormalized()
      if !directories.contains(directory) { directories.append(directory) }
    }
    return directories
  }

  private static var lastResort: FilePath { FilePath("/var/tmp/user-\(geteuid())") }
}
