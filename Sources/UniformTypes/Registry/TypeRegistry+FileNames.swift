import TypeDetection
public import TypeGraph

extension TypeRegistry {
  /// The type that a file name shows.
  ///
  /// It knows more than ``type(filenameExtension:conformingTo:)``, which gives Apple's answers: whole
  /// names such as `Makefile`, compound extensions such as `tar.gz`, and patterns. The file need not
  /// exist; `identify(path:by:followsLinks:limits:)` looks at it and gives its reasons.
  ///
  /// - Parameter fileName: a name or a path, of which only the last component counts. A slash at
  ///   the end makes it that of a directory.
  /// - Returns: nil when no declaration and no pattern speaks for the name.
  /// - Complexity: O(*n*) in the length of the name, without allocation for most names.
  @inlinable
  public func type(fileName: String) -> UTType? {
    // This much is part of the caller, which counts a reference to the registry only where it keeps
    // the type: counting up and down again takes as long as half of the look-up.
    index(fileName: fileName).map { UTType(snapshot, $0) }
  }

  @usableFromInline
  func index(fileName: String) -> TypeIndex? {
    // The registry keeps its detector alive, and needs no reference of its own for every name.
    Unmanaged.passUnretained(snapshot.detector)._withUnsafeGuaranteedRef {
      $0.type(ofName: fileName, view: snapshot.view)
    }
  }
}
