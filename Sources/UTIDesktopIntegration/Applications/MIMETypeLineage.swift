package import UTITypeGraph
package import UniformTypes

/// The names of a MIME type and then its supertypes, level by level, to look for applications.
///
/// As in GLib, only stated supertypes count: plain text of every text type adds no application.
package struct MIMETypeLineage {
  private let registry: TypeRegistry

  package init(_ registry: TypeRegistry) {
    self.registry = registry.seen(as: .freedesktop)
  }

  package func canonicalName(_ name: MIMEName) -> MIMEName {
    registry.type(canonicalMIMEType: name.spelling)
      .flatMap { $0.canonicalMIMEType.flatMap(MIMEName.init) } ?? name
  }

  package func names(_ name: MIMEName) -> [MIMEName] {
    var names = [canonicalName(name)]
    var next = 0
    while next < names.count {
      for parent in parents(names[next]) where !names.contains(parent) { names.append(parent) }
      next += 1
    }
    return names
  }

  private func parents(_ name: MIMEName) -> [MIMEName] {
    guard let type = registry.type(canonicalMIMEType: name.spelling) else { return [] }
    // What the base adds to a type of the machine's packages no desktop knows.
    let isOfMachine = type.isDescribedOutsideBase
    return type.edges.compactMap { edge in
      guard edge.kind == .explicit,
        !isOfMachine || edge.origin.map({ $0.source.layer != .base }) ?? true
      else { return nil }
      return edge.supertype.canonicalMIMEType.flatMap(MIMEName.init)
    }
  }
}
