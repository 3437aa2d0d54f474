package import TypeGraph

extension TypeDetector {
  /// Returns the type of the best finding for a name alone, without its evidence.
  ///
  /// - Parameters:
  ///   - name: a name or a path, of which only the last component counts.
  ///   - view: the view of the declarations.
  /// - Returns: nil when the name has no evidence.
  /// - Complexity: O(*n*) in the length of the name, without allocation unless a property list
  ///   declares the extension.
  package func type(ofName name: String, view: GraphView = .merged) -> TypeIndex? {
    if view != .declared {
      let answer = name.utf8.withContiguousStorageIfAvailable {
        image.answer(toName: $0, usesTags: view == .merged)
      }
      switch answer {
      case .glob(let glob):
        // So light a pattern needs bytes that bear it out.
        let needsBytes =
          view == .merged
          ? image.needsBytes(glob) : image.weight(of: glob) < GlobDeclaration.leastWeight
        return needsBytes ? nil : image.type(of: glob)
      case .nothing: return nil
      case .undecided, nil: break
      }
    }
    let verdict = verdict(forName: name, view: view)
    return verdict.basis == .name || verdict.basis == .kind ? verdict.best.type : nil
  }
}
