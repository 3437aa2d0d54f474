import Foundation
import TestSupport
import Testing
import TypeDetection
import TypeGraph
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
