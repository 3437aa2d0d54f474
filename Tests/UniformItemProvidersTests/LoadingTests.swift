import Foundation
import Synchronization
import TestSupport
import Testing
import UniformItemProviders
import UniformTypeIdentifiers

@Suite("Loading of item providers")
struct LoadingTests {
  @Test(
    "Each kind can be loaded in each form, by its type and by a supertype, and not by another type",
    arguments: RegisteredKind.allCases, LoadedForm.allCases)
  func kinds(kind: RegisteredKind, form: LoadedForm) async throws {
    for asked in ["public.png", "public.image", "PUBLIC.PNG", "public.json"] {
      guard form != .object || asked != "PUBLIC.PNG" else { continue }
      try await withFolder { folder in
        let provider = NSItemProvider()
        try provider.register("contents", as: "public.png", kind, in: folder)
        #expect(provider.registeredTypeIdentifiers == ["public.png"])
        #expect(provider.hasItemConformingToTypeIdentifier(asked) == (asked != "public.json"))
        let loaded = try await provider.load(asked, form)
        guard asked != "public.json" else {
          #expect(loaded.text == nil)
          #expect(loaded.error?.domain == NSItemProvider.errorDomain)
          #expect(loaded.error?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
          #expect(loaded.error?.localizedDescription.contains("public.json") == true)
          return
        }
        #expect(loaded.text == "contents", "\(asked)")
        #expect(loaded.error == nil)
        let isOriginal = form == .inPlace && kind == .originalFile
        #expect(loaded.isOriginal == isOriginal)
        if let url = loaded.url {
          let original = folder.appending(path: "Original.bin")
          #expect((url.path == original.path) == isOriginal)
          if !isOriginal {
            #expect(url.deletingLastPathComponent().lastPathComponent.hasPrefix("ItemProvider-"))
            try await Self.expectRemoved(url.deletingLastPathComponent())
          }
          if [.file, .originalFile].contains(kind) {
            #expect(FileManager.default.fileExists(atPath: original.path))
          }
        }
      }
    }
  }

  /// A copy is removed right after its handler has returned.
  private static func expectRemoved(_ folder: URL) async throws {
    for _ in 0..<2000 where FileManager.default.fileExists(atPath: folder.path) {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("The equal type is loaded, else the first that conforms, in each order of registration")
  func order() async throws {
    let identifiers = [
      "public.png", "public.jpeg", "public.utf8-plain-text", "public.html", "public.json",
      "com.adobe.pdf", "public.data", "public.image", "public.text", "com.example.undeclared",
    ]
    var generator = SeededGenerator(seed: 47)
    for _ in 0..<60 {
      let registered = identifiers.shuffled(using: &generator).prefix(
        .random(in: 1...7, using: &generator))
      let provider = NSItemProvider()
      for identifier in registered {
        provider.registerDataRepresentation(forTypeIdentifier: identifier, visibility: .all) {
          $0(Data(identifier.utf8), nil)
          return nil
        }
      }
      #expect(provider.registeredTypeIdentifiers == Array(registered))
      #expect(provider.registeredContentTypes == registered.compactMap { UTType($0) })
      for asked in identifiers + ["public.item", "public.plain-text", "public.movie"] {
        let conforming = registered.filter { identifier in
          guard let type = UTType(identifier), let supertype = UTType(asked) else { return false }
          return type.conforms(to: supertype)
        }
        let expected = registered.contains(asked) ? asked : conforming.first
        #expect(provider.hasItemConformingToTypeIdentifier(asked) == (expected != nil))
        if let type = UTType(asked) {
          #expect(
            provider.registeredContentTypes(conformingTo: type).map(\.identifier) == conforming)
        }
        #expect(try await provider.load(asked, .data).text == expected, "\(asked) of \(registered)")
      }
    }
  }

  @Test("Among the forms of one type the requested one is preferred, and a repetition replaces")
  func forms() async throws {
    try await withFolder { folder in
      let provider = NSItemProvider()
      try provider.register("old", as: "public.png", .data, in: folder)
      try provider.register("file", as: "public.png", .originalFile, in: folder)
      try provider.register("item", as: "public.png", .item, in: folder)
      try provider.register("data", as: "public.png", .data, in: folder)
      #expect(provider.registeredTypeIdentifiers == ["public.png"])
      #expect(provider.registeredTypeIdentifiers(fileOptions: .openInPlace) == ["public.png"])
      #expect(provider.registeredContentTypesForOpenInPlace == [.png])
      #expect(
        provider.hasRepresentationConforming(
          toTypeIdentifier: "public.image", fileOptions: .openInPlace))
      #expect(try await provider.load("public.png", .data).text == "data")
      #expect(try await provider.load("public.png", .inPlace).text == "file")
      #expect(try await provider.load("public.image", .item).text == "item")
      #expect(try await provider.load("public.png", .object).text == "data")
    }
  }

