internal import Foundation
internal import Synchronization

extension DocumentController {
  /// Waits until the list is written, because the program may end at any moment; a draft is added
  /// when it is saved.
  func noteRecent(_ document: Document) async {
    guard !document.isDraft else { return }
    noteNewRecentDocument(document)
    await recentDocumentList.finish()
  }

  func noteRecent(_ url: URL) {
    let document = openDocuments.values.first { $0.document.fileURL == url }
    let types = ItemTypes(registry: registry)
    let type = document?.document.fileType ?? types.identifier(forName: url)
    recentDocumentList.note(
      BookmarkAddress(url), mimeType: types.mimeType(of: type), keeping: maximumRecentDocumentCount)
  }

  /// Updates the list when a document is saved elsewhere, renamed, moved or given another type
  /// (rules E6, N3).
  func recentMoves(of document: Document) -> RecentMoves {
    let count = maximumRecentDocumentCount
    let types = ItemTypes(registry: registry)
    let document = WeakDocument(document)
    @Sendable func note() {
      Task { @MainActor [weak self] in
        if let document = document.document { self?.noteNewRecentDocument(document) }
      }
    }
    return RecentMoves { [recentDocumentList] old, new in
      guard old != new else {
        if document.document?.isDraft == true { note() }
        return
      }
      let type = document.document?.fileType ?? types.identifier(forName: new)
      recentDocumentList.move(
        BookmarkAddress(old), to: BookmarkAddress(new), mimeType: types.mimeType(of: type),
        keeping: count, unknown: note)
    }
  }
}

/// Reports when a document is moved or first has an item; documents notify it on any thread.
final class RecentMoves: Sendable {
  private let place = Mutex<(url: URL, hasItem: Bool)?>(nil)
  private let moved: @Sendable (URL, URL) -> Void

  /// Calls `moved` with equal URLs if only the item is new.
  init(_ moved: @escaping @Sendable (_ old: URL, _ new: URL) -> Void) { self.moved = moved }

  func note(_ url: URL, hasItem: Bool) {
    let old = place.withLock { place in
      defer { place = (url, hasItem) }
      return place
    }
    guard let old else { return }
    let isSame = old.url == url || BookmarkAddress(old.url) == BookmarkAddress(url)
    if !isSame { moved(old.url, url) } else if hasItem, !old.hasItem { moved(url, url) }
  }
}

extension ItemTypes {
  /// Returns the MIME type under which other programs know items of a type.
  func mimeType(of identifier: String?) -> String {
    guard let type = type(identifier) else { return "application/octet-stream" }
    if let mimeType = type.preferredMIMEType { return mimeType }
    return type.conforms(to: .directory) ? "inode/directory" : "application/octet-stream"
  }
}
