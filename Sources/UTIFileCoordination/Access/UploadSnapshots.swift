internal import Foundation

/// Copies of items for an upload, which are removed after the access.
///
/// A directory becomes a zip archive, because an upload needs one file. A caller that needs the
/// copy longer must move or open it during the access.
final class UploadSnapshots {
  // Few accesses make copies, but each has such a value.
  private lazy var directory = FileManager.default.temporaryDirectory
    .appending(component: "upload-\(UUID().uuidString)", directoryHint: .isDirectory)
  private var isMade = false

  deinit {
    if isMade { try? FileManager.default.removeItem(at: directory) }
  }

  /// Creates a copy.
  ///
  /// - Returns: the URL of the copy, which has the name of the item, with the suffix `.zip` for a
  ///   directory.
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
