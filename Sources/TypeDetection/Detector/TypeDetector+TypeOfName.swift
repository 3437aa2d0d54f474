package import TypeGraph

extension TypeDetector {
  /// The type that a name alone shows: that of the best finding, without its reasons.
  ///
  /// - Parameters:
  ///   - name: a name or a path, of which only the last component counts.
  ///   - view: whose statements count.
  /// - Returns: nil when nothing speaks for the name.
  /// - Complexity: O(*n*) in the length of the name, without allocation unless a property list
  ///   declares the extension.
  package func type(ofName name: String, view: GraphView = .merged) -> TypeIndex? {
    if view != .declared {
      let quick: TypeIndex?? =
        name.utf8.withContiguousStorageIfAvailable { quickType(of: $0, view) } ?? nil
      if let quick { return quick }
    }
    let verdict = verdict(forName: name, view: view)
    return verdict.basis == .name || verdict.basis == .kind ? verdict.best.type : nil
  }

  /// - Returns: nil when the rules for directories or declared extensions have to be asked; nil
  ///   inside when nothing speaks for the name.
  @inline(__always)
  private func quickType(of path: UnsafeBufferPointer<UInt8>, _ view: GraphView) -> TypeIndex?? {
    var start = path.count
    var period = -1
    while start > 0 {
      let byte = path[start &- 1]
      if byte == Self.slash { break }
      start &-= 1
      if byte == UInt8(ascii: "."), period < 0 { period = start }
    }
    // A slash at the end is a directory's.
    guard start < path.count else { return path.isEmpty ? .some(nil) : nil }
    let ending = period > start ? UnsafeBufferPointer(rebasing: path[(period &+ 1)...]) : nil
    if view == .merged, let first = ending?.first, image.mayDeclareExtension(startingWith: first) {
      return nil
    }
    let name = UnsafeBufferPointer(rebasing: path[start...])
    if let type = image.globType(matching: name) { return type }
    guard view == .merged, let ending, !ending.isEmpty else { return .some(nil) }
    return image.hasExtension(ending) ? nil : .some(nil)
  }
}
