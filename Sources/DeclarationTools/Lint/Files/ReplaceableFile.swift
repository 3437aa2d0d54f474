import TypeDeclarations
import UTIPlatform
internal import UniformTypes

/// A file that is to be replaced by another with the same name and permissions.
struct ReplaceableFile {
  /// The path of the file itself, behind all links.
  let path: String
  /// The permissions of the file.
  let permissions: UInt32

  /// Finds the file that a path leads to.
  ///
  /// - Throws: ``AtomicFile/Failure`` when there is none, or the process may not write to it:
  ///   renaming over a file asks for the directory's permission only.
  init(_ path: String) throws(AtomicFile.Failure) {
    guard let resolved = PathText.resolved(path), let status = PathText.status(of: resolved),
      PathText.withPath(resolved, { access($0, W_OK) }) == 0
    else { throw AtomicFile.Failure(path: path, errorNumber: errno) }
    self.path = resolved
    permissions = status.st_mode & 0o7777
  }
}
