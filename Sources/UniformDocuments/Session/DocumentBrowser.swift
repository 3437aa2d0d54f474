public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
public import UniformTypes

/// The model of a choice of documents: a start window, an open dialog or a list of recent
/// documents.
///
/// It is the counterpart of UIDocumentBrowserViewController without a view. The program calls
/// functions for the user's actions, and the browser reports the results as events.
@MainActor public final class DocumentBrowser {
  /// The controller that opens documents and has the list of recent documents.
  public let controller: DocumentController

  /// The types of documents that the user may choose.
  public let allowedContentTypes: [UTType]

  /// The types of documents that are shown among the recent ones; initially the allowed types.
  public var contentTypesForRecentDocuments: [UTType]

  /// A Boolean value that indicates whether the user may create documents.
  public var allowsDocumentCreation = true

  /// A Boolean value that indicates whether the user may choose several documents at once.
  public var allowsPickingMultipleItems = false

  /// A Boolean value that indicates whether names are shown with their extensions.
  public var shouldShowFileExtensions = false

  /// The options of a program that is started without a document.
  public var launchOptions = LaunchOptions()

  /// The way in which a document is being created; nil if none is being created.
  public internal(set) var activeDocumentCreationIntent: Document.CreationIntent?

  /// Called for every event.
  public var handleEvent: ((DocumentBrowserEvent) -> Void)?

  var thumbnails = ThumbnailCache()

  private let streams = ModelStreams<DocumentBrowserEvent>()

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - contentTypes: the types of documents that the user may choose; nil for all types that the
  ///     program's registrations and declarations open.
  ///   - controller: the controller that opens documents.
  public init(forOpening contentTypes: [UTType]? = nil, controller: DocumentController = .shared) {
    self.controller = controller
    allowedContentTypes = contentTypes ?? controller.classes.openableTypes
    contentTypesForRecentDocuments = allowedContentTypes
  }

  /// A stream of later events; it ends with the browser.
  public var events: AsyncStream<DocumentBrowserEvent> { streams.makeStream() }

  /// The filters of a file chooser: all allowed types together, then each type.
  ///
  /// - Complexity: O(*n* · *m*) in the numbers of declared and of allowed types.
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

  /// The existing recent documents, the latest first.
  public var recentDocuments: [URL] {
    controller.recentDocumentURLs.filter { url in
      guard url.isFileURL else { return true }
      guard FileManager.default.isReadableFile(atPath: url.path) else { return false }
      return isAllowed(url, among: contentTypesForRecentDocuments)
    }
  }

  /// Returns the name of a document to display.
  ///
  /// - Parameter url: the location of the document.
  public func displayName(of url: URL) -> String {
    let name = url.itemName
    let (ending, registry) = (url.itemExtension, controller.registry)
    guard !shouldShowFileExtensions, !ending.isEmpty,
      registry.type(filenameExtension: ending)?.isDeclared == true
        || registry.type(filenameExtension: ending, conformingTo: .package)?.isDeclared == true
    else { return name }
    return String(name.dropLast(ending.count + 1))
  }

  /// Returns a Boolean value that indicates whether an item has an allowed type.
  ///
  /// - Parameter url: the location of the item.
  public func allows(_ url: URL) -> Bool { isAllowed(url, among: allowedContentTypes) }

  private func isAllowed(_ url: URL, among types: [UTType]) -> Bool {
    guard let name = try? controller.typeForContents(of: url) else { return false }
    let type = controller.type(named: name)
    return types.contains { type == $0 || type.conforms(to: $0) }
  }

  // MARK: - Choosing

  /// Chooses documents, and reports the ones that are not allowed as failures.
  ///
  /// - Parameter urls: the locations of the documents; only the first counts if only one may be
  ///   chosen.
  public func pick(_ urls: [URL]) {
    let wanted = allowsPickingMultipleItems ? urls : Array(urls.prefix(1))
    var picked: [URL] = []
    for url in wanted {
      do {
        try check(url)
        picked.append(url)
      } catch {
        notify(.failedToImport(url, error))
      }
    }
    if !picked.isEmpty { notify(.didPick(picked)) }
  }

  /// Throws the reason why the item cannot be chosen.
  func check(_ url: URL) throws {
    let name = try controller.typeForContents(of: url)
    guard !allows(url) else { return }
    throw DocumentError(
      .typeNotAllowed, .open, url: url,
      message: "\(url.itemName) is of the type \(controller.displayName(forType: name)), "
        + "which is not opened here",
      remedy: "choose another document")
  }

  func notify(_ event: DocumentBrowserEvent) {
    streams.yield(event)
    handleEvent?(event)
  }
}

/// An action of the user in a browser, or a failed attempt.
public enum DocumentBrowserEvent: Sendable {
  /// Documents were chosen to be opened.
  case didPick([URL])
  /// A document was created and is ready to be opened.
  case didCreate(URL, Document.CreationIntent)
  /// A document was copied or moved to the program's directory of documents.
  case didImport(URL, to: URL)
  /// A document cannot be opened, created or imported.
  case failedToImport(URL, any Error)
  /// A document was renamed.
  case didRename(URL, to: URL)
  /// A file manager should show the document in its directory.
  case shouldReveal(URL)
}

/// The treatment of an imported item.
public enum DocumentImportMode: Int, Hashable, Sendable {
  /// The item is opened at its location.
  case none = 0
  /// The item is copied, and the original is kept.
  case copy = 1
  /// The item is moved.
  case move = 2
}

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

