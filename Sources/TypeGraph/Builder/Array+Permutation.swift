extension Array {
  /// Puts into each place the element of another, without a second array.
  ///
  /// - Parameter order: for each place the place of its element so far, each place once.
  /// - Complexity: O(*n*).
  mutating func permute(_ order: [Int]) {
    var order = order
    for start in indices {
      var place = start
      // What leaves a place goes where its successor in the cycle came from.
      while order[place] != start {
        let next = order[place]
        swapAt(place, next)
        order[place] = place
        place = next
      }
      order[place] = place
    }
  }
}
