internal import Foundation
internal import UTIFoundationBridge

/// The destination of a save and the fate of the document's previous item.
struct SavePlan: Sendable {
  /// The destination.
  var url: URL
  let operation: Document.SaveOperation
  /// The identifier of the type to save as.
  let type: String?
  /// The item that is replaced, from which unchanged parts may be copied.
  var original: URL?
  /// True if the original has another name and is removed when the new item is durable, because the
  /// type changes.
  let movesOriginal: Bool
  /// True if the save writes the item that the document had when the contents were taken, even if
  /// another process moves it meanwhile.
  let isInPlace: Bool
  /// True if the document moves to the new item.
  let movesDocument: Bool
  /// True if the save may replace an item that the document has never read.
  ///
  /// A document that was created and not opened does not know the existing contents, and would
  /// erase them.
  let mayReplaceUnread: Bool

  /// True if the destination must be free.
  var makesNewItem: Bool { operation == .forCreating || movesOriginal }
}

extension SavePlan {
  /// Determines the destination of a save.
  ///
  /// - Parameters:
  ///   - url: the requested destination.
  ///   - operation: whether to create an item or to overwrite it.
  ///   - document: the document, whose extension for the type is read once.
  ///   - movesDocument: whether the document moves to the new item.
  /// - Throws: ``DocumentError`` if the document's extension is invalid.
  init(
    to url: URL, for operation: Document.SaveOperation, type: String?, of document: Document,
    movesDocument: Bool
  ) throws {
    let current = document.fileURL
    let filenameExtension = try document.filenameExtension(forType: type, operation)
    let isInPlace =
      operation == .forOverwriting
      && url.leadsToSameItem(as: current, in: document.environment.store)
    let oldType = document.fileType
    // An item that was saved under a name keeps it; only a new type requires a new name.
    if !url.isFileURL || isInPlace && type == oldType {
      self.url = url
    } else {
      let naming = SavingName(
        filenameExtension: filenameExtension, savingType: type, oldType: oldType,
        types: document.types)
      self.url = url.replacingName(by: naming.name(for:))
    }
    self.operation = operation
    self.type = type
    self.movesDocument = movesDocument
    movesOriginal = isInPlace && self.url != url
    self.isInPlace = isInPlace && !movesOriginal
    original = operation == .forOverwriting ? url : nil
    mayReplaceUnread = !document.record.state.contains(.closed) || !isInPlace
  }

  /// The plan of a copy for which the document does not move.
  var elsewhere: SavePlan {
    SavePlan(
      url: url, operation: .forOverwriting, type: type, original: nil, movesOriginal: false,
      isInPlace: false, movesDocument: false, mayReplaceUnread: true)
  }

  /// Returns the plan with a number in the name, because the name is taken.
  func numbered(_ number: Int, filenameExtension: String) -> SavePlan {
    var plan = self
    plan.url = url.replacingName {
      SavingName.numbered($0, number, filenameExtension: filenameExtension)
    }
    return plan
  }
}

extension Document {
  /// Returns the extension from the document class, without a leading period.
  fileprivate func filenameExtension(
    forType type: String?, _ operation: SaveOperation
  ) throws -> String {
    let given = fileNameExtension(forType: type, saveOperation: operation)
    let filenameExtension = String(given.drop { $0 == "." })
    guard filenameExtension.contains(where: { "/\0".contains($0) }) else {
      return filenameExtension
    }
    throw DocumentError(
      .invalidName, .save, url: fileURL, unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "fileNameExtension(forType:saveOperation:) gave \"\(given)\", which is no extension",
      remedy: "return one without a slash or a null character")
  }
}

extension URL {
  /// Returns the URL with another last component.
  func replacingName(by name: (String) -> String) -> URL {
    let newName = name(itemName)
    guard newName != itemName else { return self }
    return deletingLastPathComponent().appending(component: newName, directoryHint: .notDirectory)
  }
}
