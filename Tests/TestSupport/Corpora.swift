import Foundation

/// Tables and files of other authors, found through the environment variable `UTI_CORPORA`.
///
/// Tests that need them are skipped if the variable is not set.
public enum Corpora {
  /// The directory; nil when the variable is unset, empty or names no directory.
  public static var directory: String? {
    guard let path = ProcessInfo.processInfo.environment["UTI_CORPORA"], !path.isEmpty else {
      return nil
    }
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    return exists && isDirectory.boolValue ? path : nil
  }

  /// A Boolean value that indicates whether the tables can be read.
  public static var isPresent: Bool { directory != nil }

  /// The rows of a table of tab-separated values, as fields by the names of the first line.
  ///
  /// - Parameter name: the name of a file of the directory.
  /// - Throws: the error of reading the file.
  public static func rows(_ name: String) throws -> [[String: String]] {
    let path = (directory ?? "") + "/" + name
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    guard !lines.isEmpty else { return [] }
    let header = lines.removeFirst()
    return lines.map { fields in
      Dictionary(zip(header, fields), uniquingKeysWith: { first, _ in first })
    }
  }
}
