import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UniformFoundationAdditions

@Suite("The trash of the file manager")
struct FileManagerTrashTests {
  @Test("Files, directories and links are moved with a note, each under a free name")
  func moving() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    var trash = Trash()
    trash.home = FilePath(directory.path).appending("Trash")
    var places: Set<String> = []
    for kind in ["file", "directory", "link", "file"] {
      let item = directory.url.appendingPathComponent("a b.txt", isDirectory: kind == "directory")
      switch kind {
      case "file": try Data("text".utf8).write(to: item)
      case "directory":
        try FileManager.default.createDirectory(at: item, withIntermediateDirectories: false)
        try Data("inner".utf8).write(to: item.appendingPathComponent("x"))
      default:
        try FileManager.default.createSymbolicLink(
          atPath: item.path, withDestinationPath: "nowhere")
      }
      let place = try FileManager.default.trashItem(at: item, in: trash)
      #expect((try? FileManager.default.attributesOfItem(atPath: item.path)) == nil)
      #expect(place.deletingLastPathComponent().lastPathComponent == "files")
      #expect((try? FileManager.default.attributesOfItem(atPath: place.path)) != nil)
      #expect(places.insert(place.lastPathComponent).inserted)
      let note = directory.url.appending(path: "Trash/info/\(place.lastPathComponent).trashinfo")
      let text = try String(contentsOf: note, encoding: .utf8)
      #expect(text.contains("Path=\(directory.path)/a%20b.txt\n"))
      switch kind {
      case "file": #expect(try Data(contentsOf: place) == Data("text".utf8))
      case "directory":
        #expect(try Data(contentsOf: place.appendingPathComponent("x")) == Data("inner".utf8))
      default:
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.path) == "nowhere")
      }
    }
    #expect(places.count == 4)
  }

  @Test("An item that does not exist, and a URL of no file, are errors")
  func errors() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    var place: NSURL?
    let missing = directory.url.appendingPathComponent("missing")
    let web = try #require(URL(string: "https://example.com/a"))
    for (url, code) in [(missing, CocoaError.fileNoSuchFile), (web, .fileWriteUnsupportedScheme)] {
      let error = #expect(throws: CocoaError.self) {
        try FileManager.default.trashItem(at: url, resultingItemURL: &place)
      }
      #expect(error?.code == code)
    }
    #expect(place == nil)
  }
}
