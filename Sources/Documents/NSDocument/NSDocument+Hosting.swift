internal import Foundation
internal import UTIFoundationBridge

extension NSDocument {
  /// Saves pending changes to the document's location, then closes.
  ///
  /// - Throws: ``DocumentError``, with the code `no-place` for changes of a document without a
  ///   file; the document then stays open.
  public final func saveAndClose() async throws {
    do {
      try await host.saveAndClose()
    } catch {
      throw error.ofClient
    }
  }

  func completing(_ call: (@escaping ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
      // An override may call its handler twice.
      var waiting: CheckedContinuation<Void, any Error>? = continuation
      call { error in
        waiting?.resume(with: error.map { .failure($0) } ?? .success(()))
        waiting = nil
      }
    }
  }

  /// Writes the document to a temporary location, and reads it into another document.
  func makeDuplicate() throws -> NSDocument {
    let typeName = fileType ?? "public.data"
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "duplicate-\(UUID().uuidString)", directoryHint: .isDirectory)
    return try host.wrapping(.duplicate, host.fileURL) {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: directory) }
      let url = directory.appending(component: host.fileURL.itemName)
      try write(
        to: url, ofType: typeName, for: .saveToOperation, originalContentsURL: nil)
      let copy = type(of: self).make()
      copy.environment = environment
      try copy.host.openNow(at: nil, contentsOf: url, ofType: typeName)
      copy.host.untitledName = copyName
      controller?.addDocument(copy)
      return copy
    }
  }

  private var copyName: String {
    let name = displayName ?? host.localizedName
    let ending = host.types.filenameExtension(of: host.fileURL, ofType: fileType)
    let base = name.hasSuffix("." + ending) ? String(name.dropLast(ending.count + 1)) : name
    return "\(base) copy"
  }

  /// Creates a document of the class that it is called on, which overrides or inherits `init()`.
  static func make() -> Self {
    let creatable = self as Any.Type as? any HostedInstantiable.Type
    guard let document = creatable?.init(hosted: ()) as? Self else {
      // The conformance below is a part of this module.
      preconditionFailure("\(self) is not a document class")
    }
    return document
  }
}

@MainActor private protocol HostedInstantiable {
  init(hosted: Void)
}

@available(*, unavailable)
extension NSDocument: HostedInstantiable {}

extension Document {
  /// The ``NSDocument`` that this document hosts; nil if there is none.
  @MainActor public final var nsDocument: NSDocument? { (self as? HostedDocument)?.client }
}
