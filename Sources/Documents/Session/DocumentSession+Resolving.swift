public import Foundation
internal import FoundationAdditions

extension DocumentSession {
  /// Goes one of the ways out of a problem.
  ///
  /// - Parameters:
  ///   - choice: the way, best one of those that the problem has.
  ///   - url: the place for `.saveElsewhere`, which does nothing without one: whoever shows the
  ///     choice asks for it. An item there must not be.
  /// - Returns: whether it has led somewhere.
  @discardableResult
  public func resolve(_ choice: DocumentProblem.Choice, at url: URL? = nil) async -> Bool {
    switch choice {
    case .dismiss:
      dismissProblem()
      return true
    case .retry:
      guard let failedCommand else { return await save() }
      return await failedCommand.run(self)
    case .revert: return await deciding { await revert() }
    case .discard: return await discard()
    case .overwrite: return await deciding { await overwrite() }
    case .keepBoth: return await deciding { await keepBoth() }
    case .saveElsewhere:
      guard let url else { return false }
      return await deciding { await saveAs(to: url) }
    }
  }

  /// Does what somebody has decided; versions in conflict count as resolved then.
  ///
  /// Otherwise a document that keeps versions would be in conflict again when it is opened next.
  private func deciding(_ body: () async -> Bool) async -> Bool {
    let kept = document.flatMap { document in
      document.preservesVersions && document.documentState.contains(.inConflict)
        ? KeptVersions(of: document) : nil
    }
    guard await body() else { return false }
    await kept?.resolve(where: \.isUnresolvedConflict)
    return true
  }

  private func overwrite() async -> Bool {
    await withDocument(Command { await $0.overwrite() }) { document in
      let overwrote = document.overwritesChangesOnDisk
      document.overwritesChangesOnDisk = true
      defer { document.overwritesChangesOnDisk = overwrote }
      // What is gone comes back on purpose only (rule J10).
      let isThere = document.environment.store.exists(document.fileURL)
      try await document.saveContents(
        to: document.fileURL, for: isThere ? .forOverwriting : .forCreating)
    }
  }

  /// Saves what the document has under the first name that is free, and goes on there.
  private func keepBoth() async -> Bool {
    await withDocument(Command { await $0.keepBoth() }) { document in
      let url = document.fileURL
      let filenameExtension = document.types.filenameExtension(
        of: url, ofType: document.fileType)
      var number = 2
      while true {
        let other = url.replacingName {
          SavingName.numbered($0, number, filenameExtension: filenameExtension)
        }
        do {
          guard !document.environment.store.exists(other) else {
            throw DocumentError(
              .fileExists, .save, url: other, message: "\(other.itemName) is taken",
              remedy: "choose another name")
          }
          return try await document.saveContents(to: other, for: .forCreating)
        } catch let error as DocumentError where error.code == .fileExists && number < 1000 {
          number += 1
        }
      }
    }
  }
}
