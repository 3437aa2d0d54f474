package import SystemPackage
package import UTIPlatform

extension UserLocks {
  /// A directory that the file of the locks may be in.
  package struct Place: Sendable {
    /// The directory of the user's session that it is in; nil where it is in one for everybody.
    package let base: FilePath?
    /// The directory.
    package let path: FilePath

    package init(base: FilePath?, path: FilePath) {
      self.base = base
      self.path = path
    }

    /// Makes the directory, for the user alone, unless it is there.
    package func make() -> Bool {
      path.withPlatformString { mkdir($0, 0o700) } == 0 || errno == EEXIST
    }

    /// Opens the file of the locks, anew for everybody who asks: two descriptors exclude each other,
    /// also within a process.
    ///
    /// - Returns: a negative number where it cannot be opened, of which `errno` says why.
    package static func openFile(in directory: FilePath) -> CInt {
      directory.appending("locks").withPlatformString {
        open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
    }
  }

  /// Where the locks may be, the best first: never in a home, which may lie on another machine.
  package static var places: [Place] {
    let user = geteuid()
    let sessions = [UserDirectory.runtime, FilePath("/run/user/\(user)")].compactMap(\.self)
    return sessions.map { Place(base: $0, path: $0.appending("uniform-types")) }
      + [Place(base: nil, path: FilePath("/tmp/uniform-types-\(user)"))]
  }

  /// The first of the four bytes of whatever has a hash.
  ///
  /// When two share them, somebody waits in vain, and that is all.
  package static func offset(of hash: StableHash) -> Int64 {
    Int64((hash.value & 0x0FFF_FFFF_FFFF_FFFF) << 2)
  }
}
