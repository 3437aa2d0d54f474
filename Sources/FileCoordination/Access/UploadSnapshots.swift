internal import Foundation

/// Copies of items that are going to be sent elsewhere, which go when the access is over.
///
/// A directory becomes a zip archive: what is sent is one file. Whoever wants to keep a copy moves
/// it, or opens it, while it has access.
final class UploadSnapshots {
  // Nearly no access makes copies, and every one has such a value.
  private lazy var directory = FileManager.default.temporaryDirectory
    .appending(component: "upload-\(UUID().uuidString)", directoryHint: .isDirectory)
  private var isMade = false

  deinit {
    if isMade { try? FileManager.default.removeItem(at: directory) }
  }

  /// Makes a copy.
  ///
  /// - Returns: where it is, under the name of the item; that of a directory has `.zip` after it.
  /// - Throws: the error of reading or writing, or `StoredZip.TooLarge`.
  func copy(_ item: URL) throws -> URL {
    let item = item.resolvingSymlinksInPath()
    let place = directory.appending(component: UUID().uuidString, directoryHint: .isDirectory)
    isMade = true
    try FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard try item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else {
      let copy = place.appending(component: item.lastPathComponent)
      try FileManager.default.copyItem(at: item, to: copy)
      return copy
    }
    let archive = place.appending(component: item.lastPathComponent + ".zip")
    try StoredZip.write(item, to: archive)
    return archive
  }
}