/// A way of creating a document that the user is offered, such as from a template.
public struct CreateDocumentAction: Hashable, Sendable {
  /// The intent of the action.
  public var intent: Document.CreationIntent
  /// The title to display, such as "New Letter".
  public var title: String
  /// The type of the document; nil for the default type of the controller.
  public var contentType: UTType?
  /// The initial contents, which are not changed; nil for an empty document.
  public var template: URL?
  /// The name of the document, without a number and an extension.
  public var name: String

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - intent: the intent of the action.
  ///   - title: the title to display.
  ///   - contentType: the type of the document.
  ///   - template: the initial contents.
  ///   - name: the name of the document, without a number and an extension.
  public init(
    intent: Document.CreationIntent = .default, title: String = "New Document",
    contentType: UTType? = nil, template: URL? = nil, name: String = "Untitled"
  ) {
    self.intent = intent
    self.title = title
    self.contentType = contentType
    self.template = template
    self.name = name
  }
}

/// The options of a program that is started without a document.
public struct LaunchOptions: Hashable, Sendable {
  /// The heading, such as the name of the program.
  public var title: String
  /// The ways of creating a document, the most important one first.
  public var creations: [CreateDocumentAction]

  /// Creates options.
  ///
  /// - Parameters:
  ///   - title: the heading; by default the name of the program.
  ///   - creations: the ways of creating a document.
  public init(
    title: String = ProcessInfo.processInfo.processName,
    creations: [CreateDocumentAction] = [CreateDocumentAction()]
  ) {
    self.title = title
    self.creations = creations
  }

  /// The intents of the ways of creating a document.
  public var creationIntents: [Document.CreationIntent] { creations.map(\.intent) }
}

extension DocumentBrowser {
  /// Imports an item into the program's directory of documents.
  ///
  /// - Parameters:
  ///   - source: the item, which must have an allowed type.
  ///   - directory: the destination; a name that is taken gets a number.
  ///   - mode: whether the item is copied, moved or left in place.
  /// - Returns: the location of the imported item; nil if it could not be imported.
  @discardableResult
  public func importDocument(
    at source: URL, into directory: URL, mode: DocumentImportMode
  ) async -> URL? {
    do {
      try check(source)
      let destination =
        switch mode {
        case .none: source
        case .copy: try await Self.copy(source, into: directory)
        case .move: try await move(source, into: directory)
        }
      if destination != source { notify(.didImport(source, to: destination)) }
      return destination
    } catch {
      notify(.failedToImport(source, error))
      return nil
    }
  }

  /// Imports an item into the directory of another document.
  ///
  /// - Parameters:
  ///   - source: the item.
  ///   - neighbour: a document in the destination directory.
  ///   - mode: whether the item is copied, moved or left in place.
  /// - Returns: the location of the imported item; nil if it could not be imported.
  @discardableResult
  public func importDocument(
    at source: URL, nextToDocumentAt neighbour: URL, mode: DocumentImportMode
  ) async -> URL? {
    await importDocument(at: source, into: neighbour.deletingLastPathComponent(), mode: mode)
  }

  /// Renames a document in its directory.
  ///
  /// - Parameters:
  ///   - url: the location of the document.
  ///   - proposedName: the name, with or without an extension; a name that is taken gets a number.
  /// - Returns: the new location.
  /// - Throws: ``DocumentClassError`` if no class handles it, or ``DocumentError``.
  @discardableResult
  public func renameDocument(at url: URL, proposedName: String) async throws -> URL {
    try await withDocument(at: url) { try await $0.rename(to: proposedName) }
  }

  /// Requests that a file manager shows the document in its directory.
  ///
  /// - Parameter url: the location of the document.
  public func revealDocument(at url: URL) { notify(.shouldReveal(url)) }

  private func move(_ source: URL, into directory: URL) async throws -> URL {
    try await withDocument(at: source) { try await $0.move(toDirectory: directory) }
  }

  /// Runs work on a document, open or not, that moves it; lists follow the move.
  private func withDocument(
    at url: URL, _ body: (Document) async throws -> URL
  ) async throws -> URL {
    let open = controller.document(for: url)
    let document = try open ?? controller.makeDocument(at: url)
    if open == nil { controller.addDocument(document) }
    defer { if open == nil { controller.removeDocument(document) } }
    let destination = try await body(document)
    if destination != url { notify(.didRename(url, to: destination)) }
    return destination
  }

  /// Copies an item under the first free name, off the main actor.
  @concurrent private nonisolated static func copy(
    _ source: URL, into directory: URL
  ) async throws -> URL {
    let writer = SafeWriter()
    let from = FileLocation(try FilePath(of: source))
    let target = try FilePath(of: directory).appending(source.itemName)
    var number = 1
    while true {
      let path = number == 1 ? target : FileName.numbered(target, number)
      do {
        try writer.write(to: path, .create) { temporaryPath in
          try writer.store.copyTree(from: from, to: FileLocation(temporaryPath))
        }
        return URL(of: path)
      } catch  where error.code == .alreadyExists && number < 1000 {
        number += 1
      } catch {
        throw DocumentError.importing(source, error)
      }
    }
  }
}

extension DocumentError {
  fileprivate static func importing(_ source: URL, _ failure: SafeWritingError) -> DocumentError {
    DocumentError(
      .system, .open, url: source, errno: failure.errno, underlyingError: failure,
      message: "\(source.itemName) cannot be copied: \(failure.message)", remedy: failure.remedy)
  }
}
