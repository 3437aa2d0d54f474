internal import SystemPackage
internal import UTIPlatform

extension FileStatus {
  /// Reads the status of the item at a path.
  ///
  /// A link that leads nowhere, or in a circle, is a link, whether links are followed or not.
  ///
  /// - Throws: ``DetectionError`` if the path names nothing or cannot be looked up.
  init(of path: ItemPath, followsLinks: Bool) throws(DetectionError) {
    // Most items are not links, so that one call answers; the link itself matters only if it fails.
    let following: Errno
    do throws(Errno) {
      self = try FileStatus(of: path.name, in: path.directory, followsLinks: followsLinks)
      return
    } catch {
      following = error
    }
    let operation = "look it up"
    guard followsLinks else {
      throw DetectionError(path, errorNumber: following.rawValue, operation: operation)
    }
    do throws(Errno) {
      self = try FileStatus(of: path.name, in: path.directory, followsLinks: false)
    } catch {
      throw DetectionError(path, errorNumber: error.rawValue, operation: operation)
    }
    let leadsNowhere: [Errno] = [
      .noSuchFileOrDirectory, .tooManySymbolicLinkLevels, .notDirectory,
    ]
    if kind == .symbolicLink, !leadsNowhere.contains(following) {
      throw DetectionError(path, errorNumber: following.rawValue, operation: "follow the link")
    }
  }
}
