internal import Dispatch
public import Foundation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIFoundationBridge

// Forms of UIDocument's functions with completion handlers for code that does not wait.
//
// Top-level code prefers a function that is not asynchronous, even after `await`. Such a call waits
// like the asynchronous function, but blocks the main thread, and its error is also reported.

extension Document {
  /// Starts to open the document, without waiting.
  ///
  /// - Parameters:
  ///   - function: the calling function.
  ///   - file: its file.
  /// - Returns: whether it succeeded, in asynchronous top-level code; otherwise false, because the
  ///   operation has not ended.
  @discardableResult
  public func open(function: StaticString = #function, file: StaticString = #fileID) -> Bool {
    TopLevelCode.call(self, function, file) { $0.open(completionHandler: $1) }
  }

  /// Starts to read the document again, without waiting.
  ///
  /// - Parameters:
  ///   - url: the item to read; it becomes the document's location.
  ///   - function: the calling function.
  ///   - file: its file.
  /// - Returns: whether it succeeded, in asynchronous top-level code; otherwise false, because the
  ///   operation has not ended.
  @discardableResult
  public func revert(
    toContentsOf url: URL, function: StaticString = #function, file: StaticString = #fileID
  ) -> Bool {
    TopLevelCode.call(self, function, file) { $0.revert(toContentsOf: url, completionHandler: $1) }
  }

  /// Starts to write the document, without waiting.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it.
  ///   - function: the calling function.
  ///   - file: its file.
  /// - Returns: whether it succeeded, in asynchronous top-level code; otherwise false, because the
  ///   operation has not ended.
  @discardableResult
  public func save(
    to url: URL, for saveOperation: SaveOperation,
    function: StaticString = #function, file: StaticString = #fileID
  ) -> Bool {
    TopLevelCode.call(self, function, file) {
      $0.save(to: url, for: saveOperation, completionHandler: $1)
    }
  }

  /// Starts to save if there are unsaved changes, without waiting.
  ///
  /// - Parameters:
  ///   - function: the calling function.
  ///   - file: its file.
  /// - Returns: whether it succeeded, in asynchronous top-level code; otherwise false, because the
  ///   operation has not ended.
  @discardableResult
  public func autosave(function: StaticString = #function, file: StaticString = #fileID) -> Bool {
    TopLevelCode.call(self, function, file) { $0.autosave(completionHandler: $1) }
  }

  /// Starts to close the document, which saves it if necessary, without waiting.
  ///
  /// - Parameters:
  ///   - function: the calling function.
  ///   - file: its file.
  /// - Returns: whether it succeeded, in asynchronous top-level code; otherwise false, because the
  ///   operation has not ended.
  @discardableResult
  public func close(function: StaticString = #function, file: StaticString = #fileID) -> Bool {
    TopLevelCode.call(self, function, file) { $0.close(completionHandler: $1) }
  }
}

/// The code of a program outside of functions, such as in `main.swift`.
enum TopLevelCode {
  /// Waits if asynchronous top-level code has called, for at most the time that a document waits
  /// for a presenter; the end of the program then waits for the operation.
  static func call(
    _ document: Document, _ function: StaticString, _ file: StaticString,
    _ start: (Document, (@Sendable (Bool) -> Void)?) -> Void
  ) -> Bool {
    guard MainQueue.isCurrent, isAsynchronous(function: "\(function)", file: "\(file)") else {
      start(document, nil)
      return false
    }
    let end = Ended()
    let operation = document.makeOperation()
    operation.run {
      start(document) { success in end.note(success) }
    }
    let deadline = DispatchTime.now() + document.environment.presenterPatience.dispatchInterval
    MainQueue.serve(until: { deadline }, { end.success != nil })
    let success = end.success
    guard success == false, let error = operation.error else { return success == true }
    document.environment.report(
      error as? DocumentError
        ?? DocumentError(
          .failedWithoutError, .close, url: document.fileURL, underlyingError: error,
          message: "\(document.localizedName): \(error)", remedy: "handle the error"))
    return false
  }

  /// The end of an operation that top-level code waits for.
  private final class Ended: Sendable {
    private let result = Mutex<Bool?>(nil)

    var success: Bool? { result.withLock { $0 } }

    func note(_ success: Bool) {
      result.withLock { $0 = success }
      MainQueue.wake()
    }
  }

  /// Asynchronous top-level code is a task, and its function name is the name of the module.
  static func isAsynchronous(function: String, file: String) -> Bool {
    file.hasPrefix("\(function)/") && withUnsafeCurrentTask { $0 != nil }
  }
}
