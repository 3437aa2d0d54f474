public import SystemPackage
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
    try snapshot.detector(limits)
      .verdict(forPath: path, by: basis, followsLinks: followsLinks, view: view)
  }

  /// The type of the item at a path whose bytes need be no text, with the reasons.
  ///
  /// A file name on Linux is a sequence of bytes; one that is no UTF-8 cannot be a `String`.
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
    path: FilePath, by basis: DetectionBasis = .both, followsLinks: Bool = true,
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
    snapshot.detector(limits)
      .verdict(forBytes: bytes, name: name, view: view)
  }

  /// The type of bytes that arrive over time, with the reasons.
  ///
  /// Only as many bytes are taken as signatures are looked for in; the rest of the sequence is left
  /// to its owner. What lies at the end of a container is therefore not seen.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on, such as the body of a request.
  ///   - name: the name they go by, when it is known.
  ///   - limits: how much work the answer may take.
  /// - Throws: the error of the sequence.
  /// - Complexity: bounded by the limits.
  public func identify<Bytes: AsyncSequence>(
    bytes: Bytes, name: String? = nil, limits: DetectionLimits = DetectionLimits()
  ) async throws -> Verdict where Bytes.Element == UInt8 {
    var head: [UInt8] = []
    head.reserveCapacity(limits.headByteCount)
    for try await byte in bytes {
      head.append(byte)
      if head.count >= limits.headByteCount { break }
    }
    return identify(bytes: head, name: name, limits: limits)
  }
}
