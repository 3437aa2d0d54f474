/// The role of a program for documents of a type (`CFBundleTypeRole`).
public enum DocumentRole: String, Hashable, Sendable, CaseIterable {
  /// The program reads, changes and writes them.
  case editor = "Editor"
  /// The program reads and shows them.
  case viewer = "Viewer"
  /// The program offers runtime services to other programs, such as an interpreter.
  case shell = "Shell"
  /// The program draws previews of them.
  case quickLookGenerator = "QLGenerator"
  /// The program extracts their metadata.
  case metadataImporter = "MDImporter"
  /// The program does not open them; the entry only has a name and an icon.
  case none = "None"

  /// Creates the role of an entry.
  ///
  /// - Parameter declared: the value of `CFBundleTypeRole`, compared case-insensitively. An entry
  ///   without a value is a viewer.
  /// - Returns: nil for an unknown value.
  public init?(declared: String?) {
    guard let role = Self.named(declared, byDefault: .viewer) else { return nil }
    self = role
  }

  /// A Boolean value that indicates whether the role opens documents.
  public var opensDocuments: Bool { self == .editor || self == .viewer || self == .shell }
}
