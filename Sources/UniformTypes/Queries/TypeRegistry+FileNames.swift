import UTITypeDetection
public import UTITypeGraph

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
  ///   pattern matches the name, and for a type that only inherits `text/plain`, because its bytes
  ///   decide. Servers then send `application/octet-stream`.
  /// - Complexity: as ``type(fileName:)``.
  public func mimeType(fileName: String) -> String? {
    index(fileName: fileName).flatMap { type in
      guard let name = snapshot.canonicalMIMEType(of: type) else { return nil }
      return snapshot.image.isMIMEName(name, knownWithoutContentsOf: type) ? name : nil
    }
  }

  /// Returns the place of the type that the bytes of a file name indicate.
  ///
  /// - Parameter fileName: as in ``type(fileName:)``; bytes that are not UTF-8 count as U+FFFD.
  /// - Complexity: as ``type(fileName:)``.
  package func place(ofFileName fileName: UnsafeBufferPointer<UInt8>) -> TypeIndex? {
    Unmanaged.passUnretained(snapshot.detector)._withUnsafeGuaranteedRef {
      $0.type(ofName: fileName, view: snapshot.view)
    }
  }
}
