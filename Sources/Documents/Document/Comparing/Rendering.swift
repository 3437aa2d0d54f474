internal import Foundation
internal import FoundationAdditions
internal import UTIFoundationBridge

/// The writing of a document's contents into memory, for a comparison.
///
/// The default of `writeContents(_:to:for:originalContentsURL:)` finds it as a task-local value and
/// passes the contents to it instead of writing them. An override that writes the item itself
/// writes to a temporary location.
final class Rendering: @unchecked Sendable {
  @TaskLocal static var current: Rendering?

  private let document: ObjectIdentifier
  // One thread at a time writes, and passes it to the next, which is why unchecked is safe.
  /// The contents; nil if an override has written them.
  private(set) var rendition: FileWrapper?

  init(of document: Document) { self.document = ObjectIdentifier(document) }

  /// Takes contents that are about to be written.
  ///
  /// - Returns: A Boolean value that indicates whether they were taken, and must not be written.
  func take(_ contents: DocumentContents, of document: Document) -> Bool {
    guard ObjectIdentifier(document) == self.document else { return false }
    switch contents {
    case .data(let data): rendition = FileWrapper(regularFileWithContents: data)
    case .fileWrapper(let wrapper): rendition = wrapper
    default: return false
    }
    return true
  }
}

/// The contents of a document, taken in its isolation.
enum TakenContents {
  /// The contents that `contents(forType:)` has returned; a package is a copy.
  case contents(Any)
  /// The item that a save would write.
  case rendition(FileWrapper)
}

extension Document {
  /// The default of ``takeContentsToCompare()``.
  func takeContents() throws -> TakenContents {
    let contents = DocumentContents(try contents(forType: savingFileType ?? "public.data"))
    guard case .fileWrapper(let wrapper) = contents else { return .contents(contents.value) }
    return .contents(try PackageSnapshot(wrapper).copy)
  }

  /// Returns the item that a save of contents would write, without attributes.
  ///
  /// Runs on the queue of file access.
  func render(_ taken: TakenContents) throws -> FileWrapper {
    switch taken {
    case .rendition(let rendition): return rendition
    case .contents(let contents):
      return try rendering { url in
        try writeContents(contents, to: url, for: .forOverwriting, originalContentsURL: nil)
      }
    }
  }

  /// Writes contents into memory, or to a temporary location.
  ///
  /// - Parameter write: Writes to a free URL.
  func rendering(_ write: (URL) throws -> Void) throws -> FileWrapper {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "comparison-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appending(component: fileURL.itemName)
    let rendering = Rendering(of: self)
    try Rendering.$current.withValue(rendering) { try write(url) }
    if let rendition = rendering.rendition { return rendition }
    return try FileWrapper(url: url, options: [.immediate, .withoutMapping])
  }
}
