package import UTIPlatform

/// The comparison of two states of an item.
extension FileStatus {
  /// The difference between two states of an item.
  package enum Difference: Hashable, Sendable {
    case none, metadata, contents
  }

  /// Compares the state with a later one.
  ///
  /// The contents of a directory are separate items, so a change of its times alone is no
  /// difference.
  package func difference(to later: FileStatus) -> Difference {
    guard kind == later.kind, isSameItem(as: later) else { return .contents }
    let hasSameMode = permissions == later.permissions
    if kind == .directory { return hasSameMode ? .none : .metadata }
    guard size == later.size, modified == later.modified else { return .contents }
    return changed == later.changed && hasSameMode ? .none : .metadata
  }
}
