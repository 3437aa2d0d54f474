/// The search for the intended spelling of a misspelt word.
package enum EditDistance {
  /// The size is in bytes; longer words have no neighbours.
  static let greatestWordSize = 80

  /// A nil distance is two, or a quarter of a longer word.
  ///
  /// - Complexity: O(*n* · *d*) in word and distance, for each candidate of about the length.
  package static func nearest(
    to word: String, among candidates: [String], within greatestDistance: Int? = nil
  ) -> String? {
    let bytes = Array(word.utf8)
    guard bytes.count <= greatestWordSize else { return nil }
    var limit = greatestDistance ?? max(2, bytes.count / 4)
    var rows = Rows(count: bytes.count + limit + 1)
    var best: String?
    for candidate in candidates where abs(candidate.utf8.count - bytes.count) <= limit {
      var candidate = candidate
      let distance = candidate.withUTF8 { other in
        bytes.withUnsafeBufferPointer { rows.distance(from: $0, to: other, limit: limit) }
      }
      guard let distance else { continue }
      best = candidate
      // Only nearer candidates are considered from here on.
      limit = distance - 1
      if limit < 0 { break }
    }
    return best
  }

  /// The last three rows of the table of distances, which all candidates share.
  private struct Rows {
    private var current: [Int]
    private var last: [Int]
    private var beforeLast: [Int]

    init(count: Int) {
      current = Array(repeating: 0, count: count)
      last = current
      beforeLast = current
    }

    /// Optimal string alignment, without cells outside the limit; nil for greater distances.
    ///
    /// The limit is at least the difference of the lengths.
    mutating func distance(
      from left: UnsafeBufferPointer<UInt8>, to right: UnsafeBufferPointer<UInt8>, limit: Int
    ) -> Int? {
      guard !right.isEmpty else { return left.count }
      let tooFar = limit + 1
      for column in 0...right.count { last[column] = column }
      for row in 0..<left.count {
        let columns = max(0, row - limit)..<min(right.count, row + limit + 1)
        current[columns.lowerBound] = columns.lowerBound == 0 ? row + 1 : tooFar
        var least = columns.lowerBound == 0 ? row + 1 : Int.max
        for column in columns {
          var best = last[column] + (left[row] == right[column] ? 0 : 1)
          // The cell above the last cell of the row is outside of the band.
          if column < row + limit { best = min(best, last[column + 1] + 1) }
          best = min(best, current[column] + 1)
          if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
            best = min(best, beforeLast[column - 1] + 1)
          }
          current[column + 1] = best
          least = min(least, best)
        }
        // A row is at most one more than the row before, which a swap refers to.
        if least > tooFar { return nil }
        (beforeLast, last, current) = (last, current, beforeLast)
      }
      let distance = last[right.count]
      return distance <= limit ? distance : nil
    }
  }
}
