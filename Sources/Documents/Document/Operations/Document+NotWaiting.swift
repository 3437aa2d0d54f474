public import Foundation
internal import UTIPlatform

// Forms of UIDocument's functions with completion handlers for code that does not wait.
//
// Top-level code prefers a function that is not asynchronous, even after `await`. Such a call is an
// error in Swift 6 mode. In Swift 5 mode it is a warning and ends the program, because the program
// would otherwise end before anything is read or written.

extension Document {
  /// Starts to open the document, without waiting.
  ///
  /// - Parameters:
  ///   - function: the calling function.
  ///   - file: its file.
  @available(
    *, noasync,
    message: """
      it does not wait here; write 'try await openContents()' or 'let done: Bool = await open()'
      """
  )
  public func open(function: StaticString = #function, file: StaticString = #fileID) {
    TopLevelCode.refuse("open()", insteadOf: "openContents()", function, file)
    open(completionHandler: nil)
  }

  /// Starts to read the document again, without waiting.
  ///
  /// - Parameters:
  ///   - url: the item to read; it becomes the document's location.
  ///   - function: the calling function.
  ///   - file: its file.
  @available(
    *, noasync,
    message: """
      it does not wait here; write 'try await revertContents(to:)' or \
      'let done: Bool = await revert(toContentsOf:)'
      """
  )
  public func revert(
    toContentsOf url: URL, function: StaticString = #function, file: StaticString = #fileID
  ) {
    TopLevelCode.refuse(
      "revert(toContentsOf:)", insteadOf: "revertContents(to:)", function, file)
    revert(toContentsOf: url, completionHandler: nil)
  }

  /// Starts to write the document, without waiting.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it.
  ///   - function: the calling function.
  ///   - file: its file.
  @available(
    *, noasync,
    message: """
      it does not wait here; write 'try await saveContents(to:for:)' or \
      'let done: Bool = await save(to:for:)'
      """
  )
  public func save(
    to url: URL, for saveOperation: SaveOperation,
    function: StaticString = #function, file: StaticString = #fileID
  ) {
    TopLevelCode.refuse("save(to:for:)", insteadOf: "saveContents(to:for:)", function, file)
    save(to: url, for: saveOperation, completionHandler: nil)
  }

  /// Starts to save if there are unsaved changes, without waiting.
  ///
  /// - Parameters:
  ///   - function: the calling function.
  ///   - file: its file.
  @available(
    *, noasync,
    message: """
      it does not wait here; write 'try await autosaveContents()' or \
      'let done: Bool = await autosave()'
      """
  )
  public func autosave(function: StaticString = #function, file: StaticString = #fileID) {
    TopLevelCode.refuse("autosave()", insteadOf: "autosaveContents()", function, file)
    autosave(completionHandler: nil)
  }

  /// Starts to close the document, which saves it if necessary, without waiting.
  ///
  /// - Parameters:
  ///   - function: the calling function.
  ///   - file: its file.
  @available(
    *, noasync,
    message: """
      it does not wait here; write 'try await saveAndClose()' or 'let done: Bool = await close()'
      """
  )
  public func close(function: StaticString = #function, file: StaticString = #fileID) {
    TopLevelCode.refuse("close()", insteadOf: "saveAndClose()", function, file)
    close(completionHandler: nil)
  }
}

/// The code of a program outside of functions, such as in `main.swift`.
enum TopLevelCode {
  /// Ends the program if asynchronous top-level code has called a function that does not wait.
  static func refuse(
    _ name: String, insteadOf replacement: String, _ function: StaticString, _ file: StaticString
  ) {
    demand(
      !isAsynchronous(function: "\(function)", file: "\(file)"),
      "\(file): \(name) does not wait in top-level code, even after 'await'; "
        + "write 'try await \(replacement)'")
  }

  /// Returns a Boolean value that indicates whether a call comes from asynchronous top-level code.
  ///
  /// Such code is a task, and its function name is the name of the module.
  static func isAsynchronous(function: String, file: String) -> Bool {
    file.hasPrefix("\(function)/") && withUnsafeCurrentTask { $0 != nil }
  }
}
