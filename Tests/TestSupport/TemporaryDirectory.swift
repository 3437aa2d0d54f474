public import Foundation

/// A directory of a test's own, which is removed with the value at the latest.
public final class TemporaryDirectory: Sendable {
  /// The directory.
  public let url: URL

  /// Makes an empty directory.
  ///
  /// - Throws: the error of the file system.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    remove()
  }

  /// The path of the directory, without a slash at its end.
  public var path: String { url.path }

  /// Removes the directory with all that is in it.
  ///
  /// Deferred to the end of a test it also keeps the value, and so the directory, until then.
  public func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file, making the directories that its name asks for.
  ///
  /// - Parameters:
  ///   - name: the path of the file in the directory.
  ///   - bytes: what it holds.
  /// - Returns: the path of the file.
  /// - Throws: the error of the file system.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8] = []) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}

/// Gives a test a separate directory.
///
/// - Parameter body: receives the directory, which is removed afterwards.
/// - Throws: the error of the file system or of the body.
public func withTemporaryDirectory(_ body: (URL) throws -> Void) throws {
  let directory = try TemporaryDirectory()
  defer { directory.remove() }
  try body(directory.url)
}
