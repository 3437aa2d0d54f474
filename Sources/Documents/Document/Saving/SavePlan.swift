internal import Foundation
internal import FoundationAdditions

/// Where a save goes and what becomes of the item that the document had.
struct SavePlan: Sendable {
  /// Where to write.
  var url: URL
  let operation: Document.SaveOperation
  /// The identifier of the type to save as.
  let type: String?
  /// The item that the new one stands for, from which unchanged parts may be taken.
  var original: URL?
  /// Whether the original lies elsewhere and is to be removed when the new item is durable, because
  /// the type, and with it the name, changes.
  let movesOriginal: Bool
  /// Whether the item is written that the document had when it gave its contents, wherever others
  /// move that meanwhile.
  let isInPlace: Bool
  /// Whether the document moves to the new item.
  let movesDocument: Bool
  /// Whether an item that the document never read may be replaced.
  ///
  /// A document that was made and not opened knows nothing of what is there, and would erase it.
  let mayReplaceUnread: Bool

  /// Whether the place must be free.
  var makesNewItem: Bool { operation == .forCreating || movesOriginal }
}

extension SavePlan {
  /// Decides on the place of a save.
  ///
  /// - Parameters:
  ///   - url: the place that was asked for.
  ///   - operation: whether to make an item or to overwrite it.
  ///   - document: the document, whose extension for the type is asked once.
  ///   - movesDocument: whether the document moves to the new item.
  /// - Throws: ``DocumentError`` when what the document gives is no extension.
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
    // What has been saved under a name may keep it: only a new type asks for a new name.
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

  /// The plan under another name, because the name is taken.
  func numbered(_ number: Int, filenameExtension: String) -> SavePlan {
    var plan = self
    plan.url = url.replacingName {
      SavingName.numbered($0, number, filenameExtension: filenameExtension)
    }
    return plan
  }
}

extension Document {
  /// The extension that the document class gives, without the period that it may begin with.
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
  /// The URL with another last component.
  func replacingName(by name: (String) -> String) -> URL {
    let newName = name(itemName)
    guard newName != itemName else { return self }
    return deletingLastPathComponent().appending(component: newName, directoryHint: .notDirectory)
  }
}
