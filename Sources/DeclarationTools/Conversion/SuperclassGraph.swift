internal import TypeGraph

/// The parents of MIME types, which never form a cycle.
///
/// A cycle of `sub-class-of` sends GLib into endless recursion, and with it every program that
/// queries a type on the desktop (observed with GLib 2.74), so no package may have one.
struct SuperclassGraph {
  private var parents: [MIMEName: [MIMEName]] = [:]
  /// The types that are a parent; others are reached from no type.
  private var allParents: Set<MIMEName> = []
  private var aliases: [MIMEName: MIMEName]

  /// Makes a graph.
  ///
  /// - Parameters:
  ///   - types: the existing descriptions.
  ///   - aliases: the aliases with their canonical names.
  init(_ types: [MIMETypeDeclaration], aliases: [MIMEName: MIMEName]) {
    self.aliases = aliases
    for type in types {
      for parent in type.superclasses { _ = insert(parent.value, above: type.name) }
    }
  }

  /// Adds aliases of a type.
  mutating func add(_ names: [MIMEName], of type: MIMEName) {
    for name in names { aliases[name] = type }
  }

  /// Adds a parent unless it closes a cycle.
  ///
  /// - Returns: whether the parent was added.
  /// - Complexity: O(1) for a type without subtypes or a parent without parents, which is the rule
  ///   in files that state parents first or last; O(*n*) in the number of supertypes otherwise.
  mutating func insert(_ parent: MIMEName, above name: MIMEName) -> Bool {
    let (name, parent) = (resolved(name), resolved(parent))
    if name == parent { return false }
    let mayCloseCycle = allParents.contains(name) && parents[parent] != nil
    if mayCloseCycle, reaches(name, from: parent) { return false }
    parents[name, default: []].append(parent)
    allParents.insert(parent)
    return true
  }

  private func resolved(_ name: MIMEName) -> MIMEName { aliases[name] ?? name }

  private func reaches(_ goal: MIMEName, from start: MIMEName) -> Bool {
    var seen: Set<MIMEName> = []
    var pending = [start]
    while let name = pending.popLast() {
      if name == goal { return true }
      if seen.insert(name).inserted { pending += parents[name] ?? [] }
    }
    return false
  }
}
