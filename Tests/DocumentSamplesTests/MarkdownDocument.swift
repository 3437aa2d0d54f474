// Document classes as they are written for UIKit, in the manner of Apple's talk on document-based
// apps (WWDC 2023, session 10056). Only the import is another: nothing here knows that it runs on
// another system.

import UniformDocuments

class MarkdownDocument: UIDocument {
  var text: String? {
    didSet {
      if oldValue != nil {
        updateChangeCount(.done)
      }
    }
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else {
      throw CocoaError(.fileReadCorruptFile)
    }
    guard let newText = String(data: data, encoding: .utf8) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    text = newText
  }

  override func contents(forType typeName: String) throws -> Any {
    guard let data = text?.data(using: .utf8) else {
      throw CocoaError(.fileWriteInapplicableStringEncoding)
    }
    return data
  }
}

/// A document that reads and writes by itself.
class SelfWritingDocument: UIDocument {
  var lines: [String] = []

  override func save(
    to url: URL, for saveOperation: UIDocument.SaveOperation,
    completionHandler: ((Bool) -> Void)? = nil
  ) {
    let data = lines.joined(separator: "\n").data(using: .utf8)
    performAsynchronousFileAccess {
      let coordinator = NSFileCoordinator(filePresenter: self)
      var coordinationError: NSError?
      var success = false
      coordinator.coordinate(
        writingItemAt: url, options: .forReplacing, error: &coordinationError
      ) { newURL in
        success = (try? data?.write(to: newURL)) != nil
      }
      DispatchQueue.main.async {
        if success { self.updateChangeCount(.cleared) }
        completionHandler?(success)
      }
    }
  }

  override func read(from url: URL) throws {
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }
}

/// A document that watches over its accesses to files, with the function as UIDocument declares it.
class WatchfulDocument: MarkdownDocument {
  var accessCount = 0

  override func performAsynchronousFileAccess(_ block: @escaping () -> Void) {
    accessCount += 1
    super.performAsynchronousFileAccess(block)
  }

  @MainActor func look(_ completionHandler: @escaping (Bool) -> Void) {
    performAsynchronousFileAccess {
      let isMainThread = Thread.isMainThread
      DispatchQueue.main.async { completionHandler(isMainThread) }
    }
  }
}

/// A document that no file holds: its URL has a private scheme and leads into a database.
class DatabaseDocument: UIDocument {
  static var database: [String: Data] = [:]

  var text = "" {
    didSet { updateChangeCount(.done) }
  }

  override func save(
    to url: URL, for saveOperation: UIDocument.SaveOperation,
    completionHandler: ((Bool) -> Void)? = nil
  ) {
    Self.database[url.lastPathComponent] = text.data(using: .utf8)
    updateChangeCount(.cleared)
    completionHandler?(true)
  }

  override func read(from url: URL) throws {
    guard let data = Self.database[url.lastPathComponent] else {
      throw CocoaError(.fileNoSuchFile)
    }
    try load(fromContents: data, ofType: nil)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(data: contents as? Data ?? Data(), encoding: .utf8) ?? ""
  }
}

/// A document with asynchronous overrides, as UIKit's functions are imported.
class CountingDocument: MarkdownDocument {
  var openings = 0
  var closings = 0

  override func open() async -> Bool {
    let success = await super.open()
    if success { openings += 1 }
    return success
  }

  override func close() async -> Bool {
    guard await super.close() else { return false }
    closings += 1
    return true
  }
}

/// Something that shows a document, and calls it in the ways of view controllers.
class MarkdownEditor {
  var document: UIDocument?
  var messages: [String] = []

  func appear() {
    document?.open(completionHandler: { success in
      if !success { print("cannot open") }
    })
  }

  func leave() {
    document?.close()
    document = nil
  }

  func saveNow() {
    guard let document = document else { return }
    document.save(to: document.fileURL, for: .forOverwriting)
  }

  func saveWhenIdle() { document?.autosave() }

  func saveCopy(to url: URL, completion: @escaping (Bool) -> Void) {
    document?.save(to: url, for: .forCreating, completionHandler: completion)
  }

  func discard() {
    guard let url = document?.fileURL else { return }
    document?.revert(toContentsOf: url)
  }

  func finish() async -> Bool {
    guard let document = document, await document.autosave() else { return false }
    let success = await document.close()
    messages.append(success ? "closed" : "open")
    return success
  }
}
