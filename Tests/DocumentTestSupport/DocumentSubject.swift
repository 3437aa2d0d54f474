package import Foundation
internal import SystemPackage
internal import Testing
package import UniformDocuments

/// A document class whose documents are edited and saved in place, as the rules check it.
package struct DocumentSubject: Sendable, CustomTestStringConvertible {
  /// The properties by which the rules distinguish classes.
  package enum Trait: Sendable {
    /// A document can be edited that was neither opened nor created with contents.
    case startsEmpty
    /// An edit can be undone.
    case undoes
    /// An autosave writes the item, and not the recovery location only.
    case autosavesInPlace
    /// A document without changes takes over what another process saves.
    case followsItem
    /// Reverting to the contents of another item moves the document there.
    case movesWithRevert
  }

  package let testDescription: String
  /// The name of the item.
  package let fileName: String
  /// The contents in words: of a new item, after the edit, and of another process.
  package let original: String
  package let edited: String
  package let theirs: String
  package let traits: Set<Trait>
  /// Writes contents to an item without the document.
  package let write: @Sendable (String, URL) throws -> Void
  /// Reads the contents of an item without the document.
  package let read: @Sendable (URL) throws -> String
  /// Makes a document that is not open.
  package let make: @Sendable @MainActor (URL, DocumentEnvironment) throws -> CheckedDocument

  /// Describes a class; the default functions write and read a file of text.
  package init(
    _ description: String, _ fileName: String = "a.txt", original: String = "one",
    edited: String = "one two", theirs: String = "three",
    traits: Set<Trait> = [
      .startsEmpty, .undoes, .autosavesInPlace, .followsItem, .movesWithRevert,
    ],
    write: @escaping @Sendable (String, URL) throws -> Void = { try Data($0.utf8).write(to: $1) },
    read: @escaping @Sendable (URL) throws -> String = {
      try String(decoding: Data(contentsOf: $0), as: UTF8.self)
    },
    make: @escaping @Sendable @MainActor (URL, DocumentEnvironment) throws -> CheckedDocument
  ) {
    testDescription = description
    self.fileName = fileName
    self.original = original
    self.edited = edited
    self.theirs = theirs
    self.traits = traits
    self.write = write
    self.read = read
    self.make = make
  }
}

/// A directory in which a rule is checked for one document class.
@MainActor final class DocumentCheck {
  let subject: DocumentSubject
  let directory: URL

  init(_ subject: DocumentSubject) throws {
    self.subject = subject
    directory = FileManager.default.temporaryDirectory
      .appending(path: "document-check-\(UUID().uuidString)", directoryHint: .isDirectory)
    for name in ["items", "other"] {
      try FileManager.default.createDirectory(
        at: directory.appending(path: name), withIntermediateDirectories: true)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: directory) }

  var url: URL { directory.appending(path: "items/\(subject.fileName)") }
  var otherDirectory: URL { directory.appending(path: "other") }
  var otherURL: URL { otherDirectory.appending(path: subject.fileName) }

  /// The contents of the item in words.
  var item: String { get throws { try subject.read(url) } }

  func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Makes a document that is quiet, and that neither autosaves nor watches by itself.
  func make(at url: URL) throws -> CheckedDocument {
    var environment = DocumentEnvironment(autosavePolicy: nil)
    environment.report = { _ in }
    environment.autosaveDirectory = FilePath(directory.appending(path: "autosaved").path)
    environment.writableCopiesDirectory = nil
    environment.watchesItems = false
    environment.presenterPatience = .seconds(60)
    return try subject.make(url, environment)
  }

  /// Writes the item and opens it.
  func open() async throws -> CheckedDocument {
    try subject.write(subject.original, url)
    let document = try make(at: url)
    try await document.open()
    return document
  }

  /// Changes the item like another process, and informs the document.
  func writeAsOther(_ document: CheckedDocument) throws {
    try subject.write(subject.theirs, url)
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(10)], ofItemAtPath: url.path)
    document.itemDidChange()
  }

  /// Waits until a condition holds; the limit ends a run in which it never does.
  func wait(
    until condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while try !condition() {
      try #require(ContinuousClock.now < end, sourceLocation: sourceLocation)
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// The identity of the item: an unchanged item is not written again.
  var stamp: [String] {
    get throws {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      let date = attributes[.modificationDate] as? Date
      return ["\(attributes[.systemFileNumber] ?? "")", "\(date?.timeIntervalSince1970 ?? 0)"]
    }
  }
}
