public import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// An earlier state of a document, or one that somebody else has made of it, as a window lists it.
public struct DocumentVersion: Identifiable, Hashable, Sendable {
  /// What finds the version again, also in another process.
  public let id: String
  /// The time of the last modification of the contents.
  public let date: Date
  /// The computer on which it was saved; nil where that is not known.
  public let computer: String?
  /// Who saved it; nil where that is not known.
  public let user: String?
  /// The size of the contents in bytes.
  public let byteCount: Int64
  /// Where the contents are, for whoever shows them; they must not be changed there.
  public let url: URL
  /// Whether somebody made it without knowing of the current state, and nobody has decided yet.
  public let isConflict: Bool

  init(_ version: ItemVersion) {
    id = version.identifier
    date = version.date.date
    computer = version.host
    user = version.user
    byteCount = version.size
    url = URL(of: version.path)
    isConflict = version.isUnresolvedConflict
  }
}
