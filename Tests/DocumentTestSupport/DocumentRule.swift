internal import Foundation
internal import Synchronization
internal import Testing
internal import UniformDocuments

/// A rule of `DocumentRules.md` that holds for every document class, with its check.
package struct DocumentRule: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  private let traits: Set<DocumentSubject.Trait>
  private let check: @Sendable @MainActor (DocumentCheck) async throws -> Void

  init(
    _ description: String, for traits: Set<DocumentSubject.Trait> = [],
    _ check: @escaping @Sendable @MainActor (DocumentCheck) async throws -> Void
  ) {
    testDescription = description
    self.traits = traits
    self.check = check
  }
}

/// Checks one rule for a document class, if the rule applies to it.
@MainActor package func checkDocument(_ subject: DocumentSubject, _ rule: DocumentRule) async throws
{
  try await rule.run(subject)
}

/// Runs code that waits: a task that waits takes a thread that the documents need.
private func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: body)) }.start()
  }
}

extension DocumentRule {
  @MainActor fileprivate func run(_ subject: DocumentSubject) async throws {
    guard traits.isSubset(of: subject.traits) else { return }
    let place = try DocumentCheck(subject)
    defer { place.remove() }
    try await check(place)
  }

  /// The rules of all classes.
  package static let all = opening + changes + saving + autosaving + others + ending

  private static let opening = [
    DocumentRule("A document that is opened shows its item, without changes") { place in
      let document = try await place.open()
      #expect(try document.text() == place.subject.original && !document.isEdited())
      try await document.saveAndClose()
    },
    DocumentRule("A missing item is an error, and the document can be opened later") { place in
      try place.subject.write(place.subject.original, place.url)
      let document = try place.make(at: place.url)
      try FileManager.default.removeItem(at: place.url)
      await #expect(throws: (any Error).self) { try await document.open() }
      try place.subject.write(place.subject.original, place.url)
      try await document.open()
      #expect(try document.text() == place.subject.original)
      try await document.saveAndClose()
    },
  ]

  private static let changes = [
    DocumentRule("F1: An edit counts at once, and a save makes the document clean") { place in
      let document = try await place.open()
      try document.edit()
      #expect(document.isEdited())
      try await document.save(place.url)
      #expect(!document.isEdited())
      #expect(try place.item == place.subject.edited)
      // The end of the event of the edit does not count as another edit.
      try await Task.sleep(for: .milliseconds(1))
      #expect(!document.isEdited())
      try await document.saveAndClose()
    },
    DocumentRule("F2: Undoing leads to the saved state, and redoing away from it", for: [.undoes]) {
      place in
      let document = try await place.open()
      try document.edit()
      document.undoManager()?.endEvent()
      document.undoManager()?.undo()
      #expect(try document.text() == place.subject.original && !document.isEdited())
      document.undoManager()?.redo()
      #expect(try document.text() == place.subject.edited && document.isEdited())
      try await document.saveAndClose()
      #expect(try place.item == place.subject.edited)
    },
    DocumentRule("F3: Undoing beyond a save is a change, which redoing takes back", for: [.undoes])
    {
      place in
      let document = try await place.open()
      try document.edit()
      document.undoManager()?.endEvent()
      try await document.save(place.url)
      document.undoManager()?.undo()
      #expect(try document.text() == place.subject.original && document.isEdited())
      document.undoManager()?.redo()
      #expect(!document.isEdited())
      document.undoManager()?.undo()
      try await document.saveAndClose()
      #expect(try place.item == place.subject.original)
    },
    DocumentRule("F4: An edit after an undo beyond a save leaves no saved state", for: [.undoes]) {
      place in
      let document = try await place.open()
      try document.edit()
      document.undoManager()?.endEvent()
      try await document.save(place.url)
      document.undoManager()?.undo()
      try document.edit()
      document.undoManager()?.endEvent()
      #expect(document.isEdited())
      document.undoManager()?.undo()
      #expect(document.isEdited())
      try await document.discard()
    },
  ]

