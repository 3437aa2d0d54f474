internal import SystemPackage

/// Presenters by the paths of their items, so that an access does not compare all paths.
struct PathIndex: Sendable {
  private var paths: [ObjectIdentifier: FilePath] = [:]
  private var own: [FilePath: Set<ObjectIdentifier>] = [:]
  /// The presenters of all items below a path.
  private var inside: [FilePath: Set<ObjectIdentifier>] = [:]

  mutating func insert(_ id: ObjectIdentifier, at path: FilePath) {
    remove(id)
    paths[id] = path
    own[path, default: []].insert(id)
    for directory in Self.parents(of: path) { inside[directory, default: []].insert(id) }
  }

  mutating func remove(_ id: ObjectIdentifier) {
    guard let path = paths.removeValue(forKey: id) else { return }
    Self.remove(id, from: &own[path])
    for directory in Self.parents(of: path) { Self.remove(id, from: &inside[directory]) }
  }

  private static func remove(_ id: ObjectIdentifier, from set: inout Set<ObjectIdentifier>?) {
    set?.remove(id)
    if set?.isEmpty == true { set = nil }
  }

  /// The presenters of the item, of items below it and of its parent directories.
  ///
  /// - Complexity: O(*n*) in the number of these presenters and of the components of the path.
  func concerned(with path: FilePath) -> [ObjectIdentifier] {
    var found = Array(own[path] ?? [])
    found += inside[path] ?? []
    for directory in Self.parents(of: path) { found += own[directory] ?? [] }
    return found
  }

  private static func parents(of path: FilePath) -> some Sequence<FilePath> {
    sequence(state: path) { path in path.removeLastComponent() ? path : nil }
  }
}
