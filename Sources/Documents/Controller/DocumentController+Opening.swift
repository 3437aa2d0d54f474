public import Foundation
internal import FoundationAdditions
import SystemPackage
import TypeDetection
import TypeGraph
import UniformTypes

extension DocumentController {
  /// The identifier of the type of the document at a place.
  ///
  /// What exists is looked into; what does not, and what is no file, goes by its name.
  ///
  /// - Parameter url: the place.
  /// - Throws: ``DocumentError`` when the item exists and cannot be read.
  public func typeForContents(of url: URL) throws(DocumentError) -> String {
    guard url.isFileURL else { return typeOfName(url) ?? defaultType ?? "public.data" }
    let path: FilePath
    do {
      path = try FilePath(of: url)
    } catch {
      throw DocumentError(error, .open)
    }
    do {
      return try registry.identify(path: path).type.rawValue
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

  /// Makes a document of the class that the type of an item has; nothing is opened.
  ///
  /// - Parameters:
  ///   - url: where the document is or will be.
  ///   - typeName: the identifier of its type; by default that of what is there, or of the name.
  /// - Throws: ``DocumentClassError`` when no class handles the type, or ``DocumentError`` when the
  ///   item cannot be read.
  public func makeDocument(at url: URL, ofType typeName: String? = nil) throws -> Document {
    let typeName = try typeName ?? typeForContents(of: url)
    let documentClass = try documentClass(forType: typeName, at: url)
    if let hostedClass = documentClass.hostedClass {
      return try makeHostedDocument(hostedClass, at: url, ofType: typeName)
    }
    let document = documentClass.documentClass.makeDocument(at: url)
    DynamicCreation.note(document)
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

  /// Finds a class, and says of an item without one what it is and what its name says.
  private func documentClass(
    forType typeName: String, at url: URL
  ) throws -> DocumentClassReference {
    do {
      return try documentClassChoice(forType: typeName).reference
    } catch {
      throw error.at(url, nameType: typeOfName(url).flatMap { registry.type($0) })
    }
  }

  /// Opens the document at a place.
  ///
  /// An item has one document: opening it again, even while it is being opened, gives the same.
  ///
  /// - Parameter url: the place.
  /// - Returns: the document, and whether it was open or being opened already.
  /// - Throws: ``DocumentClassError`` or ``DocumentError``; the document is forgotten then.
  @discardableResult
  public func openDocument(
    at url: URL
  ) async throws -> (document: Document, wasAlreadyOpen: Bool) {
    try await openDocument(at: url) { try makeDocument(at: url) }
  }

  /// - Parameter make: makes the document when its item has none here.
  func openDocument(
    at url: URL, made make: () throws -> Document
  ) async throws -> (document: Document, wasAlreadyOpen: Bool) {
    if let document = document(for: url) {
      // Opening an open document does nothing, and two callers share one reading.
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

  /// Makes a new document and saves it, so that its item is there; a draft is opened only.
  ///
  /// - Parameters:
  ///   - url: where it will be; an extension that suits the type is appended where it lacks one.
  ///   - typeName: the identifier of its type; by default that of the name, else ``defaultType``.
  ///   - isDraft: whether nothing is saved at the place before somebody asks for that.
  /// - Throws: ``DocumentClassError`` when no class handles the type; ``DocumentError`` when an item
  ///   is there already, or saving fails.
  public func newDocument(
    at url: URL, ofType typeName: String? = nil, isDraft: Bool = false
  ) async throws -> Document {
    let typeName = typeName ?? typeOfDeclaredName(url) ?? defaultType ?? "public.data"
    let url = named(url, forType: type(named: typeName))
    let document = try makeDocument(at: url, ofType: typeName)
    addDocument(document)
    document.isDraft = isDraft
    do {
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

  /// The place of a new document that has no name yet: `Untitled`, then `Untitled 2` and so on.
  ///
  /// - Parameters:
  ///   - directory: where the document will be.
  ///   - typeName: the identifier of its type.
  ///   - name: the name without number and extension.
  /// - Returns: a place where neither an item nor a document is.
  /// - Complexity: O(*n*) in the number of names that are taken.
  public func untitledURL(
    in directory: URL, forType typeName: String, named name: String = "Untitled"
  ) -> URL {
    let fileExtension = type(named: typeName).preferredFilenameExtension.map { ".\($0)" } ?? ""
    var number = 1
    while true {
      let numbered = number == 1 ? name : "\(name) \(number)"
      let url = directory.appending(
        path: numbered + fileExtension, directoryHint: .notDirectory)
      if document(for: url) == nil, !FileManager.default.fileExists(atPath: url.path) {
        return url
      }
      number += 1
    }
  }

  /// The place with an extension of the type, which is all that tells a new document its type.
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
        return try registry.identify(path: url.path(percentEncoded: false), by: .name)
          .type.rawValue
      }
      return try registry.identify(path: FilePath(of: url), by: .name).type.rawValue
    } catch {
      return nil
    }
  }

  /// The type that the name's extension stands for, unless nobody has declared it.
  private func typeOfDeclaredName(_ url: URL) -> String? {
    typeOfName(url).flatMap { registry.type($0) }.flatMap { type in
      type.isDynamic || type.identifier == "public.data" ? nil : type.identifier
    }
  }
}
