import Foundation
import SystemPackage
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// A directory with items, and a controller that opens them.
@MainActor final class Workplace {
  let directory: URL
  let controller: DocumentController

  /// The shared state of most tests, because reading declarations takes most of the time.
  nonisolated static let registry = Result { try makeRegistry(declaring: nil) }

  /// - Parameter className: a class that an Info.plist declares for texts.
  init(declaring className: String? = nil) throws {
    directory = FileManager.default.temporaryDirectory
      .appending(component: "file-documents-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    controller = DocumentController(
      registry: className == nil
        ? try Self.registry.get() : try Self.makeRegistry(declaring: className),
      recentDocumentList: RecentDocumentList(path: nil))
  }

  nonisolated private static func makeRegistry(declaring className: String?) throws -> TypeRegistry
  {
    var declarations: [String: Any] = [
      "CFBundleIdentifier": "com.example.client",
      "UTExportedTypeDeclarations": [
        [
          "UTTypeIdentifier": "com.example.client.album",
          "UTTypeConformsTo": ["com.apple.package"],
          "UTTypeTagSpecification": ["public.filename-extension": ["clientalbum"]],
        ] as [String: Any]
      ],
    ]
    if let className {
      declarations["CFBundleDocumentTypes"] = [
        [
          "CFBundleTypeName": "Text", "CFBundleTypeRole": "Editor",
          "LSItemContentTypes": ["public.plain-text"], "UIDocumentClass": className,
        ] as [String: Any]
      ]
    }
    let plist = FileManager.default.temporaryDirectory
      .appending(component: "file-documents-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: plist) }
    try PropertyListSerialization.data(fromPropertyList: declarations, format: .xml, options: 0)
      .write(to: plist)
    return try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, files: [plist.path],
        usesCache: false))
  }

  /// Removes the directory; deferred to the end of a test.
  func remove() { try? FileManager.default.removeItem(at: directory) }

  func url(_ name: String) -> URL { directory.appending(path: name) }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
  }

  /// Writes an item of a client: a file, or a package whose files are `name=text` and `;` between.
  nonisolated static func write(_ contents: String, to url: URL) throws {
    guard url.pathExtension == "clientalbum" else { return try Data(contents.utf8).write(to: url) }
    try? FileManager.default.removeItem(at: url)
    for file in contents.split(separator: ";") {
      let parts = file.split(separator: "=")
      let place = url.appending(path: String(parts[0]))
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(parts[1].utf8).write(to: place)
    }
  }

  /// The contents that ``write(_:to:)`` would write.
  nonisolated static func contents(_ url: URL) throws -> String {
    func text(_ url: URL) throws -> String {
      String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
    guard url.pathExtension == "clientalbum" else { return try text(url) }
    let names = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
    let files = names.filter { $0.contains(".") }
    return try (files.filter { $0 == "Title.txt" } + files.filter { $0 != "Title.txt" })
      .map { try "\($0)=" + text(url.appending(path: $0)) }.joined(separator: ";")
  }

  func write(_ contents: String, to name: String) throws { try Self.write(contents, to: url(name)) }

  func contents(_ name: String) throws -> String { try Self.contents(url(name)) }

  /// Makes a document that says nothing on standard error, and keeps what it must in the directory.
  ///
  /// - Parameter autosaves: whether it saves itself a moment after an edit.
  func make(_ name: String, autosaves: Bool = false) throws -> Document {
    let document = try controller.makeDocument(at: url(name))
    var environment = DocumentEnvironment(
      autosavePolicy: autosaves ? AutosavePolicy(idlePeriod: .milliseconds(5)) : nil)
    environment.report = { _ in }
    environment.registry = document.environment.registry
    environment.writableTypes = document.environment.writableTypes
    environment.autosaveDirectory = FilePath(url("autosaved").path)
    document.environment = environment
    controller.addDocument(document)
    return document
  }

  func open(_ name: String, autosaves: Bool = false) async throws -> Document {
    let document = try make(name, autosaves: autosaves)
    try await document.openContents()
    return document
  }

  /// Writes an item as another program does that coordinates.
  func writeAsOther(_ contents: String, to name: String) throws {
    try write(contents, to: name)
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(10)], ofItemAtPath: url(name).path)
    for document in controller.documents { document.presentedItemDidChange() }
  }

  /// Waits until something is so, which others see to.
  func wait(until isSo: () throws -> Bool) async throws {
    // The limit ends a run in which the condition never holds; a machine with other work takes
    // minutes.
    let end = ContinuousClock.now + .seconds(20 * 60)
    while try !isSo() {
      try #require(ContinuousClock.now < end, "it has not become so within twenty minutes")
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
