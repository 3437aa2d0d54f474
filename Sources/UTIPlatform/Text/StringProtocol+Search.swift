/// Searches for bytes in texts. Those of `_StringProcessing` would add 1.3 MB to a static program.
extension StringProtocol {
  /// Returns the range of the first place at which the bytes of another text are.
  ///
  /// - Parameter text: the text to search for, which is not empty.
  /// - Returns: nil when the bytes are not in this text.
  /// - Complexity: O(*n* · *m*) in the numbers of bytes of both texts.
  package func range(ofBytes text: String) -> Range<Index>? {
    var start = utf8.startIndex
    while start != utf8.endIndex {
      if let end = utf8.end(of: text, at: start) { return start..<end }
      utf8.formIndex(after: &start)
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether the bytes of another text are in this one.
  ///
  /// - Parameter text: the text to search for, which is not empty.
  package func contains(bytesOf text: String) -> Bool { range(ofBytes: text) != nil }
}

extension Collection<UInt8> {
  /// Returns the place after a text whose bytes start at a place; nil if other bytes do.
  fileprivate func end(of text: String, at start: Index) -> Index? {
    var place = start
    for byte in text.utf8 {
      guard place != endIndex, self[place] == byte else { return nil }
      formIndex(after: &place)
    }
    return place
  }
}
