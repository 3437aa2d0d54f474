public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

/// An earlier version of a document, or a version by another writer, for a list in a window.
public struct DocumentVersion: Identifiable, Hashable, Sendable {
  /// The identifier of the version, valid in every process.
  public let id: String
  /// The time of the last modification of the contents.
  public let date: Date
  /// The name of the computer that saved the version; nil if it is unknown.
  public let computer: String?
  /// The name of the user who saved the version; nil if it is unknown.
  public let user: String?
  /// The size of the contents in bytes.
  public let byteCount: Int64
  /// The location of the contents, for display; they must not be changed there.
  public let url: URL
  /// A Boolean value that indicates whether the version is an unresolved conflict: its writer did
  /// not know the current contents.
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
