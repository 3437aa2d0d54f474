import Documents
import Foundation
import SystemPackage
import Testing

extension ScratchDirectory {
  func url(_ name: String) -> URL { URL(filePath: path.pushing(FilePath(name)).string) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url(name))
  }

  func inode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url(name).path)[.systemFileNumber] as? Int
  }

  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url(name).path)[.posixPermissions] as? Int
  }

  func modificationDate(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: url(name).path)[.modificationDate] as? Date
  }

  func setModificationDate(_ date: Date, of name: String) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url(name).path)
  }

  /// The contents of one directory, without its name.
  func contents(of name: String) throws -> [String: String] {
    let all = try contents().filter { $0.key.hasPrefix(name + "/") }
    return Dictionary(
      uniqueKeysWithValues: all.map { (String($0.key.dropFirst(name.count + 1)), $0.value) }
    ).filter { !$0.key.isEmpty }
  }
}

extension FileWrapper {
  convenience init(text: String) { self.init(regularFileWithContents: Data(text.utf8)) }

  var text: String? { regularFileContents.map { String(decoding: $0, as: UTF8.self) } }

  /// The child at a path of keys.
  func child(_ keys: String...) throws -> FileWrapper {
    var wrapper = self
    for key in keys { wrapper = try #require(try wrapper.children()[key]) }
    return wrapper
  }
}

/// Whether an error has a reason, told by its sentence.
func wrapperError(_ words: String) -> (any Error) -> Bool {
  { error in
    guard let error = error as? FileWrapperError else { return false }
    return error.description.contains(words)
  }
}