  @Test("A load in place gives a copy of a file that may not be opened")
  func notInPlace() async throws {
    try await withFolder { folder in
      let provider = NSItemProvider()
      try provider.register("file", as: "public.png", .file, in: folder)
      #expect(provider.registeredContentTypesForOpenInPlace == [])
      #expect(
        !provider.hasRepresentationConforming(
          toTypeIdentifier: "public.png", fileOptions: .openInPlace))
      #expect(provider.hasRepresentationConforming(toTypeIdentifier: "public.png"))
      let calls = Calls<Bool>()
      provider.loadFileRepresentation(for: .image, openInPlace: true) { url, isOriginal, _ in
        calls.append(url != nil && !isOriginal)
      }
      #expect(try await calls.wait() == [true])
    }
  }

  @Test(
    "Names of copies",
    arguments: [
      ("Photo", RegisteredKind.data, "public.png", "Photo.png"),
      ("Photo.png", .data, "public.png", "Photo.png"),
      ("Photo.old", .data, "public.png", "Photo.old.png"),
      ("a/../b", .data, "public.png", "a:..:b.png"),
      ("..", .data, "public.png", "Item.png"),
      ("", .data, "public.jpeg", "Item.jpeg"),
      (nil, .data, "com.adobe.pdf", "Item.pdf"),
      ("Notes", .data, "public.utf8-plain-text", "Notes.txt"),
      ("Notes.md", .data, "public.utf8-plain-text", "Notes.md"),
      (nil, .data, "com.example.undeclared", "Item"),
      (nil, .file, "public.png", "Original.bin"),
      ("Photo", .file, "public.png", "Photo.png"),
      ("Photo", .file, "com.example.undeclared", "Photo.bin"),
      ("Photo", .object, "public.html", "Photo.html"),
    ] as [(String?, RegisteredKind, String, String)])
  func names(suggested: String?, kind: RegisteredKind, type: String, expected: String) async throws
  {
    try await withFolder { folder in
      let provider = NSItemProvider()
      provider.suggestedName = suggested
      try provider.register("x", as: type, kind, in: folder)
      #expect(try await provider.load(type, .file).url?.lastPathComponent == expected)
    }
  }

  @Test("A directory is copied as a whole, and has no data")
  func directories() async throws {
    try await withFolder { folder in
      let package = folder.appending(path: "Text.rtfd", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
      try Data("inner".utf8).write(to: package.appending(path: "TXT.rtf"))
      for coordinated in [false, true] {
        let provider = NSItemProvider(
          contentsOf: package, contentType: nil, coordinated: coordinated)
        #expect(provider.registeredContentTypes == [.rtfd])
        let calls = Calls<String?>()
        provider.loadFileRepresentation(for: .rtfd) { url, _, _ in
          calls.append(
            url.flatMap { try? String(contentsOf: $0.appending(path: "TXT.rtf"), encoding: .utf8) })
        }
        #expect(try await calls.wait() == ["inner"])
        #expect(try await provider.load("com.apple.rtfd", .data).error != nil)
      }
    }
  }

  @Test("A coordinated file is read")
  func coordinated() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "a.txt")
      try Data("text".utf8).write(to: file)
      let provider = NSItemProvider(
        contentsOf: file, contentType: .utf8PlainText, coordinated: true, visibility: .team)
      #expect(try await provider.load("public.text", .data).text == "text")
      #expect(try await provider.load("public.text", .file).text == "text")
      #expect(provider.registeredTypeIdentifiers(visibleTo: .all) == [])
      #expect(provider.registeredTypeIdentifiers(visibleTo: .team) == ["public.utf8-plain-text"])
      try FileManager.default.removeItem(at: file)
      #expect(try await provider.load("public.text", .file).error != nil)
    }
  }

  // MARK: - Ends

  @Test("A cancelled load cancels the handler and reports this once")
  func cancellation() async throws {
    let handlers = Calls<@Sendable (Data?, (any Error)?) -> Void>()
    let (cancellations, results) = (Calls<Int>(), Calls<NSError?>())
    let provider = NSItemProvider()
    provider.registerDataRepresentation(for: .png) { completion in
      handlers.append(completion)
      let progress = Progress(totalUnitCount: 10)
      progress.cancellationHandler = { cancellations.append(1) }
      return progress
    }
    let progress = provider.loadDataRepresentation(for: .image) { _, error in
      results.append(error as NSError?)
    }
    let answer = try await handlers.wait()[0]
    #expect(!progress.isCancelled && !progress.isFinished)
    progress.cancel()
    progress.cancel()
    answer(Data(), nil)
    #expect(try await results.wait().map { $0?.code } == [CocoaError.userCancelled.rawValue])
    #expect(results.all.first??.domain == NSCocoaErrorDomain)
    #expect(try await cancellations.wait() == [1])
    #expect(progress.isCancelled && !progress.isFinished)

    let task = Task { try await provider.loadDataRepresentation(for: .png) }
    _ = try await handlers.wait(2)
    task.cancel()
    await #expect(throws: CocoaError(.userCancelled)) { try await task.value }
    #expect(try await cancellations.wait(2).count == 2)
    #expect(results.all.count == 1)
  }

  @Test("The progress of a load follows the progress of the handler")
  func progress() async throws {
    let handlers = Calls<@Sendable (Data?, (any Error)?) -> Void>()
    let part = Progress(totalUnitCount: 4)
    let provider = NSItemProvider()
    provider.registerDataRepresentation(for: .png) { completion in
      part.completedUnitCount = 1
      handlers.append(completion)
      return part
    }
    let results = Calls<Data?>()
    let progress = provider.loadDataRepresentation(for: .png) { data, _ in results.append(data) }
    let answer = try await handlers.wait()[0]
    for _ in 0..<2000 where progress.fractionCompleted == 0 {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(progress.fractionCompleted == 0.25)
    answer(Data([1]), nil)
    #expect(try await results.wait() == [Data([1])])
    #expect(progress.isFinished && progress.completedUnitCount == 1)
    progress.cancel()
    #expect(!progress.isCancelled)
  }

  @Test("Errors of handlers arrive unchanged; an answer without value and error is an error")
  func errors() async throws {
    let provider = NSItemProvider()
    provider.registerDataRepresentation(for: .png) { completion in
      completion(nil, CocoaError(.fileNoSuchFile))
      completion(Data(), nil)
      return nil
    }
    provider.registerDataRepresentation(for: .json) { completion in
      completion(nil, nil)
      return nil
    }
    provider.registerFileRepresentation(for: .pdf) { completion in
      completion(nil, false, CocoaError(.fileReadNoPermission))
      return nil
    }
    provider.registerItem(forTypeIdentifier: "public.html") { completion, _, _ in
      completion?(NSObjectItem(), nil)
    }
    for form in [LoadedForm.data, .file, .inPlace, .object, .item] {
      #expect(
        try await provider.load("public.png", form).error?.code
          == CocoaError.fileNoSuchFile.rawValue)
      #expect(
        try await provider.load("public.json", form).error?.code
          == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
      guard form != .object else { continue }
      #expect(
        try await provider.load("com.adobe.pdf", form).error?.code
          == CocoaError.fileReadNoPermission.rawValue)
      guard form != .item else { continue }
      #expect(
        try await provider.load("public.html", form).error?.code
          == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue)
    }
    #expect(NSItemProvider.errorDomain == "NSItemProviderErrorDomain")
    #expect(NSItemProvider.ErrorCode.unexpectedValueClassError.rawValue == -1100)
  }

  @Test("Threads register and load at the same time")
  func threads() async throws {
    let provider = NSItemProvider()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            let identifier = "com.example.t\(thread)-\(number)"
            provider.registerDataRepresentation(forTypeIdentifier: identifier, visibility: .all) {
              $0(Data(identifier.utf8), nil)
              return nil
            }
            provider.suggestedName = identifier
            let loaded = try await provider.load(identifier, .data)
            #expect(loaded.text == identifier)
            let progress = provider.loadDataRepresentation(forTypeIdentifier: identifier) { _, _ in
            }
            progress.cancel()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(provider.registeredTypeIdentifiers).count == 400)
  }
}

/// An item that is not a property list.
private final class NSObjectItem: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}
