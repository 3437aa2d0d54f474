public import Foundation
internal import FoundationAdditions
public import UniformTypes

/// The model behind a choice of documents: a start window, an open dialog, a list of recent ones.
///
/// It is the counterpart of UIDocumentBrowserViewController without a view. What people do arrives as
/// functions, and what comes of it leaves as events.
@MainActor public final class DocumentBrowser {
  /// What opens documents, and knows the recent ones.
  public let controller: DocumentController

  /// The types of documents that may be chosen.
  public let allowedContentTypes: [UTType]

  /// The types of documents that are shown among the recent ones; those allowed unless changed.
  public var contentTypesForRecentDocuments: [UTType]

  /// Whether people may create documents.
  public var allowsDocumentCreation = true

  /// Whether people may choose several documents at once.
  public var allowsPickingMultipleItems = false

  /// Whether names are shown with their extensions.
  public var shouldShowFileExtensions = false

  /// What a program shows when it has been started without a document.
  public var launchOptions = LaunchOptions()

  /// The way in which a document is being created now; nil otherwise.
  public internal(set) var activeDocumentCreationIntent: Document.CreationIntent?

  /// Is told what people have done.
  public var handleEvent: ((DocumentBrowserEvent) -> Void)?

  /// Where pictures of documents are.
  var thumbnails = ThumbnailCache()

  private let streams = ModelStreams<DocumentBrowserEvent>()

  /// Makes a browser.
  ///
  /// - Parameters:
  ///   - contentTypes: the types of documents that may be chosen; nil for all that the program's
  ///     registrations and declarations open.
  ///   - controller: what opens documents.
  public init(forOpening contentTypes: [UTType]? = nil, controller: DocumentController = .shared) {
    self.controller = controller
    allowedContentTypes = contentTypes ?? controller.classes.openableTypes
    contentTypesForRecentDocuments = allowedContentTypes
  }

  /// What people do from now on; the stream ends with the browser.
  public var events: AsyncStream<DocumentBrowserEvent> { streams.makeStream() }

  /// What a file chooser offers: everything that may be chosen, then each kind of it.
  ///
  /// - Complexity: O(*n* · *m*) in the number of types that there are and that are allowed.
  public var filters: [DocumentFilter] {
    let kinds = allowedContentTypes.map { type in
      DocumentFilter(
        name: controller.displayName(forType: type.identifier), contentTypes: [type],
        in: controller.registry)
    }
    guard kinds.count > 1 else { return kinds }
    return [
      DocumentFilter(
        name: "All Documents", contentTypes: allowedContentTypes, in: controller.registry)
    ] + kinds
  }

  /// The documents that were used last and are there, the latest first.
  public var recentDocuments: [URL] {
    controller.recentDocumentURLs.filter { url in
      guard url.isFileURL else { return true }
      guard FileManager.default.isReadableFile(atPath: url.path) else { return false }
      return isAllowed(url, among: contentTypesForRecentDocuments)
    }
  }

  /// The name of a document as it is shown.
  ///
  /// - Parameter url: the place of the document.
  public func displayName(of url: URL) -> String {
    let name = url.itemName
    let (ending, registry) = (url.itemExtension, controller.registry)
    guard !shouldShowFileExtensions, !ending.isEmpty,
      registry.type(filenameExtension: ending)?.isDeclared == true
        || registry.type(filenameExtension: ending, conformingTo: .package)?.isDeclared == true
    else { return name }
    return String(name.dropLast(ending.count + 1))
  }

  /// Whether the item at a place is of a type that may be chosen.
  ///
  /// - Parameter url: the place.
  public func allows(_ url: URL) -> Bool { isAllowed(url, among: allowedContentTypes) }

  private func isAllowed(_ url: URL, among types: [UTType]) -> Bool {
    guard let name = try? controller.typeForContents(of: url) else { return false }
    let type = controller.type(named: name)
    return types.contains { type == $0 || type.conforms(to: $0) }
  }

  // MARK: - Choosing

  /// Chooses documents; what may not be chosen is told as a failure, and the others are chosen.
  ///
  /// - Parameter urls: where they are; only the first one counts where one may be chosen.
  public func pick(_ urls: [URL]) {
    let wanted = allowsPickingMultipleItems ? urls : Array(urls.prefix(1))
    var picked: [URL] = []
    for url in wanted {
      do {
        try check(url)
        picked.append(url)
      } catch {
        tell(.failedToImport(url, error))
      }
    }
    if !picked.isEmpty { tell(.didPick(picked)) }
  }

  /// - Throws: why the item at a place cannot be chosen.
  func check(_ url: URL) throws {
    let name = try controller.typeForContents(of: url)
    guard !allows(url) else { return }
    throw DocumentError(
      .typeNotAllowed, .open, url: url,
      message: "\(url.itemName) is of the type \(controller.displayName(forType: name)), "
        + "which is not opened here",
      remedy: "choose another document")
  }

  func tell(_ event: DocumentBrowserEvent) {
    streams.yield(event)
    handleEvent?(event)
  }
}
