import Foundation
import TestSupport
import Testing
import UniformTypeIdentifiers

@Suite("Paths and types")
struct URLExtensionTests {
  private let folder = URL(fileURLWithPath: "/folder", isDirectory: true)

  static let rows: [(String, String, String)] = [
    ("puppy.jpg", "public.image", "/folder/puppy.jpg"),
    ("puppy.jpg", "public.plain-text", "/folder/puppy.jpg.txt"),
    ("puppy", "public.png", "/folder/puppy.png"), ("puppy", "public.data", "/folder/puppy"),
    ("PUPPY.PNG", "public.png", "/folder/PUPPY.PNG"),
    ("notes", "com.apple.rtfd", "/folder/notes.rtfd/"),
    ("a.tar", "org.gnu.gnu-zip-archive", "/folder/a.tar.gz"),
  ]

  @Test("keep an extension that suits the type and append one otherwise", arguments: rows)
  func component(name: String, identifier: String, path: String) throws {
    let type = try #require(UTType(identifier))
    let url = folder.appendingPathComponent(name, conformingTo: type)
    #expect(url.absoluteString == "file://" + path)
    let bare = folder.appendingPathComponent(name).appendingPathExtension(for: type)
    #expect(bare.absoluteString == "file://" + path)
    let text = ("/folder" as NSString).appendingPathComponent(name, conformingTo: type)
    #expect(text == (path.hasSuffix("/") ? String(path.dropLast()) : path))
    var mutable = folder
    mutable.appendPathComponent(name, conformingTo: type)
    #expect(mutable == url)
  }

  @Test("do not change a URL without a name")
  func root() {
    let root = URL(fileURLWithPath: "/", isDirectory: true)
    #expect(root.appendingPathExtension(for: .png) == root)
  }

  @Test("have the type of an item by its kind and extension")
  func contentType() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    func make(_ name: String, executable: Bool = false) throws -> URL {
      let url = directory.url.appendingPathComponent(name)
      try Data("x".utf8).write(to: url)
      let mode = executable ? 0o755 : 0o644
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      return url
    }
    let link = directory.url.appendingPathComponent("link.png")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "nowhere")
    let package = directory.url.appendingPathComponent("x.rtfd", isDirectory: true)
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)

    #expect(try make("a.png").contentType == .png)
    #expect(try make("COPYING.LGPLv2.1").contentType?.tags == [.filenameExtension: ["1"]])
    #expect(try make("tool", executable: true).contentType == .unixExecutable)
    #expect(try make("data").contentType == .data)
    #expect(directory.url.contentType == .folder)
    #expect(package.contentType == .rtfd)
    #expect(link.contentType == .symbolicLink)
    #expect(directory.url.appendingPathComponent("missing").contentType == nil)
    #expect(URL(fileURLWithPath: "/dev/null").contentType?.identifier == "public.character-special")
    let values = try make("b.png").resourceValues(forKeys: [.contentTypeKey])
    #expect(values.contentType == .png)
  }
}
