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
  /// - Returns: the verdict; ``type(of:)`` makes a type of it.
  /// - Throws: `DetectionError` when the path names nothing, or a file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    path: String, by basis: DetectionBasis = .both, followsLinks: Bool = true,
    limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(limits) { (detector) throws(DetectionError) in
      try detector.verdict(forPath: path, by: basis, followsLinks: followsLinks, view: view)
    }
  }

  /// The type of a file that a directory has just listed, with the reasons.
  ///
  /// It is that of `identify(path:by:followsLinks:limits:)` and takes a look-up of the path less:
  /// readdir(3) tells the kind of an item with its name, and a regular file can be opened without
  /// asking for its status first. What stands there instead by now gets its own answer too, but a
  /// pipe or a device may notice that it was opened; give other paths to the other function.
  ///
  /// - Parameters:
  ///   - path: the path of an item that its directory lists as a regular file (`DT_REG`).
  ///   - basis: what the answer may look at.
  ///   - limits: how much work the answer may take.
  /// - Returns: the verdict; ``type(of:)`` makes a type of it.
  /// - Throws: `DetectionError` when the path names nothing, or a file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    listedFile path: String, by basis: DetectionBasis = .both,
    limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(limits) { (detector) throws(DetectionError) in
      try detector.verdict(
        forPath: path, by: basis, followsLinks: false, isListedFile: true, view: view)
    }
  }

  /// The type of the item at a path in a directory that is open.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - directory: the directory that the item lies in; nil where it is looked up by its path.
  ///   - isListedFile: whether its directory has just listed it as a regular file.
  /// - Throws: `DetectionError` when the path names nothing, or a file cannot be read.
  package func identify(
    path: String, in directory: ItemDirectory?, by basis: DetectionBasis, followsLinks: Bool,
    isListedFile: Bool
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(snapshot.detector.limits) { (detector) throws(DetectionError) in
      try detector.verdict(
        forPath: path, by: basis, followsLinks: followsLinks && !isListedFile,
        isListedFile: isListedFile, in: directory, view: view)
    }
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
  /// - Returns: the verdict; ``type(of:)`` makes a type of it.
  /// - Throws: `DetectionError` when the path names nothing, or a file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    path: FilePath, by basis: DetectionBasis = .both, followsLinks: Bool = true,
    limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(limits) { (detector) throws(DetectionError) in
      try detector.verdict(forPath: path, by: basis, followsLinks: followsLinks, view: view)
    }
  }

  /// The type of bytes, with the reasons.
  ///
  /// It is that of a file with these bytes: no more of them is looked at than would be read.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on.
  ///   - name: the name they go by, when it is known.
  ///   - size: the number of bytes of the whole, when `bytes` are only its start.
  ///   - limits: how much work the answer may take.
  /// - Complexity: bounded by the limits.
  public func identify(
    bytes: [UInt8], name: String? = nil, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) -> Verdict {
    snapshot.detector(limits)
      .verdict(forBytes: bytes, name: name, size: size, view: view)
  }

  /// The type of bytes that arrive over time, with the reasons.
  ///
  /// Only as many bytes are taken as are looked at first, and one more to learn whether there are
  /// others; the rest of the sequence is left to its owner. What lies further inside a container, or
  /// at its end, is therefore not seen.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on, such as the body of a request.
  ///   - name: the name they go by, when it is known.
  ///   - size: the number of bytes of the whole, when it is known, such as the length that a response
  ///     states.
  ///   - limits: how much work the answer may take.
  /// - Throws: the error of the sequence.
  /// - Complexity: bounded by the limits.
  public func identify<Bytes: AsyncSequence>(
    bytes: Bytes, name: String? = nil, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) async throws -> Verdict where Bytes.Element == UInt8 {
    var head: [UInt8] = []
    head.reserveCapacity(min(limits.headByteCount, 1 << 16) + 1)
    for try await byte in bytes {
      head.append(byte)
      if head.count > limits.headByteCount { break }
    }
    return identify(bytes: head, name: name, size: size, limits: limits)
  }
}
