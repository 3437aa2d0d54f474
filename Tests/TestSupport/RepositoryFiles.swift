import Foundation

/// The files of this repository that are not part of the tests.
public enum RepositoryFiles {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The absolute path of a file or folder.
  ///
  /// - Parameter name: its path from the root of the repository.
  public static func path(_ name: String) -> String { root.appending(path: name).path }

  /// The text of a file.
  ///
  /// - Parameter name: its path from the root of the repository.
  public static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
}
