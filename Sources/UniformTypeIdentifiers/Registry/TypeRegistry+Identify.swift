public import TypeDetection
import TypeGraph

extension TypeRegistry {
  /// The type of the item at a path, with the reasons.
  ///
  /// Only regular files are opened, and those without waiting; see `DetectionLimits` for how much is
  /// read.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - basis: what the answer may look at; with `name` the item need not exist.
  ///   - followsLinks: whether a symbolic link stands for what it leads to.
  ///   - limits: how much work the answer may take.
  /// - Returns: the verdict; ``type(_:allowUndeclared:)`` makes a type of its identifier.
  /// - Throws: `DetectionError` when the path names nothing, or a file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    path: String, by basis: DetectionBasis = .both, followsLinks: Bool = true,
    limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try TypeDetector(image: snapshot.image, limits: limits)
      .verdict(forPath: path, by: basis, followsLinks: followsLinks, view: view)
  }

  /// The type of bytes, with the reasons.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on; what lies beyond the limits is not looked at.
  ///   - name: the name they go by, when it is known.
  ///   - limits: how much work the answer may take.
  /// - Complexity: bounded by the limits.
  public func identify(
    bytes: [UInt8], name: String? = nil, limits: DetectionLimits = DetectionLimits()
  ) -> Verdict {
    TypeDetector(image: snapshot.image, limits: limits)
      .verdict(forBytes: bytes, name: name, view: view)
  }
}
