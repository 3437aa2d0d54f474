/// Whose statements a question about conformance is answered from.
public enum GraphView: String, CaseIterable, Sendable {
  /// Declarations first; shared-mime-info speaks for the types that no declaration describes.
  case merged
  /// Declarations in property lists only: what Apple's framework would say.
  case declared
  /// shared-mime-info only: equal to GLib's answers.
  case freedesktop

  /// The bit of this view in the masks of edges and tags.
  package var bit: UInt32 {
    switch self {
    case .merged: 1
    case .declared: 2
    case .freedesktop: 4
    }
  }
}
