import CoreTransferable
import Foundation
import Testing
import UniformTypeIdentifiers

extension NSItemProvider {
  /// Loads a value and waits for it.
  func value<T: Transferable & Sendable>(_ type: T.Type) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      loadTransferable(type: type) { continuation.resume(with: $0) }
    }
  }

  /// Loads data and waits for it.
  func data(_ type: UTType) async throws -> Data {
    try await loadDataRepresentation(for: type)
  }
}

@Suite("Transfer of values")
struct TransferTests {
  // MARK: - Values without a provider

  @Test("Types that are exported and imported, in their order")
  func types() {
    #expect(Picture.exportedContentTypes() == [.png, .utf8PlainText])
    #expect(Picture.importedContentTypes() == [.png, .jpeg])
    #expect(Film.exportedContentTypes() == [.mpeg4Movie, .quickTimeMovie])
    #expect(Film.importedContentTypes() == [.mpeg4Movie, .pdf])
    #expect(Page.importedContentTypes() == [.text])
    #expect(Data.exportedContentTypes() == [.data])
    #expect(AttributedString.exportedContentTypes() == [.utf8PlainText])
    #expect(String.importedContentTypes().contains(.plainText))
  }

  @Test("Conditions depend on the value, and visibility on the receiver")
  func conditions() {
    let levels: [TransferRepresentationVisibility] = [.all, .team, .group, .ownProcess]
    for (index, level) in levels.enumerated() {
      for isSecret in [false, true] {
        let recipe = Recipe(title: "Soup", isSecret: isSecret)
        let expected: [UTType?] = [
          isSecret ? nil : .recipe, index >= 1 ? .propertyList : nil, .utf8PlainText,
        ]
        #expect(recipe.exportedContentTypes(level) == expected.compactMap { $0 })
      }
      #expect(Page("a").exportedContentTypes(level) == (index == 3 ? [.html, .utf8PlainText] : []))
    }
    #expect(Recipe.exportedContentTypes() == [.recipe, .utf8PlainText])
  }

  @Test("Values are exported as a type or a supertype, and imported from a type or a subtype")
  func roundTrips() async throws {
    let picture = Picture(bytes: [1, 2, 3])
    for type in [UTType.png, .image, .data] {
      #expect(try await picture.exported(as: type) == Data([1, 2, 3]))
    }
    #expect(try await picture.exported(as: .text) == Data("[1, 2, 3]".utf8))
    #expect(try await Picture(importing: Data([1, 2, 3]), contentType: .png) == picture)
    #expect(try await Picture(importing: Data([3, 2, 1]), contentType: .jpeg) == picture)
    #expect(try await Picture(importing: Data([1, 2, 3]), contentType: nil) == picture)

    let recipe = Recipe(title: "Soup", steps: ["Boil"])
    for type in [UTType.recipe, .propertyList] {
      let data = try await recipe.exported(as: type)
      #expect(try await Recipe(importing: data, contentType: type) == recipe)
    }
    let json = try await recipe.exported(as: .json)
    #expect(try JSONDecoder().decode(Recipe.self, from: json) == recipe)
    #expect(try await recipe.exported(as: .plainText) == Data("Soup".utf8))
    let list = try await recipe.exported(as: .propertyList)
    #expect(try await Recipe(importing: list, contentType: .binaryPropertyList) == recipe)

    let label = Label(text: "Jam")
    let data = try await label.exported(as: .recipe)
    #expect(try JSONDecoder().decode(Recipe.self, from: data).title == "Jam")
    #expect(try await Label(importing: data, contentType: .recipe) == label)
    #expect(try await Page("a").exported(as: .html) == Data("<p>a".utf8))
    #expect(try await Page(importing: Data("b".utf8), contentType: .markdown).text == "b")
  }

