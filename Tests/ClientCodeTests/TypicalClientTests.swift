import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("Code written for Apple's framework")
struct TypicalClientTests {
  @Test("serves files under their MIME types")
  func responder() {
    let responder = FileResponder()
    #expect(responder.contentType(forPath: "/a/index.HTML") == "text/html")
    #expect(responder.contentType(forPath: "photo.jpg") == "image/jpeg")
    #expect(responder.contentType(forPath: "noextension") == "application/octet-stream")
    #expect(responder.isServable(URL(fileURLWithPath: "/a/b.svg")))
    #expect(!responder.isServable(URL(fileURLWithPath: "/a/b.zip")))
    #expect(responder.symbol(for: .png) == "photo")
    #expect(responder.symbol(for: .mp3) == "waveform")
    let folder = URL(fileURLWithPath: "/out", isDirectory: true)
    #expect(responder.exportURL(in: folder, named: "table", as: .csv).path == "/out/table.csv")
  }

  @Test("keeps types in models, sets and archives")
  func models() throws {
    let attachment = Attachment(name: "x", type: .pdf)
    let data = try JSONEncoder().encode(attachment)
    #expect(try JSONDecoder().decode(Attachment.self, from: data) == attachment)
    #expect(Set([attachment, attachment]).count == 1)
    let reference = UTTypeReference(.png)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: reference, requiringSecureCoding: true)
    let decoded = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: UTTypeReference.self, from: archive)
    #expect(decoded == reference)
  }

  @Test("returns the type of a file")
  func picker() throws {
    let picker = TypePicker()
    #expect(try picker.choose(FileManager.default.temporaryDirectory))
    #expect(picker.choices == [.folder])
    #expect(!picker.names(of: "plist").isEmpty)
    #expect(picker.allExtensions(.jpeg).first == "jpeg")
  }

  @Test("declares types without an Info.plist, and gets a warning")
  func undeclared() {
    let earlier = TypeRegistry.undeclaredTypeHandler
    let messages = Messages()
    TypeRegistry.undeclaredTypeHandler = { messages.append("\($0) \($1)") }
    defer { TypeRegistry.undeclaredTypeHandler = earlier }
    let exported = UTType(exportedAs: "com.example.Undeclared")
    #expect(exported.identifier == "com.example.undeclared")
    #expect(!exported.isDeclared)
    #expect(!exported.isDynamic)
    #expect(exported.conforms(to: .data))
    let imported = UTType(importedAs: "com.example.other", conformingTo: .package)
    #expect(imported.conforms(to: .directory))
    #expect(messages.all == ["com.example.Undeclared true", "com.example.other false"])
    #expect(UTType(importedAs: "public.png") == .png)
  }
}
