import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

/// A save of a small document, in each way that a file system forces on it.
struct SaveScenario: CustomTestStringConvertible, Sendable {
  let name: String
  /// The items before, below the directory of the place.
  let before: [String: String]
  /// The contents of the place after; keys below the place, or the empty key for a file.
  let after: [String: String]
  /// The name of the place.
  let place: String
  let operation: SafeWriter.Operation
  let strategy: SaveStrategy
  /// The operations that the file system refuses.
  let refuses: @Sendable (StoreCall) -> Errno?
  /// The action before the save.
  var prepare: @Sendable (FilePath) throws -> Void = { _ in }
  /// Another item that the new one makes superfluous.
  var superseded: String?

  var testDescription: String { name }

  static let oldText = String(repeating: "old text. ", count: 40)
  static let newText = String(repeating: "NEW CONTENTS! ", count: 50)

  private static let lacksModes: @Sendable (StoreCall) -> Errno? = { call in
    if case .rename(_, _, let mode) = call, mode != .replacing { return .invalidArgument }
    return nil
  }

  private static let noExchange: @Sendable (StoreCall) -> Errno? = { call in
    if case .rename(_, _, .exchanging) = call { return .improperLink }
    return nil
  }

  private static let nothing: @Sendable (StoreCall) -> Errno? = { _ in nil }

  private static let package = [
    "a.pack/index": oldText, "a.pack/kept": "kept", "a.pack/gone": "gone",
    "a.pack/sub/one": "one", "a.pack/sub/two": "two", "a.pack/oldsub/x": "x",
  ]
  private static let newPackage = [
    "index": newText, "kept": "kept", "added": "added", "sub/one": "ONE", "sub/three": "three",
    "newsub/y": "y",
  ]

  static let all: [SaveScenario] = [
    SaveScenario(
      name: "create", before: [:], after: ["": newText], place: "a.txt", operation: .create,
      strategy: .createExclusively, refuses: nothing),
    SaveScenario(
      name: "create where renaming always replaces", before: [:], after: ["": newText],
      place: "a.txt", operation: .create, strategy: .linkExclusively, refuses: lacksModes),
    SaveScenario(
      name: "overwrite", before: ["a.txt": oldText], after: ["": newText], place: "a.txt",
      operation: .overwrite, strategy: .exchange, refuses: nothing),
    SaveScenario(
      name: "overwrite without exchange", before: ["a.txt": oldText], after: ["": newText],
      place: "a.txt", operation: .overwrite, strategy: .backUpAndReplace, refuses: lacksModes),
    SaveScenario(
      name: "overwrite without exchange and links", before: ["a.txt": oldText],
      after: ["": newText], place: "a.txt", operation: .overwrite, strategy: .replace,
      refuses: { call in
        if case .link = call { return .notPermitted }
        return lacksModes(call)
      }),
    SaveScenario(
      name: "overwrite in place", before: ["a.txt": oldText], after: ["": newText],
      place: "a.txt", operation: .overwrite, strategy: .overwriteInPlace, refuses: nothing,
      prepare: { directory in
        try SystemFileStore().link(
          FileLocation(directory.appending("a.txt")),
          to: FileLocation(directory.appending("other name")))
      }),
    SaveScenario(
      name: "overwrite in place with less", before: ["a.txt": newText], after: ["": oldText],
      place: "a.txt", operation: .overwrite, strategy: .overwriteInPlace, refuses: noExchange),
    SaveScenario(
      name: "create a package", before: [:], after: newPackage, place: "a.pack",
      operation: .create, strategy: .createExclusively, refuses: nothing),
    SaveScenario(
      name: "overwrite a package", before: package, after: newPackage, place: "a.pack",
      operation: .overwrite, strategy: .exchange, refuses: nothing),
    SaveScenario(
      name: "overwrite a package without exchange", before: package, after: newPackage,
      place: "a.pack", operation: .overwrite, strategy: .moveAsideAndReplace,
      refuses: lacksModes),
    SaveScenario(
      name: "overwrite a package child by child", before: package, after: newPackage,
      place: "a.pack", operation: .overwrite, strategy: .replaceChildren, refuses: noExchange),
    SaveScenario(
      name: "file to package", before: ["a.pack": oldText], after: newPackage, place: "a.pack",
      operation: .overwrite, strategy: .exchange, refuses: nothing),
    SaveScenario(
      name: "package to file without exchange", before: package, after: ["": newText],
      place: "a.pack", operation: .overwrite, strategy: .moveAsideAndReplace,
      refuses: lacksModes),
    SaveScenario(
      name: "another type under another name", before: ["a.txt": oldText], after: newPackage,
      place: "a.pack", operation: .create, strategy: .createExclusively, refuses: nothing,
      superseded: "a.txt"),
    SaveScenario(
      name: "another type under another name, package to file", before: package,
      after: ["": newText], place: "a.txt", operation: .create, strategy: .createExclusively,
      refuses: nothing, superseded: "a.pack"),
    SaveScenario(
      name: "another type under another name where renaming always replaces",
      before: ["a.rtf": oldText], after: ["": newText], place: "a.txt", operation: .create,
      strategy: .linkExclusively, refuses: lacksModes, superseded: "a.rtf"),
    SaveScenario(
      name: "another type under another name, a package where renaming always replaces",
      before: ["a.txt": oldText], after: newPackage, place: "a.pack", operation: .create,
      strategy: .replace, refuses: lacksModes, superseded: "a.txt"),
  ]

