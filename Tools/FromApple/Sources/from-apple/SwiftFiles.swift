import Foundation

/// Files with Swift code.
enum SwiftFiles {
  /// The paths of files, and of the files in folders in the order of their names.
  static func paths(in paths: [String]) throws(FileProblem) -> [String] {
    var found: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw FileProblem(path: path, text: "not found", remedy: "Name a file or a folder.")
      }
      if isFolder.boolValue {
        found += try files(in: path)
      } else {
        found.append(path)
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private static func files(in folder: String) throws(FileProblem) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FileProblem(
        path: folder, text: "the folder cannot be read", remedy: error.localizedDescription)
    }
    var found: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if kind == .typeDirectory {
        found += try files(in: path)
      } else if name.hasSuffix(".swift") {
        found.append(path)
      }
    }
    return found
  }

  static func read(_ path: String) throws(FileProblem) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileProblem(
        path: path, text: "the file cannot be read", remedy: error.localizedDescription)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw FileProblem(path: path, text: "the text is not UTF-8", remedy: "Convert it to UTF-8.")
    }
    return text
  }

  /// Replaces the file, or the file that a link leads to, in one step, and keeps its permissions.
  static func write(_ text: String, to path: String) throws(FileProblem) {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let manager = FileManager.default
      let permissions = try manager.attributesOfItem(atPath: url.path)[.posixPermissions]
      let new = url.deletingLastPathComponent()
        .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
      defer { try? manager.removeItem(at: new) }
      try Data(text.utf8).write(to: new)
      if let permissions {
        try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: new.path)
      }
      guard rename(new.path, url.path) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    } catch {
      throw FileProblem(
        path: path, text: "the file cannot be written", remedy: error.localizedDescription)
    }
  }
}
