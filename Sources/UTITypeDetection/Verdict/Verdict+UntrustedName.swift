internal import UTITypeGraph

extension Verdict {
  /// The verdict about an item whose name comes from a stranger.
  ///
  /// The bytes decide. The name may only narrow their type; the result is a guess then.
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
