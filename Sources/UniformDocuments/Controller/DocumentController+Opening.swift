public import Foundation
import SystemPackage
internal import UTIFoundationBridge
import UTITypeDetection
import UniformTypes

extension DocumentController {
  /// Returns the identifier of the type of the document at a URL.
  ///
  /// The type of an existing item is detected from its contents. Without an item, and for URLs of
  /// other schemes, the name determines the type.
  ///
  /// - Parameter url: the location of the document.
  /// - Throws: ``DocumentError`` if the item exists and cannot be read.
  public func typeForContents(of url: URL) throws(DocumentError) -> String {
    guard url.isFileURL else { return typeOfName(url) ?? defaultType ?? "public.data" }
    let path: FilePath
    do {
      path = try FilePath(of: url)
    } catch {
      throw DocumentError(error, .open)
    }
    do {
      let (type, detected) = try DetectedType.detect(path, in: registry)
      latestDetection = detected
      return type
    } catch {
      let errno = Errno(rawValue: error.errorNumber)
      guard errno == .noSuchFileOrDirectory, let type = typeOfName(url) else {
        let isForbidden = [.permissionDenied, .notPermitted].contains(errno)
        throw DocumentError(
          errno == .noSuchFileOrDirectory ? .noSuchFile : isForbidden ? .noPermission : .system,
          .open, url: url, errno: errno, underlyingError: error,
          message: "\(url.itemName) cannot be read: cannot \(error.operation)",
          remedy: isForbidden ? "ask for permission" : error.remedy)
      }
      return type
    }
  }

  /// Creates a document of the class for an item's type, without opening it.
  ///
  /// - Parameters:
  ///   - url: the location of the document, which need not exist.
  ///   - typeName: the identifier of its type; by default the type of the existing item, or of the
  ///     name.
  /// - Throws: ``DocumentClassError`` if no class handles the type, or ``DocumentError`` if the
  ///   item cannot be read.
  public func makeDocument(at url: URL, ofType typeName: String? = nil) throws -> Document {
    let typeName = try typeName ?? typeForContents(of: url)
    let document = try makeDocument(at: url, inClassFor: typeName)
    if let detected = latestDetection, detected.type == typeName {
      document.record.withValues { $0.detected = detected }
    }
    return document
  }

  private func makeDocument(at url: URL, inClassFor typeName: String) throws -> Document {
    let documentClass = try documentClass(forType: typeName, at: url)
    if let hostedClass = documentClass.hostedClass {
      return try makeHostedDocument(hostedClass, at: url, ofType: typeName)
    }
    let document = documentClass.documentClass.makeDocument(at: url)
    RuntimeInstantiation.note(document)
    document.environment.registry = registry
    if preservesVersions { document.preservesVersions = true }
    if let document = document as? SnapshotDocument { contentSetups[documentClass.id]?(document) }
    let id = documentClass.id
    let writableTypes =
      classes.writableTypes[id] ?? writableTypes(of: documentClass).map(\.identifier)
    classes.writableTypes[id] = writableTypes
    document.environment.writableTypes = writableTypes
    return document
  }

  /// The error of a missing class gives the types of the item and of its name.
  private func documentClass(
    forType typeName: String, at url: URL
  ) throws -> DocumentClassReference {
    do {
      return try documentClassChoice(forType: typeName).reference
    } catch {
      throw error.at(url, nameType: typeOfName(url).flatMap { registry.type($0) })
    }
  }

  /// Opens the document at a URL.
  ///
  /// An item has one document. Opening it again, even while it is being opened, returns the same
  /// document.
  ///
  /// - Parameter url: the location of the document.
  /// - Returns: the document, and whether it was open or being opened already.
  /// - Throws: ``DocumentClassError`` or ``DocumentError``; the controller then does not keep the
  ///   document.
  @discardableResult
  public func openDocument(at url: URL) async throws -> (document: Document, wasAlreadyOpen: Bool) {
    try await openDocument(at: url) { try makeDocument(at: url) }
  }

