package import Foundation
package import SystemPackage

extension ScratchDirectory {
  package func url(_ name: String) -> URL { URL(filePath: path.pushing(FilePath(name)).string) }

  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url(name))
  }

  package func inode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url(name).path)[.systemFileNumber] as? Int
  }

  package func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url(name).path)[.posixPermissions] as? Int
  }

  package func modificationDate(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: url(name).path)[.modificationDate] as? Date
  }

  package func setModificationDate(_ date: Date, of name: String) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url(name).path)
  }

  /// The contents of one directory, without its name.
  package func contents(of name: String) throws -> [String: String] {
    let all = try contents().filter { $0.key.hasPrefix(name + "/") }
    return Dictionary(
      uniqueKeysWithValues: all.map { (String($0.key.dropFirst(name.count + 1)), $0.value) }
    ).filter { !$0.key.isEmpty }
  }

  package func text(_ name: String) -> String? {
    try? String(contentsOf: url(name), encoding: .utf8)
  }

  package func file(_ name: String) -> FilePath { path.pushing(FilePath(name)) }

  package func put(_ text: String, at name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name).string))
  }
}
