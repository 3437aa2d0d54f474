/// The rule that selects the declarations and edges for a query.
public enum GraphView: String, CaseIterable, Sendable {
  /// Declarations first; shared-mime-info describes the types without a declaration.
  case merged
  /// Declarations in property lists only, as in Apple's framework.
  case declared
  /// shared-mime-info only, as in GLib.
  case freedesktop

  /// The bit in the masks of edges and tags.
  package var bit: UInt32 {
    switch self {
    case .merged: 1
    case .declared: 2
    case .freedesktop: 4
    }
  }
}
