/// The evidence that a detection may use.
public enum DetectionInput: String, Sendable, CaseIterable {
  /// The name only; the file need not exist.
  case name
  /// The kind of item and its bytes, not its name.
  case content
  /// The kind of item, its name and its bytes.
  case both
}
