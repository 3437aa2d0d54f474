package import UTITypeGraph

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
    let answer = name.utf8.withContiguousStorageIfAvailable {
      self.answer(toName: $0, view: view)
    }
    return switch answer {
    case .known(let type): type
    case .undecided, nil: weighedType(ofName: name, view: view)
    }
  }

  /// Returns the type that a name alone indicates.
  ///
  /// - Parameters:
  ///   - name: the bytes of a name or a path; bytes that are not UTF-8 count as U+FFFD.
  ///   - view: the rule that selects statements.
  /// - Returns: as ``type(ofName:view:)-(String,_)``.
  /// - Complexity: O(*n*) in the length of the name, without allocation unless a property list
  ///   declares the extension.
  package func type(
    ofName name: UnsafeBufferPointer<UInt8>, view: GraphView = .merged
  ) -> TypeIndex? {
    switch answer(toName: name, view: view) {
    case .known(let type): type
    case .undecided: weighedType(ofName: String(decoding: name, as: UTF8.self), view: view)
    }
  }

  /// The result of the look-up of a name among the patterns.
  private enum TypeAnswer {
    case known(TypeIndex?)
    /// The evidence of the name has to be weighed.
    case undecided
  }

  private func answer(toName name: UnsafeBufferPointer<UInt8>, view: GraphView) -> TypeAnswer {
    guard view != .declared else { return .undecided }
    switch image.answer(toName: name, usesTags: view == .merged) {
    case .glob(let glob):
      // So light a pattern needs bytes that bear it out.
      let needsBytes =
        view == .merged
        ? image.needsBytes(glob) : image.weight(of: glob) < GlobDeclaration.leastWeight
      return .known(needsBytes ? nil : image.type(of: glob))
    case .nothing: return .known(nil)
    case .undecided: return .undecided
    }
  }

  private func weighedType(ofName name: String, view: GraphView) -> TypeIndex? {
    let verdict = verdict(forName: name, view: view)
    return verdict.basis == .name || verdict.basis == .kind ? verdict.best.type : nil
  }
}
