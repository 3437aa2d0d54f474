/// What a program does with documents of a type (`CFBundleTypeRole`).
public enum DocumentRole: String, Hashable, Sendable, CaseIterable {
  /// Reads, changes and writes them.
  case editor = "Editor"
  /// Reads and shows them.
  case viewer = "Viewer"
  /// Offers runtime services to other programs, as an interpreter does.
  case shell = "Shell"
  /// Draws previews of them.
  case quickLookGenerator = "QLGenerator"
  /// Extracts their metadata.
  case metadataImporter = "MDImporter"
  /// Does not open them; the entry only gives them a name and an icon.
  case none = "None"

  /// The role that an entry states.
  ///
  /// - Parameter declared: the value of `CFBundleTypeRole`, compared without case. An entry that
  ///   states none promises least: it views.
  /// - Returns: nil for a value that names no role.
  public init?(declared: String?) {
    guard let role = Self.named(declared, byDefault: .viewer) else { return nil }
    self = role
  }

  /// Whether documents are opened in this role.
  public var opensDocuments: Bool { self == .editor || self == .viewer || self == .shell }
}
