internal import UTITypeGraph

extension Verdict {
  /// Returns the verdict about an item whose name comes from a stranger.
  ///
  /// The bytes decide. The name may only narrow the type that they show, as among the languages of a
  /// text or the formats in a ZIP archive; the result is a guess then, because nothing but the name
  /// distinguishes the types.
  ///
  /// - Parameters:
  ///   - shown: the verdict without the name.
  ///   - named: the verdict with the name.
  package static func withUntrustedName(shown: Verdict, named: Verdict) -> Verdict {
    let registry = shown.record.state.registry
    guard shown.basis != .none, let wide = shown.index, let narrow = named.index, wide != narrow,
      registry.refines(narrow, wide) || registry.image.isStored(narrow, as: wide),
      named.support >= .agreement
    else { return shown }
    var narrowed = named
    narrowed.confidence = .guess
    return narrowed
  }
}
