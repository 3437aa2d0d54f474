internal import TypeGraph

/// What was found beside the answer, as it was found.
///
/// Which of it are alternatives is worked out when someone asks: most answers are asked for their
/// type and nothing else.
struct OtherFindings {
  /// What the name shows, the best first.
  let named: [Finding]
  /// What the bytes show, the best first.
  let seen: Finding?
  let alsoSeen: [Finding]
  /// The alternatives that an answer may name.
  let limit: Int

  /// The findings about other types than the answer's, one for each type.
  func alternatives(to best: Finding, in image: RegistryImage) -> [Finding] {
    var alternatives: [Finding] = []
    for other in named + (seen.map { [$0] } ?? []) + alsoSeen {
      guard alternatives.count < limit, other.basis != .none,
        !other.isAboutType(of: best, in: image),
        !alternatives.contains(where: { $0.isAboutType(of: other, in: image) })
      else { continue }
      alternatives.append(other)
    }
    return alternatives
  }
}
