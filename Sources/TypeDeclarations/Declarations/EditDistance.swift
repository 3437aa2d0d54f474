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

  /// How many bytes must be inserted, removed or replaced, or change places with their neighbours
  /// (optimal string alignment).
  private static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var best = min(last[column] + (byte == other ? 0 : 1), last[column + 1] + 1)
        best = min(best, current[column] + 1)
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