  /// Writes the new item by way of a store; unchanged children of a package become links.
  func write(to path: FilePath, old: FilePath, store: any FileStore) throws {
    guard after[""] == nil else { return try write(after[""] ?? "", to: path, store: store) }
    try store.createDirectory(at: FileLocation(path), permissions: FilePermissions(rawValue: 0o755))
    for (name, text) in after.sorted(by: { $0.key < $1.key }) {
      let components = FilePath(name).components
      var parent = path
      for component in components.dropLast() {
        parent.append(component)
        guard !FileManager.default.fileExists(atPath: parent.string) else { continue }
        try store.createDirectory(
          at: FileLocation(parent), permissions: FilePermissions(rawValue: 0o755))
      }
      if before["\(place)/\(name)"] == text {
        try store.link(
          FileLocation(old.pushing(FilePath(name))),
          to: FileLocation(path.pushing(FilePath(name))))
      } else {
        try write(text, to: path.pushing(FilePath(name)), store: store)
      }
    }
  }

  private func write(_ text: String, to path: FilePath, store: any FileStore) throws {
    let file = try store.createFile(
      at: FileLocation(path), permissions: FilePermissions(rawValue: 0o644))
    defer { try? store.close(file) }
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      start += try bytes[start...].withUnsafeBytes { buffer in
        try store.write(buffer, to: file, at: Int64(start))
      }
    }
  }

  /// Saves the new item in a directory that holds the old one.
  @discardableResult
  func save(
    in directory: FilePath, store: any FileStore, options: SafeWriter.Options = .init()
  ) throws(SafeWritingError) -> SaveOutcome {
    let target = directory.appending(place)
    return try SafeWriter(store: store, options: options).write(
      to: target, operation,
      superseding: superseded.map { .init(path: directory.appending($0)) }
    ) { path in
      try write(to: path, old: target, store: store)
    }
  }

  /// The contents of the place in the contents of its directory.
  func item(in contents: [String: String]) -> [String: String] { item(named: place, in: contents) }

  /// Returns the contents of an item in the contents of its directory; nothing if it is missing.
  func item(named name: String, in contents: [String: String]) -> [String: String] {
    var item: [String: String] = [:]
    for (path, text) in contents where !path.hasSuffix("/") {
      if path == name { item[""] = text }
      if path.hasPrefix(name + "/") { item[String(path.dropFirst(name.count + 1))] = text }
    }
    return item
  }

  var itemBefore: [String: String] { item(in: before) }
}

/// Makes a store refuse what a scenario's file system lacks.
final class RefusingObserver: StoreObserver {
  let scenario: SaveScenario

  init(_ scenario: SaveScenario) { self.scenario = scenario }

  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    guard let errno = scenario.refuses(call) else { return nil }
    throw FileStoreError(call.operation, path: FilePath(), errno: errno)
  }
}
