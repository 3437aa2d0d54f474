import Foundation
import FromAppleRewriting

/// The command `from-apple`.
@main
struct FromApple {
  static let help = """
    from-apple [--write] PATH...: changes Swift files for Apple's platforms so that they compile with this package.

    Folders are searched for files with the extension swift, except folders whose name begins with a
    dot. Without --write it prints what would change, and writes nothing. A line for each change has
    the file, the line and the change; a line for each part that cannot be changed has the file, the
    line, the column, the reason and a remedy. Lines are those of the file before the change.

    The status is 0 if everything could be changed, 1 if something could not, and 2 after an error.
    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      print(help)
      return
    }
    let writes = arguments.contains("--write")
    arguments.removeAll { $0 == "--write" }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      stop("unknown option: \(option)", remedy: "from-apple --help lists the options.")
    }
    if arguments.isEmpty {
      stop("no file is given.", remedy: "usage: from-apple [--write] PATH...")
    }
    do {
      var command = Command(writes: writes)
      exit(try command.run(arguments))
    } catch {
      stop("\(error.path): \(error.text)", remedy: error.remedy)
    }
  }

  static func stop(_ text: String, remedy: String) -> Never {
    FileHandle.standardError.write(Data("error: \(text)\n  \(remedy)\n".utf8))
    exit(2)
  }
}

/// A file that cannot be read or written.
struct FileProblem: Error {
  var path: String
  var text: String
  var remedy: String
}

/// One run over files.
struct Command {
  var writes: Bool
  private var changes = 0
  private var changedFiles = 0
  private var problems = 0
  private var products: Set<String> = []

  init(writes: Bool) {
    self.writes = writes
  }

  /// Rewrites the files, and returns the status.
  mutating func run(_ paths: [String]) throws(FileProblem) -> Int32 {
    var files: [(path: String, text: String, file: SourceFile)] = []
    for path in try SwiftFiles.paths(in: paths) {
      let text = try SwiftFiles.read(path)
      files.append((path, text, SourceFile(text)))
    }
    let index = DeclarationIndex(files.map(\.file))
    for (path, text, file) in files {
      let result = rewrite(file, index: index)
      for change in result.changes { print("\(path):\(change.line): \(change.text)") }
      for problem in result.problems {
        print(
          "\(path):\(problem.line):\(problem.column): not changed: \(problem.text);",
          problem.remedy)
      }
      changes += result.changes.count
      problems += result.problems.count
      products.formUnion(result.products)
      guard result.text != text else { continue }
      changedFiles += 1
      if writes { try SwiftFiles.write(result.text, to: path) }
    }
    summarize(files: files.count)
    return problems == 0 ? 0 : 1
  }

  private func summarize(files: Int) {
    if !products.isEmpty {
      print("Package.swift needs these products: \(products.sorted().joined(separator: ", "))")
    }
    let verb = writes ? "" : " would be"
    print(
      "\(changes) changes\(verb) made in \(changedFiles) of \(files) files, \(problems) not possible"
    )
    if !writes, changedFiles > 0 { print("Nothing is written; --write writes the files.") }
  }
}

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