  private static let saving = [
    DocumentRule("D1: A new document is saved as a new item", for: [.startsEmpty]) { place in
      let document = try place.make(at: place.url)
      try document.edit()
      let text = try document.text()
      try await document.saveAs(place.url)
      #expect(!document.isEdited() && document.url()?.path == place.url.path)
      try await document.saveAndClose()
      let other = try place.make(at: place.url)
      try await other.open()
      #expect(try other.text() == text)
      try await other.saveAndClose()
    },
    DocumentRule("D9: An explicit save recreates a deleted item") { place in
      let document = try await place.open()
      try document.edit()
      try FileManager.default.removeItem(at: place.url)
      try await document.save(place.url)
      #expect(try place.item == place.subject.edited && !document.isEdited())
      try await document.saveAndClose()
    },
    DocumentRule("D10: A save never replaces what another process has saved") { place in
      let document = try await place.open()
      try document.edit()
      try place.writeAsOther(document)
      let error = await #expect(throws: DocumentError.self) { try await document.save(place.url) }
      #expect(error?.code == .changedOnDisk)
      #expect(try place.item == place.subject.theirs)
      #expect(try document.text() == place.subject.edited && document.isEdited())
      try await document.saveAs(place.otherURL)
      #expect(try place.subject.read(place.otherURL) == place.subject.edited)
      #expect(try place.item == place.subject.theirs)
      try await document.discard()
    },
    DocumentRule("A save that fails loses nothing, and the next one succeeds") { place in
      let document = try await place.open()
      try document.edit()
      let (items, away) = (
        place.url.deletingLastPathComponent(), place.directory.appending(path: "away")
      )
      try FileManager.default.moveItem(at: items, to: away)
      await #expect(throws: (any Error).self) { try await document.save(place.url) }
      #expect(try document.text() == place.subject.edited && document.isEdited())
      try FileManager.default.moveItem(at: away, to: items)
      try await document.save(place.url)
      #expect(try place.item == place.subject.edited && !document.isEdited())
      try await document.saveAndClose()
    },
    DocumentRule("L15: The path names an item at every instant of a save") { place in
      let document = try await place.open()
      let path = place.url.path
      let ends = Mutex(false)
      async let missing = onThread {
        var missing = 0
        while !ends.withLock({ $0 }) {
          var status = stat()
          if lstat(path, &status) != 0 { missing += 1 }
        }
        return missing
      }
      // A thread that goes on would keep the test after an error.
      defer { ends.withLock { $0 = true } }
      for _ in 0..<5 {
        try document.edit()
        try await document.save(place.url)
      }
      ends.withLock { $0 = true }
      #expect(try await missing == 0)
      try await document.saveAndClose()
    },
    DocumentRule("A copy leaves the item, the URL and the changes of the document") { place in
      let document = try await place.open()
      try document.edit()
      try await document.export(place.otherURL)
      #expect(try place.subject.read(place.otherURL) == place.subject.edited)
      #expect(try place.item == place.subject.original)
      #expect(document.isEdited() && document.url()?.path == place.url.path)
      try await document.discard()
    },
    DocumentRule("F13: A duplicate has the edits, unsaved, and is another document") { place in
      let document = try await place.open()
      try document.edit()
      let copy = try document.duplicate()
      #expect(try copy.text() == place.subject.edited && copy.isEdited())
      try await document.discard()
      try await copy.saveAs(place.otherURL)
      #expect(try place.subject.read(place.otherURL) == place.subject.edited)
      #expect(try place.item == place.subject.original)
      try await copy.saveAndClose()
    },
  ]

  private static let autosaving = [
    DocumentRule("G1: An autosave without changes writes nothing") { place in
      let document = try await place.open()
      let stamp = try place.stamp
      try await document.autosave()
      #expect(try place.stamp == stamp)
      try await document.saveAndClose()
      #expect(try place.stamp == stamp)
    },
    DocumentRule("An autosave makes the document clean", for: [.autosavesInPlace]) { place in
      let document = try await place.open()
      try document.edit()
      try await document.autosave()
      #expect(try place.item == place.subject.edited && !document.isEdited())
      try await document.saveAndClose()
    },
    DocumentRule("G9: An autosave fails if another process has changed the item") { place in
      let document = try await place.open()
      try document.edit()
      try place.subject.write(place.subject.theirs, place.url)
      if place.subject.traits.contains(.autosavesInPlace) {
        await #expect(throws: (any Error).self) { try await document.autosave() }
      } else {
        try await document.autosave()
      }
      #expect(try place.item == place.subject.theirs)
      #expect(try document.text() == place.subject.edited && document.isEdited())
      try await document.discard()
    },
    DocumentRule("J10: An autosave never recreates a deleted item", for: [.autosavesInPlace]) {
      place in
      let document = try await place.open()
      try document.edit()
      try FileManager.default.removeItem(at: place.url)
      await #expect(throws: (any Error).self) { try await document.autosave() }
      #expect(!place.exists(place.url) && document.isEdited())
      try await document.save(place.url)
      #expect(try place.item == place.subject.edited)
      try await document.saveAndClose()
    },
  ]

