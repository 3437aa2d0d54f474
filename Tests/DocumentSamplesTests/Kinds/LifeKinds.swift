// Document classes in the manner of many for UIKit, which hear of what becomes of them, and what
// listens to them. Only the import is another, and observers have closures.

import UniformDocuments

protocol StoryDocumentDelegate: AnyObject {
  func documentDidUpdate(_ document: StoryDocument)
  func document(_ document: StoryDocument, didFailWith error: any Error)
}

/// A document with a delegate.
class StoryDocument: UIDocument {
  weak var delegate: (any StoryDocumentDelegate)?
  var text = ""

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { return }
    text = String(data: data, encoding: .utf8) ?? ""
    delegate?.documentDidUpdate(self)
  }

  override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    delegate?.document(self, didFailWith: error)
    finishedHandlingError(error, recovered: false)
  }

  override func finishedHandlingError(_ error: any Error, recovered: Bool) {
    super.finishedHandlingError(error, recovered: recovered)
  }

  override func userInteractionNoLongerPermitted(forError error: any Error) {
    finishedHandlingError(error, recovered: false)
  }
}

/// A document that blocks its editor.
final class LockableDocument: StoryDocument {
  private(set) var events: [String] = []

  override func disableEditing() { events.append("disable") }
  override func enableEditing() { events.append("enable") }
}

/// A document that follows its file.
final class FollowingDocument: StoryDocument {
  private(set) var movedTo: URL?
  var isDeleted = false

  override func presentedItemDidMove(to newURL: URL) {
    super.presentedItemDidMove(to: newURL)
    movedTo = newURL
  }

  override func presentedItemDidChange() {
    guard fileModificationDate != nil else { return }
    super.presentedItemDidChange()
  }

  override func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    isDeleted = true
    super.accommodatePresentedItemDeletion(completionHandler: completionHandler)
  }

  override func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    super.relinquishPresentedItem(toWriter: writer)
  }
}

/// A document that can be continued.
final class ContinuedDocument: StoryDocument {
  var position = 0

  override func updateUserActivityState(_ userActivity: NSUserActivity) {
    super.updateUserActivityState(userActivity)
    userActivity.addUserInfoEntries(from: ["position": position])
  }

  override func restoreUserActivityState(_ userActivity: NSUserActivity) {
    position = userActivity.userInfo?["position"] as? Int ?? 0
  }
}

/// A document in a place that its program must ask for, perhaps in iCloud.
final class CloudDocument: StoryDocument {
  private var isAccessing = false

  static var documentsURL: URL {
    let ubiquitous = FileManager.default.url(forUbiquityContainerIdentifier: nil)
    return ubiquitous?.appendingPathComponent("Documents") ?? FileManager.default.temporaryDirectory
  }

  override func open(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    isAccessing = fileURL.startAccessingSecurityScopedResource()
    if FileManager.default.isUbiquitousItem(at: fileURL) {
      try? FileManager.default.startDownloadingUbiquitousItem(at: fileURL)
    }
    super.open(completionHandler: completionHandler)
  }

  override func close(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    super.close { success in
      if self.isAccessing { self.fileURL.stopAccessingSecurityScopedResource() }
      self.isAccessing = false
      completionHandler?(success)
    }
  }
}

/// A document that reverts by its own means.
final class RevertingDocument: StoryDocument {
  var revertCount = 0

  override func revert(toContentsOf url: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil)
  {
    revertCount += 1
    super.revert(toContentsOf: url, completionHandler: completionHandler)
  }
}

/// An observer of the state of a document.
final class StateLabel {
  private var token: (any NSObjectProtocol)?
  private(set) var texts: [String] = []

  init(_ document: UIDocument) {
    token = NotificationCenter.default.addObserver(
      forName: UIDocument.stateChangedNotification, object: document, queue: nil
    ) { [weak self] notification in
      guard let document = notification.object as? UIDocument else { return }
      self?.show(document.documentState)
    }
  }

  deinit {
    if let token = token { NotificationCenter.default.removeObserver(token) }
  }

  private func show(_ state: UIDocument.State) {
    switch state {
    case [.normal]: texts.append("normal")
    case _ where state.contains(.inConflict): texts.append("conflict")
    case _ where state.contains(.savingError): texts.append("error")
    case _ where state.contains(.editingDisabled): texts.append("disabled")
    case _ where state.contains(.progressAvailable): texts.append("progress")
    case _ where state.contains(.closed): texts.append("closed")
    default: texts.append("other")
    }
  }
}
