import UTITypeGraph
import UniformTypes

/// The conformance after a plain union of the statements of both vocabularies.
struct NaiveUnion {
  private let views: [TypeRegistry]

  init(_ registry: TypeRegistry) {
    views = [.declared, .freedesktop].map(registry.seen(as:))
  }

  /// All types above a type.
  func supertypes(of type: UTType) -> Set<UTType> {
    var found: Set<UTType> = []
    var pending = [type]
    while let next = pending.popLast() {
      for view in views {
        for parent in view.type(next.identifier)?.parents ?? []
        where found.insert(parent).inserted {
          pending.append(parent)
        }
      }
    }
    return found
  }
}
