internal import UTITypeDetection
public import UTITypeGraph

extension TypeRegistry {
  /// The results of a look-up by tag.
  package struct Candidates: Sendable {
    /// The declared types, the preferred one first.
    package let types: [UTType]
    /// Only if no declared type has the tag.
    package let dynamic: UTType?
  }

  /// All candidates for a tag; first the type of names with an extension, as ``type(fileName:)``.
  ///
  /// `UTType(filenameExtension:)` does not know patterns and weights, and so may differ. The others
  /// follow in the order of look-ups: types that conform to `public.data`, the default filter,
  /// first.
  package func candidates(
    for tag: Tag, conformingTo supertype: UTType? = nil, beginsWithName: Bool = true
  ) -> Candidates {
    let all = UTType.types(tag, conformingTo: supertype, in: snapshot)
    let data = data
    let preferred = UTType(tag, conformingTo: supertype ?? data, in: snapshot)
    let declared = all.filter(\.isDeclared)
    var ordered =
      declared.filter { $0.conforms(to: data) } + declared.filter { !$0.conforms(to: data) }
    if beginsWithName, supertype == nil, view == .merged, let named = namedType(tag) {
      ordered.removeAll { $0 == named }
      ordered.insert(named, at: 0)
    }
    guard ordered.isEmpty else { return Candidates(types: ordered, dynamic: nil) }
    // An extension like a temporary name means plain data, which is declared.
    if let preferred, preferred.isDeclared { return Candidates(types: [preferred], dynamic: nil) }
    return Candidates(types: [], dynamic: preferred)
  }

  /// nil for other tags than extensions.
  private func namedType(_ tag: Tag) -> UTType? {
    guard tag.tagClass == .filenameExtension, tag.isValid else { return nil }
    let name = "name." + tag.value
    if let type = type(fileName: name) { return type }
    // A name without evidence is the name of plain data.
    let verdict = snapshot.detector.verdict(forName: name, view: view)
    return type(verdict.type.rawValue).flatMap { $0.isDeclared ? $0 : nil }
  }

  /// The name may be an alias, in any case; nil when no package describes it.
  package func type(canonicalMIMEType name: String) -> UTType? {
    guard let index = snapshot.image.type(mimeName: name),
      snapshot.image.isDescribed(index, in: view)
    else { return nil }
    return UTType(snapshot, index)
  }
}

extension TypeRegistry {
  /// Returns the type that a file name indicates.
  ///
  /// In addition to the extensions of ``type(filenameExtension:conformingTo:)``, which gives the
  /// same results as Apple's framework, it recognises whole names such as `Makefile`, compound
  /// extensions such as `tar.gz`, and patterns. The file need not exist;
  /// `identify(path:by:followsLinks:limits:)` reads it and reports the evidence.
  ///
  /// - Parameter fileName: a name or a path, whose last component is used. A final slash makes it
  ///   the name of a directory.
  /// - Returns: nil when no declaration and no pattern matches the name.
  /// - Complexity: O(*n*) in the length of the name, without allocation for most names.
  @inlinable
  public func type(fileName: String) -> UTType? {
    // This part is inlined into the caller, which counts a reference to the registry only if it
    // keeps the type: counting up and down takes as long as half of the look-up.
    index(fileName: fileName).map { UTType(snapshot, $0) }
  }

  @usableFromInline
  func index(fileName: String) -> TypeIndex? {
    // The registry keeps its detector alive, so a look-up needs no reference counting.
    Unmanaged.passUnretained(snapshot.detector)._withUnsafeGuaranteedRef {
      $0.type(ofName: fileName, view: snapshot.view)
    }
  }

  /// Returns the MIME type that a server sends for a file name.
  ///
  /// - Parameter fileName: as in ``type(fileName:)``.
  /// - Returns: the ``UTType/canonicalMIMEType`` of the type of the name; nil when no declaration and no
  ///   pattern matches the name. Servers then send `application/octet-stream`.
  /// - Complexity: as ``type(fileName:)``.
  public func mimeType(fileName: String) -> String? {
    index(fileName: fileName).flatMap(snapshot.canonicalMIMEType)
  }

  /// The result is ``type(fileName:)``; bytes that are not UTF-8 count as U+FFFD.
  package func place(ofFileName fileName: UnsafeBufferPointer<UInt8>) -> TypeIndex? {
    Unmanaged.passUnretained(snapshot.detector)._withUnsafeGuaranteedRef {
      $0.type(ofName: fileName, view: snapshot.view)
    }
  }
}
