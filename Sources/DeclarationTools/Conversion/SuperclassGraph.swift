internal import TypeGraph

/// The parents of MIME types, which never form a circle.
///
/// A circle of `sub-class-of` sends GLib into endless recursion, and with it every program that
/// asks for a type on the desktop (seen with GLib 2.74), so that no package may have one.
struct SuperclassGraph {
  private var parents: [MIMEName: [MIMEName]] = [:]
  private var aliases: [MIMEName: MIMEName]

  /// Makes a graph.
  ///
  /// - Parameters:
  ///   - types: what is stated already.
  ///   - aliases: the names that mean another one.
  init(_ types: [MIMETypeDeclaration], aliases: [MIMEName: MIMEName]) {
    self.aliases = aliases
    for type in types {
      for parent in type.superclasses { _ = insert(parent.value, above: type.name) }
    }
  }

  /// Adds names that mean another one.
  mutating func add(_ names: [MIMEName], of type: MIMEName) {
    for name in names { aliases[name] = type }
  }

  /// Adds a parent unless that closes a circle.
  ///
  /// - Returns: whether the type may have the parent.
  /// - Complexity: O(*n*) in the number of parents above.
  mutating func insert(_ parent: MIMEName, above name: MIMEName) -> Bool {
    let (name, parent) = (resolved(name), resolved(parent))
    guard !reaches(name, from: parent) else { return false }
    parents[name, default: []].append(parent)
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
