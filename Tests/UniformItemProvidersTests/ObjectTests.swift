import Foundation
import Testing
import UniformItemProviders
import UniformTypeIdentifiers

@Suite("Objects and items of item providers")
struct ObjectTests {
  @Test("Texts and URLs are loaded again as values and as objects")
  func values() async throws {
    let text = NSItemProvider(object: NSString(string: "Grüße"))
    #expect(text.registeredTypeIdentifiers == ["public.utf8-plain-text"])
    #expect(text.canLoadObject(ofClass: String.self) && text.canLoadObject(ofClass: NSString.self))
    #expect(!text.canLoadObject(ofClass: URL.self) && !text.canLoadObject(ofClass: NSURL.self))
    #expect(try await text.loadObject(ofClass: String.self) == "Grüße")
    await #expect(throws: (any Error).self) { try await text.loadObject(ofClass: URL.self) }

    let web = try #require(URL(string: "https://example.com/a?b=c#d"))
    for (url, types) in [
      (web, ["public.url"]),
      (URL(filePath: "/tmp/a b"), ["public.file-url", "public.url"]),
    ] {
      let provider = NSItemProvider(object: url as NSURL)
      #expect(provider.registeredTypeIdentifiers == types)
      #expect(try await provider.loadObject(ofClass: URL.self) == url)
    }

    let calls = Calls<String?>()
    text.loadObject(ofClass: NSMutableString.self) { object, _ in
      calls.append((object as? NSMutableString).map { String($0) })
    }
    text.loadObject(ofClass: String.self) { value, _ in calls.append(value) }
    text.loadObject(ofClass: NSAttributedString.self) { object, _ in
      calls.append((object as? NSAttributedString)?.string)
    }
    #expect(try await calls.wait(3) == ["Grüße", "Grüße", "Grüße"])
    let attributed = NSItemProvider(object: NSAttributedString(string: "plain"))
    #expect(try await attributed.loadObject(ofClass: String.self) == "plain")
  }

  @Test(
    "Texts are decoded in the encoding of their type",
    arguments: [
      ("public.utf8-plain-text", String.Encoding.utf8),
      ("public.utf16-plain-text", .utf16LittleEndian),
      ("public.utf16-plain-text", .utf16), ("public.utf16-external-plain-text", .utf16BigEndian),
      ("public.plain-text", .utf8), ("public.plain-text", .utf16),
      ("net.daringfireball.markdown", .utf8),
    ])
  func encodings(type: String, encoding: String.Encoding) async throws {
    let data = try #require("Grüße 🌍".data(using: encoding))
    let provider = NSItemProvider(item: data as NSData, typeIdentifier: type)
    #expect(try await provider.loadObject(ofClass: String.self) == "Grüße 🌍")
  }

