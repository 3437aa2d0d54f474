import TypeDeclarations
import UTIPlatform

/// What all paths of one file have in common.
package struct ItemIdentity: Hashable {
  private let device: UInt
  private let inode: UInt

  /// - Returns: nil when the path leads to nothing.
  package init?(_ path: String) {
    guard let status = PathText.status(of: path) else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}