  @Test("Types of Foundation are transferable")
  func foundation() async throws {
    #expect(try await "Grüße".exported(as: .utf8PlainText) == Data("Grüße".utf8))
    let utf16 = try #require("Grüße".data(using: .utf16LittleEndian))
    #expect(try await String(importing: utf16, contentType: .utf16PlainText) == "Grüße")
    #expect(try await String(importing: Data("# a".utf8), contentType: .markdown) == "# a")
    #expect(try await Data([1]).exported(as: .data) == Data([1]))
    #expect(try await Data(importing: Data([1]), contentType: .png) == Data([1]))
    for (text, types) in [("https://a.b/c", [UTType.url]), ("file:///a%20b", [.fileURL, .url])] {
      let url = try #require(URL(string: text))
      #expect(url.exportedContentTypes() == types)
      for type in types {
        #expect(try await url.exported(as: type) == Data(text.utf8))
        #expect(try await URL(importing: Data(text.utf8), contentType: type) == url)
      }
    }
    let attributed = try await AttributedString(importing: Data("a".utf8), contentType: .text)
    #expect(attributed == AttributedString("a"))
    #expect(try await attributed.exported(as: .text) == Data("a".utf8))
  }

  @Test("Missing types, conditions and errors of representations")
  func errors() async {
    func expect(_ code: Int, _ body: () async throws -> Void) async {
      do {
        try await body()
        Issue.record("no error, instead of \(code)")
      } catch {
        #expect((error as NSError).code == code)
      }
    }
    let unavailable = NSItemProvider.ErrorCode.itemUnavailableError.rawValue
    await expect(unavailable) { _ = try await Picture(bytes: [1]).exported(as: .pdf) }
    await expect(unavailable) { _ = try await Picture(importing: Data(), contentType: .pdf) }
    await expect(unavailable) {
      _ = try await Recipe(title: "x", isSecret: true).exported(as: .recipe)
    }
    await expect(unavailable) { _ = try await Label(text: "secret").exported(as: .recipe) }
    await expect(CocoaError.coderInvalidValue.rawValue) {
      _ = try await Picture(bytes: []).exported(as: .text)
    }
    await #expect(throws: DecodingError.self) {
      _ = try await Recipe(importing: Data("no".utf8), contentType: .recipe)
    }
  }

  @Test("Files are exported for the duration of a call, with the suggested name")
  func exportedFiles() async throws {
    let recipe = Recipe(title: "Soup")
    #expect(recipe.suggestedFilename == "Soup.recipe")
    #expect(Picture(bytes: []).suggestedFilename == nil)
    let url = try await recipe.withExportedFile(contentType: .recipe) { url in
      let decoded = try JSONDecoder().decode(Recipe.self, from: Data(contentsOf: url))
      #expect(decoded == recipe)
      return url
    }
    #expect(url.lastPathComponent == "Soup.recipe")
    #expect(!FileManager.default.fileExists(atPath: url.path))
    let text = try await recipe.withExportedFile(contentType: .plainText) { $0 }
    #expect(text.pathExtension == "txt")
  }

  // MARK: - Providers

  @Test("Values are registered and loaded again")
  func provider() async throws {
    let provider = NSItemProvider()
    provider.register(Picture(bytes: [1, 2]))
    #expect(provider.registeredContentTypes == [.png, .utf8PlainText])
    #expect(provider.suggestedName == nil)
    #expect(try await provider.value(Picture.self) == Picture(bytes: [1, 2]))
    #expect(try await provider.value(String.self) == "[1, 2]")
    #expect(try await provider.value(Data.self) == Data([1, 2]))
    #expect(try await provider.data(.image) == Data([1, 2]))
    #expect(try await provider.loadObject(ofClass: String.self) == "[1, 2]")

    let labels = NSItemProvider()
    labels.register(Label(text: "Jam"))
    #expect(try await labels.value(Label.self) == Label(text: "Jam"))
    #expect(try await labels.value(Recipe.self) == Recipe(title: "Jam"))
    let text = NSItemProvider(object: NSString(string: "plain"))
    #expect(try await text.value(String.self) == "plain")
    #expect(try await text.value(Page.self).text == "plain")
    await #expect(throws: (any Error).self) { try await text.value(Picture.self) }
  }

  @Test("Conditions, visibility and names are those of the registered value")
  func registration() async throws {
    for isSecret in [false, true] {
      let provider = NSItemProvider()
      provider.register(Recipe(title: "Soup", isSecret: isSecret))
      let types: [UTType] = [.propertyList, .utf8PlainText]
      #expect(provider.registeredContentTypes == (isSecret ? types : [.recipe] + types))
      #expect(
        provider.registeredTypeIdentifiers(visibleTo: .all).contains("com.apple.property-list")
          == false)
      #expect(
        provider.registeredTypeIdentifiers(visibleTo: .team).contains("com.apple.property-list"))
      #expect(provider.suggestedName == (isSecret ? nil : "Soup.recipe"))
      #expect(try await provider.value(Recipe.self).title == "Soup")
    }
    let named = NSItemProvider()
    named.suggestedName = "Mine"
    named.register(Recipe(title: "Soup"))
    #expect(named.suggestedName == "Mine")
  }

  @Test("Errors of an export and of an import arrive")
  func providerErrors() async throws {
    let provider = NSItemProvider()
    provider.register(Picture(bytes: []))
    await #expect(throws: CocoaError(.coderInvalidValue)) { try await provider.data(.text) }
    let wrong = NSItemProvider(
      item: Data("no".utf8) as NSData, typeIdentifier: UTType.recipe.identifier)
    await #expect(throws: (any Error).self) { try await wrong.value(Recipe.self) }
  }

  @Test("Files are copied, or opened in place if both sides allow it", arguments: [false, true])
  func files(allowsOriginal: Bool) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      UUID().uuidString + ".mp4")
    try Data("film".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let film = Film(url: file, allowsOriginal: allowsOriginal)
    #expect(try await film.exported(as: .movie) == Data("film".utf8))
    let imported = try await Film(importing: file, contentType: nil)
    #expect(imported.isOriginal && imported.url == file)

    let provider = NSItemProvider()
    provider.register(Film(url: file, allowsOriginal: allowsOriginal))
    #expect(provider.registeredContentTypesForOpenInPlace == [.mpeg4Movie])
    #expect(provider.suggestedName == "Holiday")
    let received = try await provider.value(Film.self)
    #expect(received.isOriginal == allowsOriginal)
    #expect((received.url == file) == allowsOriginal)
    #expect(try Data(contentsOf: received.url) == Data("film".utf8))
    if !allowsOriginal {
      #expect(received.url.lastPathComponent.hasSuffix("-Holiday.mp4"))
      try FileManager.default.removeItem(at: received.url)
    }
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(try await provider.value(Data.self) == Data("film".utf8))

    // Data that is imported as file.
    let copy = try await Film(importing: Data("pdf".utf8), contentType: .pdf)
    #expect(copy.url.pathExtension == "pdf")
    #expect(try Data(contentsOf: copy.url) == Data("pdf".utf8))
    try FileManager.default.removeItem(at: copy.url)
  }

  @Test("A cancelled load cancels the asynchronous export and import", arguments: [false, true])
  func cancellation(exporting: Bool) async throws {
    let provider = NSItemProvider()
    if exporting {
      provider.register(Endless())
    } else {
      provider.registerDataRepresentation(for: .png) {
        $0(Data(), nil)
        return nil
      }
    }
    let codes = AsyncStream<Int>.makeStream()
    let progress = provider.loadTransferable(type: Endless.self) { result in
      if case .failure(let error) = result { codes.continuation.yield((error as NSError).code) }
      codes.continuation.finish()
    }
    try await Task.sleep(nanoseconds: 20_000_000)
    progress.cancel()
    var received: [Int] = []
    for await code in codes.stream { received.append(code) }
    #expect(received == [CocoaError.userCancelled.rawValue])
  }

  @Test("Tasks register and load values at the same time")
  func tasks() async throws {
    let provider = NSItemProvider()
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          provider.register(Picture(bytes: [UInt8(number)]))
          return (try? await provider.value(Picture.self).bytes.count) == 1
        }
      }
      for await isLoaded in group { #expect(isLoaded) }
    }
    #expect(provider.registeredContentTypes == [.png, .utf8PlainText])
  }
}
