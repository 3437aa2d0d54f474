public import Foundation
internal import UniformTypes

extension DocumentBrowser {
  /// Creates a document under a free name.
  ///
  /// - Parameters:
  ///   - creation: the way of creating it.
  ///   - directory: the directory of the document.
  ///   - isDraft: whether the document is not saved there before the user requests it.
  /// - Returns: the document, which is open and belongs to the ``controller``; nil if it could not
  ///   be created, or creation is not allowed.
  @discardableResult
  public func create(
    _ creation: CreateDocumentAction, in directory: URL, asDraft isDraft: Bool = false
  ) async -> Document? {
    guard allowsDocumentCreation, activeDocumentCreationIntent == nil else { return nil }
    activeDocumentCreationIntent = creation.intent
    defer { activeDocumentCreationIntent = nil }
    let type = creation.contentType?.identifier ?? controller.defaultType ?? "public.data"
    let url = controller.untitledURL(in: directory, forType: type, named: creation.name)
    do {
      let document = try await controller.newDocument(at: url, ofType: type, isDraft: true)
      do {
        if let template = creation.template {
          try await document.restore(fromContentsOf: template)
        }
        if !isDraft { try await document.saveContents(to: url, for: .forCreating) }
      } catch {
        try? await document.close(discardingChanges: true)
        controller.removeDocument(document)
        throw error
      }
      if !isDraft { controller.noteNewRecentDocument(document) }
      notify(.didCreate(document.fileURL, creation.intent))
      return document
    } catch {
      notify(.failedToImport(creation.template ?? url, error))
      return nil
    }
  }
}
