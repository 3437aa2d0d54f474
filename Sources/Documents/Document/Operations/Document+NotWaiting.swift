public import Foundation
internal import UTIPlatform

// What UIDocument's functions with completion handlers are without one, for code that does not wait.
//
// Top-level code prefers a function that is not asynchronous, also after `await`. Such a call is an
// error in the Swift 6 mode and a warning in the Swift 5 mode, where it ends the program: it would go
// on, and end, before anything is read or written.

extension Document {
  /// Begins to open the document, and does not wait.
  ///
  /// - Parameters:
  ///   - function: the function that calls.
  ///   - file: the file that it is in.
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

  /// Begins to read the document again, and does not wait.
  ///
  /// - Parameters:
  ///   - url: where to read; the document is there afterwards.
  ///   - function: the function that calls.
  ///   - file: the file that it is in.
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

  /// Begins to write the document, and does not wait.
  ///
  /// - Parameters:
  ///   - url: where to write; an extension that suits the type is appended where it lacks one.
  ///   - saveOperation: whether to make an item, which never replaces one, or to overwrite it.
  ///   - function: the function that calls.
  ///   - file: the file that it is in.
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

  /// Begins to save when there are unsaved changes, and does not wait.
  ///
  /// - Parameters:
  ///   - function: the function that calls.
  ///   - file: the file that it is in.
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

  /// Begins to close the document, which saves it when needed, and does not wait.
  ///
  /// - Parameters:
  ///   - function: the function that calls.
  ///   - file: the file that it is in.
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

/// The code of a program that is in no function, such as that of `main.swift`.
enum TopLevelCode {
  /// Ends the program when asynchronous top-level code has called a function that does not wait.
  static func refuse(
    _ name: String, insteadOf replacement: String, _ function: StaticString, _ file: StaticString
  ) {
    demand(
      !isAsynchronous(function: "\(function)", file: "\(file)"),
      "\(file): \(name) does not wait in top-level code, even after 'await'; "
        + "write 'try await \(replacement)'")
  }

  /// Whether a call comes from asynchronous top-level code.
  ///
  /// Such code is a task, and has the name of the module where functions have theirs.
  static func isAsynchronous(function: String, file: String) -> Bool {
    file.hasPrefix("\(function)/") && withUnsafeCurrentTask { $0 != nil }
  }
}
