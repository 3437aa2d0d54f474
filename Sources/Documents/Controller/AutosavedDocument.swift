public import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// A document that was autosaved elsewhere than at its item by a program that has ended since.
public struct AutosavedDocument: Hashable, Sendable {
  /// How far the latest autosave of the document came.
  public enum Completeness: String, Hashable, Sendable {
    /// The contents are those of an autosave that ended.
    case autosaved
    /// The contents are complete. The program ended after they were written, and before the autosave ended.
    case interrupted
    /// A part of the contents may be missing: the program ended while they were written, and there are no
    /// others.
    case partial
  }

  /// The place of the document.
  public let documentURL: URL
  /// The contents that were autosaved, an item of the document's kind.
  public let contentsURL: URL
  /// The time of the autosave.
  public let modificationDate: Date
  /// A Boolean value that indicates whether the document was never saved at its place.
  public let isDraft: Bool
  /// How far the autosave came that wrote the contents.
  public let completeness: Completeness
  /// The folder that has the contents.
  let folder: FilePath
}
