/// The result of a combined look-up of a name among the patterns and tags of an image.
package enum NameAnswer: Sendable {
  /// The best glob.
  case glob(GlobIndex)
  /// No glob and no tag matches the name.
  case nothing
  /// The rules for directories or for declared extensions have to decide.
  case undecided
}

extension RegistryImage {
  /// Returns the best glob for a name, if neither a directory nor a declared extension can change
  /// the result.
  ///
  /// - Parameters:
  ///   - path: a name or a path, whose last component is used.
  ///   - usesTags: whether extensions that property lists declare are considered.
  /// - Complexity: O(*n*) in the length of the name, without allocation.
  package func answer(
    toName path: UnsafeBufferPointer<UInt8>, usesTags: Bool
  ) -> NameAnswer {
    guard !path.isEmpty else { return .nothing }
    let place = LastComponent(path)
    // A path of a directory may end in a slash.
    guard place.start < path.count else { return .undecided }
    if usesTags, lookUpFilters.value(.hasOuterExtensions) != 0,
      let first = place.filenameExtension(path).first, mayDeclareExtension(startingWith: first)
    {
      return .undecided
    }
    let name = UnsafeBufferPointer(rebasing: path[place.start...])
    let ends = ends(of: name)
    let best = bestGlob(of: ends, matching: name, periodCount: place.periodCount)
    if best >= 0 { return .glob(GlobIndex(best)) }
    guard usesTags else { return .nothing }
    if ends.hasTag { return .undecided }
    // Capitals outside ASCII are left to the rules for tags.
    return place.filenameExtension(path).contains { $0 >= 0x80 } ? .undecided : .nothing
  }
}

/// The places of the last component of a path and of its extension.
private struct LastComponent {
  private(set) var start = 0
  private(set) var periodCount = 0
  /// The place of the last period; -1 when there is none.
  private var period = -1

  @inline(__always)
  init(_ path: UnsafeBufferPointer<UInt8>) {
    var end = path.count
    while end > 0 {
      let word = PackedSuffix(path, before: end)
      let slashes = word.places(of: UInt8(ascii: "/"))
      var periods = word.places(of: UInt8(ascii: "."))
      if slashes != 0 {
        let length = PackedSuffix.lengthFromLast(slashes)
        start = end &- length &+ 1
        // The slash is the first of `length` bytes; the bytes after it are kept.
        periods &= length == 1 ? 0 : UInt64.max &<< (UInt64(truncatingIfNeeded: 9 &- length) &* 8)
      }
      if periods != 0 {
        if period < 0 { period = end &- PackedSuffix.lengthFromLast(periods) }
        periodCount &+= PackedSuffix.count(periods)
      }
      guard slashes == 0, end > 8 else { break }
      end &-= 8
    }
  }

  /// Returns the text after the last period, unless the period is the first character.
  @inline(__always)
  func filenameExtension(_ path: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    period > start ? path[(period &+ 1)...] : path[path.count...]
  }
}
