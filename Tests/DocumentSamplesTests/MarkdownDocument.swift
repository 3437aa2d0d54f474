// A document class as it is written for UIKit, in the manner of Apple's talk on document-based apps
// (WWDC 2023, session 10056); nothing here knows that it runs on another system.

import Documents
import Foundation

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
