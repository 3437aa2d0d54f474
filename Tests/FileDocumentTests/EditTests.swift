import Foundation
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// The detection of edits, and the edits that can be undone.
@MainActor @Suite struct EditsOfClients {
  private func open<Content: ReferenceFileDocument>(
    _ type: Content.Type, _ text: String, _ name: String = "a.json"
  ) async throws -> (Workplace, ObjectDocument<Content>) {
    let workplace = try Workplace()
    workplace.controller.register(type)
    try workplace.write(text, to: name)
    let document = try await workplace.open(name)
    return (workplace, try #require(document as? ObjectDocument<Content>))
  }

  private func openText() async throws -> (Workplace, ValueDocument<TextFile>) {
    let workplace = try Workplace()
    workplace.controller.register(TextFile.self)
    try workplace.write("one", to: "a.txt")
    let document = try await workplace.open("a.txt")
    return (workplace, try #require(document as? ValueDocument<TextFile>))
  }

  /// Lets the event under way end.
  private func endEvent() async throws {
    for _ in 0..<3 { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("R12: consecutive edits of a value are undone in one step, and redone")
  func coalescing() async throws {
    let (workplace, host) = try await openText()
    defer { workplace.remove() }
    // However long the events take.
    let now = ContinuousClock.now
    host.undoManager = UndoManager(eventEnd: .mainQueue) { now }
    for letter in " two" {
      host.document.text.append(letter)
      try await endEvent()
    }
    #expect(host.undoManager.undoCount == 1)
    host.undoManager.undo()
    #expect(host.document.text == "one" && !host.hasUnsavedChanges)
    host.undoManager.redo()
    #expect(host.document.text == "one two" && host.hasUnsavedChanges)
    host.undoManager.undo()
    try await host.saveAndClose()
  }

  @Test("F3: a save ends the step, and undoing beyond it is an edit")
  func savingBetween() async throws {
    let (workplace, host) = try await openText()
    defer { workplace.remove() }
    host.document.text = "two"
    try await host.autosaveContents()
    host.document.text = "three"
    host.undoManager.undo()
    #expect(host.document.text == "two" && !host.hasUnsavedChanges)
    host.undoManager.undo()
    #expect(host.document.text == "one" && host.hasUnsavedChanges)
    try await host.saveAndClose()
  }

  @Test("Views that observe a value are notified of its edits")
  func observing() async throws {
    let (workplace, host) = try await openText()
    defer { workplace.remove() }
    let calls = Calls()
    withObservationTracking {
      _ = host.configuration.document.text
    } onChange: {
      calls.note("change")
    }
    host.configuration.document.text = "two"
    #expect(calls.all == ["change @ main"] && host.configuration.fileURL == host.fileURL)
    try await host.saveAndClose()
    host.document.text = "closed"
    #expect(host.document.text == "two" && !host.isEditable)
  }

  @Test("Q3: edits with and without an undo step are two, and undoing the first leaves the second")
  func mixedEdits() async throws {
    let (workplace, host) = try await open(BrittleDocument.self, "one", "a.txt")
    defer { workplace.remove() }
    func set(_ text: String) {
      let (object, old) = (host.document, host.document.text)
      object.text = text
      host.undoManager.registerUndo(withTarget: object) { $0.text = old }
    }
    set("two")
    try await endEvent()
    host.undoManager.undo()
    #expect(!host.hasUnsavedChanges)
    set("two")
    try await endEvent()
    host.document.text += " more"
    try await endEvent()
    host.undoManager.undo()
    #expect(host.hasUnsavedChanges)
    try await host.saveAndClose()
  }

  @Test("Q3: changes of an @Observable class count if the file contains them, and only then")
  func observableEdits() async throws {
    let (workplace, host) = try await open(SketchDocument.self, #"["Sky"]"#)
    defer { workplace.remove() }
    host.document.selection = 0
    #expect(!host.hasUnsavedChanges)
    host.document.layers[0].name = "Sea"
    #expect(host.hasUnsavedChanges)
    try await host.autosaveContents()
    #expect(!host.hasUnsavedChanges)
    host.document.layers.append(SketchLayer(name: "Land"))
    #expect(host.hasUnsavedChanges)
    host.document.layers[1].name = "Beach"
    try await host.saveAndClose()
    #expect(try workplace.text("a.json") == #"["Sea","Beach"]"#)
  }

  @Test("Q3: an edit of a class with @Observable is not lost when one before it is undone")
  func observableUndo() async throws {
    let (workplace, host) = try await open(SketchDocument.self, #"["Sky"]"#)
    defer { workplace.remove() }
    let layer = host.document.layers[0]
    layer.name = "Sea"
    host.undoManager.registerUndo(withTarget: layer) { $0.name = "Sky" }
    try await endEvent()
    host.undoManager.undo()
    #expect(!host.hasUnsavedChanges)
    try await endEvent()
    layer.name = "Sea"
    host.undoManager.registerUndo(withTarget: layer) { $0.name = "Sky" }
    try await endEvent()
    host.document.layers.append(SketchLayer(name: "Land"))
    try await endEvent()
    host.undoManager.undo()
    #expect(host.hasUnsavedChanges)
    try await host.saveAndClose()
    #expect(try workplace.text("a.json") == #"["Sky","Land"]"#)
  }

  @Test("A save during the announcement of a change leaves the object edited")
  func savingInside() async throws {
    let (workplace, host) = try await open(BrittleDocument.self, "one", "a.txt")
    defer { workplace.remove() }
    nonisolated(unsafe) let saved = host
    let subscription = host.document.objectWillChange.sink { _ in
      saved.save(to: saved.fileURL, for: .forOverwriting) { _ in }
    }
    host.document.text = "two"
    subscription.cancel()
    try await endEvent()
    try await host.autosaveContents()
    #expect(try workplace.text("a.txt") == "two")
    try await host.saveAndClose()
  }

  @Test("Q3: an @Observable class is followed as last saved, also during a save")
  func observableTypes() async throws {
    let (workplace, host) = try await open(PaletteDocument.self, "red", "a.txt")
    defer { workplace.remove() }
    host.document.colors.append("green")
    try await host.saveContents(to: workplace.url("b.json"), for: .forCreating)
    #expect(!host.hasUnsavedChanges)
    host.document.name = "Warm"
    #expect(host.hasUnsavedChanges)
    let saving = Task { try await host.saveContents(to: workplace.url("c.txt"), for: .forCreating) }
    await Task.yield()
    host.document.colors.append("blue")
    try await saving.value
    try await host.saveAndClose()
    #expect(try workplace.text("c.txt") == "red,green,blue")
  }
}