  @Test("Data that is not of its type is an error")
  func unreadable() async throws {
    for (data, type) in [([0xFF, 0x80] as [UInt8], "public.utf8-plain-text"), ([], "public.url")] {
      let provider = NSItemProvider(item: Data(data) as NSData, typeIdentifier: type)
      await #expect {
        if type == "public.url" {
          _ = try await provider.loadObject(ofClass: URL.self)
        } else {
          _ = try await provider.loadObject(ofClass: String.self)
        }
      } throws: {
        ($0 as NSError).code == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue
      }
    }
  }

  @Test("A registered class creates its object at each load")
  func classes() async throws {
    let created = Calls<Int>()
    let provider = NSItemProvider()
    provider.registerObject(ofClass: String.self, visibility: .group) { completion in
      created.append(1)
      completion("lazy", nil)
      return nil
    }
    provider.registerObject(ofClass: Note.self, visibility: .all) { completion in
      completion(nil, CocoaError(.fileNoSuchFile))
      return nil
    }
    #expect(provider.registeredTypeIdentifiers == ["public.utf8-plain-text", "public.png"])
    #expect(provider.registeredTypeIdentifiers(visibleTo: .all) == ["public.png"])
    #expect(created.all.isEmpty)
    #expect(try await provider.loadObject(ofClass: String.self) == "lazy")
    #expect(try await provider.load("public.text", .file).text == "lazy")
    #expect(created.all.count == 2)
    #expect(
      try await provider.load("public.png", .data).error?.code == CocoaError.fileNoSuchFile.rawValue
    )
  }

  @Test("A cancelled load cancels the creation and the data of an object")
  func cancelledObject() async throws {
    let (cancelled, started) = (Calls<String>(), Calls<Int>())
    let provider = NSItemProvider()
    provider.registerObject(ofClass: SlowNote.self, visibility: .all) { completion in
      let creation = Progress(totalUnitCount: 1)
      creation.cancellationHandler = { cancelled.append("creation") }
      completion(SlowNote(started, cancelled), nil)
      return creation
    }
    let results = Calls<Int>()
    let progress = provider.loadDataRepresentation(for: .png) { _, error in
      results.append((error as NSError?)?.code ?? 0)
    }
    _ = try await started.wait()
    progress.cancel()
    #expect(try await results.wait() == [CocoaError.userCancelled.rawValue])
    #expect(Set(try await cancelled.wait(2)) == ["creation", "data"])
  }

  @Test("An object can have a narrower visibility than its registration")
  func visibility() {
    let levels: [NSItemProviderRepresentationVisibility] = [.all, .team, .group, .ownProcess]
    for own in levels {
      for registered in levels {
        let provider = NSItemProvider()
        provider.registerObject(HiddenNote(own), visibility: registered)
        for asked in levels {
          let isVisible = max(own.rawValue, registered.rawValue) <= asked.rawValue
          #expect(provider.registeredTypeIdentifiers(visibleTo: asked).isEmpty != isVisible)
        }
      }
    }
  }

  // MARK: - Items

  @Test("Items are given as they are, and have data")
  func items() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a.html")
      try Data("<p>".utf8).write(to: file)
      let data = NSItemProvider(item: Data([1, 2]) as NSData, typeIdentifier: "public.png")
      #expect(
        try await data.loadItem(forTypeIdentifier: "public.image") as? NSData as Data?
          == Data([1, 2]))
      // The compiler warns of the direct cast, which succeeds as well.
      let item: Any = try await data.loadItem(forTypeIdentifier: "public.image")
      #expect(item as? Data == Data([1, 2]))
      let url = NSItemProvider(item: file as NSURL, typeIdentifier: "public.html")
      #expect(try await url.loadItem(forTypeIdentifier: "public.html") as? NSURL as URL? == file)
      #expect(try await url.load("public.html", .data).text == "<p>")
      let link = NSItemProvider(item: file as NSURL, typeIdentifier: "public.url")
      #expect(try await link.load("public.url", .data).text == file.absoluteString)
      let list = NSItemProvider(
        item: NSDictionary(dictionary: ["a": 1]), typeIdentifier: "com.apple.xml-property-list")
      let bytes = try await list.loadDataRepresentation(for: .propertyList)
      #expect(bytes.starts(with: Data("<?xml".utf8)))
      #expect(
        try PropertyListSerialization.propertyList(from: bytes, format: nil) as? [String: Int]
          == ["a": 1])
      #expect(
        NSItemProvider(item: nil, typeIdentifier: "public.png").registeredTypeIdentifiers == [])
      #expect(NSItemProvider(item: NSString(), typeIdentifier: nil).registeredTypeIdentifiers == [])
    }
  }

  @Test("The handler of an item receives the options and the expected class")
  func itemHandler() async throws {
    let received = Calls<String>()
    let provider = NSItemProvider()
    provider.registerItem(forTypeIdentifier: "public.png") { completion, aClass, options in
      received.append("\(aClass.map { "\($0)" } ?? "-") \(options?["size"] as? Int ?? 0)")
      completion?(Data([7]) as NSData, nil)
    }
    let item = try await provider.loadItem(forTypeIdentifier: "public.png", options: ["size": 3])
    #expect(item as? NSData as Data? == Data([7]))
    _ = try await provider.loadDataRepresentation(for: .png)
    #expect(received.all == ["- 3", "NSData 0"])
    await #expect(throws: (any Error).self) {
      try await provider.loadItem(forTypeIdentifier: "public.json")
    }
  }

  // MARK: - Creation

  @Test("A provider of a URL has the file and its URL")
  func contents() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "Photo.png")
      #expect(NSItemProvider(contentsOf: file) == nil)
      #expect(NSItemProvider(contentsOf: nil) == nil)
      try Data("png".utf8).write(to: file)
      let provider = try #require(NSItemProvider(contentsOf: file))
      #expect(
        provider.registeredTypeIdentifiers == ["public.png", "public.file-url", "public.url"])
      #expect(provider.suggestedName == "Photo.png")
      #expect(try await provider.load("public.image", .inPlace).isOriginal)
      #expect(try await provider.loadObject(ofClass: URL.self) == file)
      let web = NSItemProvider(contentsOf: URL(string: "https://example.com"))
      #expect(web?.registeredTypeIdentifiers == ["public.url"])
      let typed = NSItemProvider(contentsOf: file, contentType: .jpeg)
      #expect(typed.registeredContentTypes == [.jpeg])
      #expect(
        try await typed.load("public.image", .file).url?.lastPathComponent == "Photo.png.jpeg")
    }
  }

  @Test("A copy has the representations of that moment")
  func copying() throws {
    let provider = NSItemProvider(object: NSString(string: "a"))
    provider.suggestedName = "A"
    let copy = try #require(provider.copy() as? NSItemProvider)
    copy.registerObject(Note("b", "public.png"), visibility: .all)
    copy.suggestedName = "B"
    #expect(provider.registeredTypeIdentifiers == ["public.utf8-plain-text"])
    #expect(copy.registeredTypeIdentifiers == ["public.utf8-plain-text", "public.png"])
    #expect(provider.suggestedName == "A")
  }

  @Test("A type that the program declares in code has its supertypes")
  func declaredInCode() async throws {
    let type = UTType(exportedAs: "com.example.code", conformingTo: .image)
    let provider = NSItemProvider()
    provider.registerDataRepresentation(for: type) {
      $0(Data("code".utf8), nil)
      return nil
    }
    #expect(provider.registeredContentTypes == [type])
    #expect(try await provider.load("public.image", .data).text == "code")
    #expect(try await provider.load("com.example.CODE", .data).text == "code")
  }
}

/// An object whose data arrives never.
private final class SlowNote: NSObject, NSItemProviderWriting, Sendable {
  let started: Calls<Int>
  let cancelled: Calls<String>

  init(_ started: Calls<Int>, _ cancelled: Calls<String>) {
    self.started = started
    self.cancelled = cancelled
  }

  static let writableTypeIdentifiersForItemProvider = ["public.png"]

  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    let progress = Progress(totalUnitCount: 1)
    progress.cancellationHandler = { [cancelled] in cancelled.append("data") }
    started.append(1)
    return progress
  }
}

/// An object with a visibility of its representations.
private final class HiddenNote: NSObject, NSItemProviderWriting {
  let visibility: NSItemProviderRepresentationVisibility
  init(_ visibility: NSItemProviderRepresentationVisibility) { self.visibility = visibility }

  static let writableTypeIdentifiersForItemProvider = ["public.png"]
  func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility { visibility }

  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? { nil }
}
