/// Finds what a misspelt word was meant to be.
package enum EditDistance {
  /// The candidate that is nearest to a word, if it is near enough to be what was meant.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths for each candidate; words of more than 80 bytes have
  ///   no neighbours.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let bytes = Array(word.utf8)
    guard bytes.count <= 80 else { return nil }
    let limit = max(2, bytes.count / 4)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where abs(candidate.utf8.count - bytes.count) <= limit {
      let distance = between(bytes, Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many bytes must be inserted, removed or replaced (Levenshtein).
  private static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
