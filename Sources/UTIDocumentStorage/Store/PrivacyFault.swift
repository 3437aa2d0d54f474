package import SystemPackage
internal import UTIPlatform

/// The reason why other users can put an item into a directory, or exchange the directory.
package struct PrivacyFault: Hashable, Sendable {
  /// A property of a directory that is not private.
  package enum Reason: Hashable, Sendable {
    /// The item is not a directory.
    case isNoDirectory
    /// The directory belongs to another user.
    case belongs(to: UInt32)
    /// Other users may write into the directory.
    case isWritable(FilePermissions)
  }

  /// The directory, or one of its parents.
  package let path: FilePath
  package let reason: Reason

  package init(path: FilePath, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The error of a function that needs a private directory.
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
