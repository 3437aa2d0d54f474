package import UTIPlatform

/// Comparison of two states of an item.
extension FileStatus {
  /// How one state of an item differs from another.
  package enum Difference: Hashable, Sendable {
    case none, metadata, contents
  }

  /// Compares the state with a later one.
  ///
  /// A directory and its contents are different items: other times of a directory alone are no
  /// difference.
  package func difference(to later: FileStatus) -> Difference {
    guard kind == later.kind, isSameItem(as: later) else { return .contents }
    let hasSameMode = permissions == later.permissions
    if kind == .directory { return hasSameMode ? .none : .metadata }
    guard size == later.size, modified == later.modified else { return .contents }
    return changed == later.changed && hasSameMode ? .none : .metadata
  }
}
