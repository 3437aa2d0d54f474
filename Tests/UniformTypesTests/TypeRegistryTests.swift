import Foundation
import SystemPackage
import TestSupport
import Testing
import UTITypeDetection
import UTITypeGraph
import UniformTypes

@Suite("Type registries")
struct TypeRegistryTests {
  @Test("include an Info.plist that a program adds, and report its findings")
  func adding() throws {
    #expect(Base.registry.type("org.example.undescribed") == nil)
    let registry = try Base.registry.adding(file: Fixture.path("inheriting.plist"))
    let type = try #require(registry.type(filenameExtension: "exmpl"))
    #expect(type.identifier == "org.example.undescribed")
    #expect(registry.type(filenameExtension: "two.exmpl") == nil)
    #expect(registry.types(tag: "two.exmpl", tagClass: .filenameExtension).isEmpty)
    #expect(registry.findings.contains { $0.rule == "unknown-parent" && $0.position.line == 21 })
    #expect(Base.registry.type("org.example.undescribed") == nil)
  }

  @Test("name the file, the reason and the remedy if a file or directory cannot be read")
  func missing() {
    #expect {
      try Base.registry.adding(file: "/nonexistent/Info.plist")
    } throws: { error in
      "\(error)".contains("/nonexistent/Info.plist") && "\(error)".contains("No such file")
    }
    #expect {
      try TypeRegistry(
        RegistryConfiguration(
          environment: [:], includesInstalledDeclarations: false,
          directories: ["/nonexistent-registry"], usesCache: false))
    } throws: { "\($0)".contains("/nonexistent-registry") }
  }

  @Test("work without HOME and with unset, empty and invalid XDG variables")
  func environments() throws {
    let environments: [[String: String]] = [
      [:], ["HOME": ""], ["HOME": "relative"], ["XDG_DATA_DIRS": "", "XDG_DATA_HOME": ""],
      ["XDG_DATA_DIRS": "relative:/nonexistent"], ["HOME": "/nonexistent", "XDG_CACHE_HOME": ""],
      ["XDG_DATA_DIRS": "/dev/null:/proc/1/root", "XDG_CACHE_HOME": "/proc"],
    ]
    for environment in environments {
      let registry = try TypeRegistry(RegistryConfiguration(environment: environment))
      #expect(registry.type("public.png") != nil)
    }
  }

  @Test("without base and sources are empty and return dynamic types")
  func empty() throws {
    let registry = try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, includesBase: false,
        usesCache: false))
    #expect(registry.types.isEmpty)
    #expect(registry.type("public.png") == nil)
    #expect(registry.type(filenameExtension: "png")?.identifier == "dyn.ah62d4rv4ge81a5xh")
    let verdict = registry.identify(bytes: [0, 1, 2], name: "x.png")
    #expect(verdict.mimeType == "application/octet-stream")
  }

  @Test("treat bytes that are cut at the limit as the start of a file")
  func cutBytes() async throws {
    let text = Array(("[" + String(repeating: "1,\n", count: 20_000) + "1]").utf8)
    let limit = DetectionLimits().headByteCount
    for count in [limit, limit + 1, text.count] {
      let verdict = try await Base.registry.identify(bytes: stream(text.prefix(count)))
      #expect(verdict.mimeType == (count == limit ? "text/plain" : "application/json"))
    }
    let start = Array(text.prefix(limit))
    #expect(Base.registry.identify(bytes: text).mimeType == "application/json")
    #expect(Base.registry.identify(bytes: start).mimeType == "text/plain")
    #expect(Base.registry.identify(bytes: start, size: text.count).mimeType == "application/json")
    let known = try await Base.registry.identify(bytes: stream(start[...]), size: text.count)
    #expect(known.mimeType == "application/json")
  }

  @Test("give arrays, spans, buffers and open files one verdict")
  func bytesInPlace() throws {
    for path in [Fixture.path("inheriting.plist"), #filePath] {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let verdict = Base.registry.identify(bytes: bytes)
      #expect(verdict.mimeType != "application/octet-stream")
      #expect(Base.registry.identify(bytes: bytes.span.bytes) == verdict)
      #expect(bytes.withUnsafeBytes { Base.registry.identify(bytes: $0) } == verdict)
      let descriptor = try FileDescriptor.open(path, .readOnly)
      defer { try? descriptor.close() }
      try descriptor.seek(offset: 3, from: .start)
      #expect(try Base.registry.identify(descriptor: descriptor).type == verdict.type)
      #expect(try descriptor.seek(offset: 0, from: .current) == 3)
      let named = try Base.registry.identify(descriptor: descriptor, name: path)
      #expect(try named == Base.registry.identify(path: path))
    }
  }

  @Test("report a descriptor that is closed or not open for reading, with its name")
  func invalidDescriptors() throws {
    let closed = FileDescriptor(rawValue: 9999)
    #expect {
      try Base.registry.identify(descriptor: closed, name: "gone")
    } throws: { "\($0)".contains("gone") && "\($0)".contains("Bad file descriptor") }
    let directory = try FileDescriptor.open("/", .readOnly)
    defer { try? directory.close() }
    #expect(try Base.registry.identify(descriptor: directory).basis == .kind)
  }

  @Test("use the bytes of names as names, also if they are not UTF-8")
  func nameBytes() {
    let names = ["a.png", "a.tar.gz", "Makefile", "folder/", "a.unknown", "", "é.JPG", "x.\u{C9}"]
    for name in names {
      let place = Array(name.utf8).withUnsafeBufferPointer {
        Base.registry.place(ofFileName: $0)
      }
      #expect(place == Base.registry.type(fileName: name)?.place)
    }
    let bytes: [UInt8] = [0xFF, 0xFE] + Array(".png".utf8)
    let place = bytes.withUnsafeBufferPointer { Base.registry.place(ofFileName: $0) }
    #expect(place.map { Base.registry.type(at: $0).identifier } == "public.png")
  }

  private func stream(_ bytes: ArraySlice<UInt8>) -> AsyncStream<UInt8> {
    AsyncStream { continuation in
      for byte in bytes { continuation.yield(byte) }
      continuation.finish()
    }
  }

  @Test("embed the image that Registry/ compiles to")
  func baseIsSound() throws {
    let image = try BaseRegistry.image()
    try image.checkIntegrity()
    #expect(image.diagnostics.filter { $0.severity == .error } == [])
    #expect(Base.registry.types.count > 1_000)
  }
}