  /// Calls `make` if the controller has no document for the item.
  func openDocument(
    at url: URL, made make: () throws -> Document
  ) async throws -> (document: Document, wasAlreadyOpen: Bool) {
    if let document = document(for: url) {
      // Opening an open document does nothing, and two callers share one read.
      try await document.openContents()
      await noteRecent(document)
      return (document, true)
    }
    let document = try make()
    addDocument(document)
    do {
      try await document.openContents()
    } catch {
      removeDocument(document)
      throw error
    }
    await noteRecent(document)
    return (document, false)
  }

  /// Creates a new document and saves it, so that its item exists; a draft is only opened.
  ///
  /// - Parameters:
  ///   - url: the location of the new document; an extension that suits the type is appended if it
  ///     has none.
  ///   - typeName: the identifier of its type; by default the type of the name, else
  ///     ``defaultType``.
  ///   - isDraft: whether the document is not saved to its location before the user requests it.
  ///   - creationSource: the way of creating it, which the content of a ``ModelDocument`` receives.
  /// - Throws: ``DocumentClassError`` if no class handles the type; ``DocumentError`` if the item
  ///   already exists or saving fails; the error of what makes the content of the document.
  public func newDocument(
    at url: URL, ofType typeName: String? = nil, isDraft: Bool = false,
    creationSource: DocumentCreationSource? = nil
  ) async throws -> Document {
    let typeName = typeName ?? typeOfDeclaredName(url) ?? defaultType ?? "public.data"
    let url = named(url, forType: type(named: typeName))
    let document = try makeDocument(at: url, ofType: typeName)
    addDocument(document)
    document.isDraft = isDraft
    (document as? SnapshotDocument)?.creationSource = creationSource
    do {
      try await (document as? SnapshotDocument)?.prepareContent()
      if isDraft {
        try await document.openContents()
      } else {
        try await document.saveContents(to: url, for: .forCreating)
      }
    } catch {
      removeDocument(document)
      throw error
    }
    await noteRecent(document)
    return document
  }

  /// Returns a free URL for a new document: `Untitled`, then `Untitled 2` and so on.
  ///
  /// - Parameters:
  ///   - directory: the directory of the document.
  ///   - typeName: the identifier of its type.
  ///   - name: the name without number and extension.
  ///   - environment: the environment with the recovery location of drafts.
  /// - Returns: a URL that has neither an item nor a document, and that no draft in the recovery
  ///   location has.
  /// - Complexity: O(*n*) in the number of names that are taken.
  public func untitledURL(
    in directory: URL, forType typeName: String, named name: String = "Untitled",
    environment: DocumentEnvironment = .standard
  ) -> URL {
    let fileExtension = type(named: typeName).preferredFilenameExtension.map { ".\($0)" } ?? ""
    let kept = keptPlaces(in: environment)
    var number = 1
    while true {
      let numbered = number == 1 ? name : "\(name) \(number)"
      let url = directory.appending(path: numbered + fileExtension, directoryHint: .notDirectory)
      if document(for: url) == nil, !isTaken(url, kept) { return url }
      number += 1
    }
  }

  /// The extension alone determines the type of a new document.
  private func named(_ url: URL, forType type: UTType) -> URL {
    let naming = SavingName(
      filenameExtension: type.preferredFilenameExtension ?? "", savingType: type.identifier,
      oldType: nil, types: ItemTypes(registry: registry))
    let name = naming.name(for: url.itemName)
    guard name != url.itemName else { return url }
    return url.deletingLastPathComponent().appending(path: name, directoryHint: .notDirectory)
  }

  private func typeOfName(_ url: URL) -> String? {
    do {
      guard url.isFileURL else {
        return try registry.identify(path: url.path(percentEncoded: false), by: .name).type.rawValue
      }
      return try registry.identify(path: FilePath(of: url), by: .name).type.rawValue
    } catch {
      return nil
    }
  }

  private func typeOfDeclaredName(_ url: URL) -> String? {
    typeOfName(url).flatMap { registry.type($0) }.flatMap { type in
      type.isDynamic || type.identifier == "public.data" ? nil : type.identifier
    }
  }
}
