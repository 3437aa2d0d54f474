import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage

/// The attributes of a new item in place of an old one.
@Suite struct AttributeRules {
  @Test("Nobody gets more access by another group or another kind, whatever the permissions")
  func permissions() {
    for mode in 0..<(0o10000 as CModeT) {
      let (group, others) = (mode >> 3 & 7, mode & 7)
      let without = FilePermissions(rawValue: mode).withoutGroup.rawValue
      #expect(without & 0o1700 == mode & 0o1700 && without & 0o6000 == 0)
      #expect(without >> 3 & 7 == group & others && without & 7 == group & others)

      let permissions = FilePermissions(rawValue: mode)
      let folder = permissions.converted(from: .regular, to: .directory).rawValue
      for shift in [0, 3, 6] as [CModeT] {
        let (one, other) = (mode >> shift & 7, folder >> shift & 7)
        #expect(other & 6 == one & 6 && (other & 1 != 0) == (one & 5 != 0))
      }
      #expect(folder <= 0o777)
      #expect(permissions.converted(from: .directory, to: .regular).rawValue == mode & 0o666)
      #expect(permissions.converted(from: .regular, to: .regular) == permissions)
      #expect(permissions.converted(from: .directory, to: .directory) == permissions)
    }
  }

  @Test(
    "A time that the writer gives a new file stays, if it is not the present",
    arguments: [2, 3, 60] as [Int64])
  func oldTimes(age: Int64) throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let time = FileTime(seconds: FileTime.now.seconds - age, nanoseconds: 7)
    let store = SystemFileStore()
    try SafeWriter().write(to: scratch.file("a.txt"), .overwrite) { path in
      let file = try store.createFile(at: FileLocation(path), permissions: .ownerReadWrite)
      try store.setModificationTime(time, of: file)
      try store.close(file)
    }
    #expect(try store.status(of: FileLocation(scratch.file("a.txt"))).modified == time)
  }

  private static let user = uid_t(300_123)
  private static let group = gid_t(300_456)

  @Test(
    "A new file has the owner, group and permissions of the old one", .requires(.root),
    arguments: [(user, group), (user, 0), (0, group)] as [(uid_t, gid_t)], [0o6754, 0o640, 0o1600])
  func owner(row: (user: uid_t, group: gid_t), mode: Int) throws {
    for refuses in [false, true] {
      let scratch = try ScratchDirectory(["a.txt": "old"])
      let path = scratch.file("a.txt")
      #expect(chown(path.string, row.user, row.group) == 0)
      #expect(chmod(path.string, mode_t(mode)) == 0)
      let store = InterposedFileStore.failing { call, _ in
        refuses && call.operation == .setOwner ? .notPermitted : nil
      }
      let outcome = try SafeWriter(store: store).write(to: path, .overwrite) {
        try Data("new".utf8).write(to: URL(filePath: $0.string))
      }
      let status = try FileStatus(of: path)
      #expect(scratch.text("a.txt") == "new")
      guard refuses else {
        #expect(outcome.lostAttributes.isEmpty)
        #expect(status.owner == row.user && status.group == row.group)
        #expect(status.permissions.rawValue == CModeT(mode))
        continue
      }
      var expected = FilePermissions(rawValue: CModeT(mode))
      var lost: Set<SaveOutcome.Attribute> = []
      if row.user != 0 {
        lost.insert(.owner)
        expected.subtract([.setUserID, .setGroupID])
      }
      if row.group != 0 {
        lost.insert(.group)
        expected = expected.withoutGroup
      }
      #expect(Set(outcome.lostAttributes) == lost)
      #expect(status.permissions == expected && status.owner == 0 && status.group == 0)
    }
  }
}