  private static let others = [
    DocumentRule(
      "I3: A document without changes takes over what another process saves", for: [.followsItem]
    ) { place in
      let document = try await place.open()
      try place.writeAsOther(document)
      try await place.wait { try document.text() == place.subject.theirs }
      #expect(!document.isEdited())
      try await document.saveAndClose()
      #expect(try place.item == place.subject.theirs)
    },
    DocumentRule("J3: An item that is only touched is unchanged") { place in
      let document = try await place.open()
      try document.edit()
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now.addingTimeInterval(10)], ofItemAtPath: place.url.path)
      document.itemDidChange()
      try await document.save(place.url)
      #expect(try place.item == place.subject.edited)
      try await document.saveAndClose()
    },
    DocumentRule("J4: A document's save is not a change by another process") { place in
      let document = try await place.open()
      try document.edit()
      try await document.save(place.url)
      document.itemDidChange()
      try document.edit()
      let text = try document.text()
      try await document.save(place.url)
      #expect(try document.text() == text && !document.isEdited())
      try await document.saveAndClose()
    },
    DocumentRule("K2: A coordinated reader reads unsaved changes", for: [.autosavesInPlace]) {
      place in
      let document = try await place.open()
      try document.edit()
      let (url, read) = (place.url, place.subject.read)
      let text = try await onThread {
        var error: NSError?
        var result = Result<String, any Error> { "" }
        NSFileCoordinator().coordinate(readingItemAt: url, options: [], error: &error) { url in
          result = Result { try read(url) }
        }
        if let error { throw error }
        return try result.get()
      }
      #expect(text == place.subject.edited)
      try await document.saveAndClose()
    },
    DocumentRule("N3: Moving changes neither the contents nor the changes") { place in
      let document = try await place.open()
      try document.edit()
      document.undoManager()?.endEvent()
      try await document.move(place.otherDirectory)
      #expect(document.url()?.path == place.otherURL.path && !place.exists(place.url))
      #expect(try document.text() == place.subject.edited && document.isEdited())
      if place.subject.traits.contains(.undoes) {
        document.undoManager()?.undo()
        #expect(try document.text() == place.subject.original && !document.isEdited())
        document.undoManager()?.redo()
      }
      try await document.saveAndClose()
      #expect(try place.subject.read(place.otherURL) == place.subject.edited)
    },
  ]

  private static let ending = [
    DocumentRule("H1: Closing saves the changes") { place in
      let document = try await place.open()
      try document.edit()
      try await document.saveAndClose()
      #expect(try place.item == place.subject.edited)
    },
    DocumentRule("H4: A closed document neither reads nor writes its item") { place in
      let document = try await place.open()
      try document.edit()
      try await document.discard()
      #expect(try place.item == place.subject.original)
      try place.writeAsOther(document)
      try await Task.sleep(for: .milliseconds(5))
      #expect(try place.item == place.subject.theirs)
      #expect((try? document.text()) != place.subject.theirs)
    },
    DocumentRule("H7: Closing waits for a save that was called earlier") { place in
      let document = try await place.open()
      try document.edit()
      document.beginSave(place.url)
      try await document.saveAndClose()
      #expect(try place.item == place.subject.edited)
    },
    DocumentRule("Reverting discards the changes and their undo steps") { place in
      let document = try await place.open()
      try document.edit()
      document.undoManager()?.endEvent()
      try await document.revert(place.url)
      #expect(try document.text() == place.subject.original && !document.isEdited())
      #expect(document.undoManager()?.canUndo != true)
      try document.edit()
      try await document.saveAndClose()
      #expect(try place.item == place.subject.edited)
    },
    DocumentRule("I4: Reverting to another item moves the document there", for: [.movesWithRevert])
    {
      place in
      let document = try await place.open()
      try place.subject.write(place.subject.theirs, place.otherURL)
      try await document.revert(place.otherURL)
      #expect(try document.text() == place.subject.theirs && !document.isEdited())
      #expect(document.url()?.path == place.otherURL.path)
      try await document.saveAndClose()
      #expect(try place.item == place.subject.original)
    },
    DocumentRule("J2: Reverting ends a conflict with the contents of the other process") { place in
      let document = try await place.open()
      try document.edit()
      try place.writeAsOther(document)
      await #expect(throws: (any Error).self) { try await document.save(place.url) }
      try await document.revert(place.url)
      #expect(try document.text() == place.subject.theirs && !document.isEdited())
      try await document.saveAndClose()
      #expect(try place.item == place.subject.theirs)
    },
  ]
}
