extension Array {
  /// The order has the current place of each new element, each place once; O(*n*).
  mutating func permute(_ order: [Int]) {
    var order = order
    for start in indices {
      var place = start
      // The element that leaves a place goes to the place of its successor in the cycle.
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
