package import TypeGraph

extension TypeRegistry {
  /// The answers to a look-up by tag.
  package struct Candidates: Sendable {
    /// The declared types, the preferred one first.
    package let types: [UTType]
    /// The dynamic type, when no declared one has the tag.
    package let dynamic: UTType?
  }

  /// All candidates for a tag, the one that `UTType(filenameExtension:)` gives first.
  ///
  /// Types that conform to `public.data` come before packages and abstract types, because that is
  /// the default filter of the initialisers.
  package func candidates(for tag: Tag, conformingTo supertype: UTType? = nil) -> Candidates {
    let all = UTType.types(tag, conformingTo: supertype, in: snapshot)
    let data = data
    let preferred = UTType(tag, conformingTo: supertype ?? data, in: snapshot)
    let declared = all.filter(\.isDeclared)
    let ordered =
      declared.filter { $0.conforms(to: data) } + declared.filter { !$0.conforms(to: data) }
    guard ordered.isEmpty else { return Candidates(types: ordered, dynamic: nil) }
    // A name that looks made unique stands for plain data, which is declared.
    if let preferred, preferred.isDeclared { return Candidates(types: [preferred], dynamic: nil) }
    return Candidates(types: [], dynamic: preferred)
  }

  /// The type that a MIME name or an alias stands for in shared-mime-info.
  ///
  /// - Parameter name: a MIME name in any case.
  /// - Returns: nil when no package describes the name.
  package func type(canonicalMIMEType name: String) -> UTType? {
    guard let index = snapshot.image.type(mimeName: name),
      snapshot.image.isDescribed(index, in: view)
    else { return nil }
    return UTType(snapshot, index)
  }
}
