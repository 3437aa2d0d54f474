internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The facts about the user's account for the permission to write a directory.
enum UserAccount {
  private static let groupsOfUserAlone = Mutex<[UInt32: Bool]>([:])

  /// Returns whether a group has no members other than the user or the superuser.
  ///
  /// Many systems give each user a group of the same name, and make new directories writable for
  /// it.
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

  /// The number that represents owners outside the user namespace of the process.
  ///
  /// It is nil if every owner has a separate number. Source: user_namespaces(7).
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
