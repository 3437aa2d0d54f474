import Foundation
import Testing

@testable import from_apple

/// A folder with files that is removed at the end.
private final class Folder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "from-apple-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// The status and the output, in which paths begin in the folder.
  func run(_ names: [String] = [""], writes: Bool = false) throws -> (
    status: Int32, output: [String]
  ) {
    var lines: [String] = []
    var command = Command(writes: writes) { lines.append($0) }
    let status = try command.run(names.map { $0.isEmpty ? path : "\(path)/\($0)" })
    return (status, lines.map { $0.replacingOccurrences(of: path + "/", with: "") })
  }
}

@Suite("The command from-apple")
struct CommandTests {
  @Test("Without --write, changes are listed and nothing is written")
  func lists() throws {
    let folder = try Folder(["A.swift": "import UIKit\n"])
    let (status, output) = try folder.run()
    #expect(status == 0)
    #expect(
      output == [
        "A.swift:1: import UIKit becomes import UniformDocuments",
        "Package.swift needs these products: UniformDocuments",
        "1 changes would be made in 1 of 1 files, 0 not possible",
        "Nothing is written; --write writes the files.",
      ])
    #expect(try folder.text("A.swift") == "import UIKit\n")
  }

  @Test("With --write, files are replaced and keep their permissions, and links stay links")
  func writes() throws {
    let folder = try Folder(["A.swift": "@objc class A {}\n", "B.swift": "class B {}\n"])
    let manager = FileManager.default
    let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o640]
    try manager.setAttributes(permissions, ofItemAtPath: "\(folder.path)/A.swift")
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/link.swift", withDestinationPath: "A.swift")
    let (status, output) = try folder.run(["link.swift", "B.swift"], writes: true)
    #expect(status == 0)
    #expect(output.last == "1 changes made in 1 of 2 files, 0 not possible")
    #expect(try folder.text("A.swift") == "class A {}\n")
    let attributes = try manager.attributesOfItem(atPath: "\(folder.path)/A.swift")
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try manager.destinationOfSymbolicLink(atPath: "\(folder.path)/link.swift") == "A.swift")
    #expect(try manager.contentsOfDirectory(atPath: folder.path).count == 3)
  }

  @Test("Folders are searched in the order of names, without hidden ones and other files")
  func folders() throws {
    let folder = try Folder([
      "b/B.swift": "import UIKit\n", "a/A.swift": "import UIKit\n",
      ".build/C.swift": "import UIKit\n",
      "c/D.txt": "import UIKit\n",
    ])
    let output = try folder.run(["", "a"]).output.filter { $0.contains("import") }
    #expect(output.map { $0.prefix { $0 != ":" } } == ["a/A.swift", "b/B.swift"])
  }

  @Test("The status is 1 if something is not changed")
  func status() throws {
    let folder = try Folder(["A.swift": "let a = #selector(b)\n"])
    let (status, output) = try folder.run()
    #expect(status == 1)
    #expect(
      output.first
        == "A.swift:1:9: not changed: #selector needs the Objective-C runtime; pass a closure")
  }

  @Test("A method that another file declares counts")
  func index() throws {
    let folder = try Folder([
      "A.swift":
        "class A {\n  init() { c.addObserver(self, selector: #selector(f), name: x, object: nil) }\n}\n",
      "B.swift": "extension A {\n  func f() {}\n}\n",
    ])
    #expect(try folder.run().status == 0)
    #expect(try folder.run(["A.swift"]).status == 1)
  }

  @Test("Missing files and other encodings are errors")
  func errors() throws {
    let folder = try Folder()
    #expect(throws: FileProblem.self) { try folder.run(["none.swift"]) }
    try Data([0x2F, 0x2F, 0xFF]).write(to: URL(fileURLWithPath: "\(folder.path)/A.swift"))
    #expect(throws: FileProblem.self) { try folder.run() }
  }
}
