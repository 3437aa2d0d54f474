public import Foundation

/// An open document: the counterpart of UIDocument, kept in the isolation of whoever owns it.
///
/// A document is not `Sendable`: its model belongs to the actor or thread that created it. The
/// asynchronous functions run in the caller's isolation and move only the reading and writing
/// elsewhere.
open class Document {
  /// Makes a document for an item without touching the file system.
  ///
  /// - Parameter url: where the item is or will be. Any scheme; a document whose URL is not a
  ///   file's must override reading and saving.
  public init(fileURL url: URL) {
    fileURL = url
  }

  /// Makes a document of whatever class it is called on; class look-up needs such an initializer.
  ///
  /// A subclass that overrides ``init(fileURL:)``, or has no designated initializer of its own,
  /// inherits this one.
  public required convenience init(documentAt url: URL) {
    self.init(fileURL: url)
  }

  /// Where the document is.
  public internal(set) var fileURL: URL
}
