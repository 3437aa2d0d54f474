public import SystemPackage
public import UTITypeDetection
import UTITypeGraph

extension TypeRegistry {
  /// Returns the type of the item at a path, with the evidence.
  ///
  /// Only regular files are opened, and opening never waits; `DetectionLimits` limits the number of
  /// bytes that are read.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - basis: the evidence to use; with `name` the item need not exist.
  ///   - followsLinks: whether a symbolic link is followed.
  ///   - limits: the limits of the work.
  /// - Returns: the verdict; ``type(of:)`` makes a type of it.
  /// - Throws: `DetectionError` when the path names no item, or a file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    path: String, by basis: DetectionInput = .both, followsLinks: Bool = true,
    limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(limits) { (detector) throws(DetectionError) in
      try detector.verdict(forPath: path, by: basis, followsLinks: followsLinks, view: view)
    }
  }

  /// Returns the type of a file that a directory has just listed, with the evidence.
  ///
  /// The result equals `identify(path:by:followsLinks:limits:)`, but needs one look-up of the path
  /// less: readdir(3) gives the kind of an item with its name, so a regular file can be opened
  /// without reading its status first. An item that has replaced the file meanwhile is identified
  /// correctly too, but a pipe or a device may notice that it was opened. For other paths use the
  /// other function.
  ///
  /// - Parameters:
  ///   - path: the path of an item that its directory lists as a regular file (`DT_REG`).
  ///   - basis: the evidence to use.
  ///   - limits: the limits of the work.
  /// - Returns: the verdict; ``type(of:)`` makes a type of it.
  /// - Throws: `DetectionError` when the path names no item, or a file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    listedFile path: String, by basis: DetectionInput = .both,
    limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(limits) { (detector) throws(DetectionError) in
      try detector.verdict(
        forPath: path, by: basis, followsLinks: false, isListedFile: true, view: view)
    }
  }

  /// A nil directory looks the item up by its path; a listed file was just listed as regular.
  package func identify(
    path: String, in directory: ItemDirectory?, by basis: DetectionInput, followsLinks: Bool,
    isListedFile: Bool
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(snapshot.detector.limits) { (detector) throws(DetectionError) in
      try detector.verdict(
        forPath: path, by: basis, followsLinks: followsLinks && !isListedFile,
        isListedFile: isListedFile, in: directory, view: view)
    }
  }

  /// Returns the type of the item at a path whose bytes need not be text, with the evidence.
  ///
  /// A file name on Linux is a sequence of bytes; a name that is not UTF-8 cannot be a `String`.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - basis: the evidence to use; with `name` the item need not exist.
  ///   - followsLinks: whether a symbolic link is followed.
  ///   - limits: the limits of the work.
  /// - Returns: the verdict; ``type(of:)`` makes a type of it.
  /// - Throws: `DetectionError` when the path names no item, or a file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    path: FilePath, by basis: DetectionInput = .both, followsLinks: Bool = true,
    limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(limits) { (detector) throws(DetectionError) in
      try detector.verdict(forPath: path, by: basis, followsLinks: followsLinks, view: view)
    }
  }

  /// Returns the type of an open item, with the evidence.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which stays open. A regular file must be open for reading; its
  ///     position does not change.
  ///   - name: the file name of the item; nil when only its bytes count, and no attribute of it.
  ///     `untrustedName` is for a name that a client sent.
  ///   - limits: the limits of the work.
  /// - Returns: the verdict; ``type(of:)`` makes a type of it.
  /// - Throws: `DetectionError` when the descriptor is not open, or the file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    descriptor: FileDescriptor, name: String? = nil, limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try snapshot.withDetector(limits) { (detector) throws(DetectionError) in
      try detector.verdict(forDescriptor: descriptor.rawValue, name: name, view: view)
    }
  }

  /// Returns the type of bytes, with the evidence.
  ///
  /// The result equals the type of a file with these bytes; the same limits apply.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on, which are read in place.
  ///   - name: their file name, if known; `untrustedName` is for a name that a client sent.
  ///   - size: the total number of bytes, if `bytes` are only the start.
  ///   - limits: the limits of the work.
  /// - Complexity: bounded by the limits.
  public func identify(
    bytes: RawSpan, name: String? = nil, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) -> Verdict {
    bytes.withUnsafeBytes { identify(bytes: $0, name: name, size: size, limits: limits) }
  }

  /// Returns the type of bytes in memory, with the evidence.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on, which are read in place during the call.
  ///   - name: their file name, if known; `untrustedName` is for a name that a client sent.
  ///   - size: the total number of bytes, if `bytes` are only the start.
  ///   - limits: the limits of the work.
  /// - Complexity: bounded by the limits.
  public func identify(
    bytes: UnsafeRawBufferPointer, name: String? = nil, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) -> Verdict {
    snapshot.owning(
      snapshot.detector(limits).verdict(forBytes: bytes, name: name, size: size, view: view))
  }

  /// Returns the type of the bytes of an array, with the evidence.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on.
  ///   - name: their file name, if known; `untrustedName` is for a name that a client sent.
  ///   - size: the total number of bytes, if `bytes` are only the start.
  ///   - limits: the limits of the work.
  /// - Complexity: bounded by the limits.
  public func identify(
    bytes: [UInt8], name: String? = nil, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) -> Verdict {
    bytes.withUnsafeBytes { identify(bytes: $0, name: name, size: size, limits: limits) }
  }

  /// Returns the type of bytes of any kind, with the evidence.
  ///
  /// Bytes that are contiguous in memory, such as `Data`, a slice of an array or the readable view of a
  /// buffer of SwiftNIO, are read in place. Others are copied.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on.
  ///   - name: their file name, if known; `untrustedName` is for a name that a client sent.
  ///   - size: the total number of bytes, if `bytes` are only the start.
  ///   - limits: the limits of the work.
  /// - Complexity: bounded by the limits; O(*n*) for bytes that are not contiguous.
  @inlinable
  public func identify(
    bytes: some Collection<UInt8>, name: String? = nil, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) -> Verdict {
    bytes.withContiguousStorageIfAvailable {
      identify(bytes: UnsafeRawBufferPointer($0), name: name, size: size, limits: limits)
    } ?? identify(bytes: Array(bytes), name: name, size: size, limits: limits)
  }

  /// Returns the type of bytes that arrive over time, with the evidence.
  ///
  /// The function reads the first bytes up to the limit, and one more byte to detect the end; it
  /// leaves the rest of the sequence unread. Evidence further inside a container, or at its end, is
  /// therefore not available.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on, such as the body of a request.
  ///   - name: their file name, if known; `untrustedName` is for a name that a client sent.
  ///   - size: the total number of bytes, if known, such as the length that a response states.
  ///   - limits: the limits of the work.
  /// - Throws: the error of the sequence.
  /// - Complexity: bounded by the limits.
  @_alwaysEmitIntoClient  // Programs that do not call it need not contain the runtime of tasks.
  public func identify<Bytes: AsyncSequence>(
    bytes: Bytes, name: String? = nil, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) async throws -> Verdict where Bytes.Element == UInt8 {
    let head = try await head(of: bytes, limits)
    return identify(bytes: head, name: name, size: size, limits: limits)
  }

  /// The bytes that a verdict rests on.
  @_alwaysEmitIntoClient
  internal func head<Bytes: AsyncSequence>(
    of bytes: Bytes, _ limits: DetectionLimits
  ) async throws -> [UInt8] where Bytes.Element == UInt8 {
    var head: [UInt8] = []
    head.reserveCapacity(min(limits.headByteCount, 1 << 16) + 1)
    for try await byte in bytes {
      head.append(byte)
      if head.count > limits.headByteCount { break }
    }
    return head
  }
}

// MARK: Names that strangers sent

extension TypeRegistry {
  /// Returns the type of bytes with a name that a client sent, with the evidence.
  ///
  /// The bytes decide. The name only narrows the type that they show, such as text to the language of
  /// its extension, and the verdict is a guess then. A name never confirms bytes: a page of HTML that
  /// begins as a picture is the same page under the name of a picture.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on.
  ///   - untrustedName: the file name that the client sent; nil if it sent none.
  ///   - size: the total number of bytes, if `bytes` are only the start.
  ///   - limits: the limits of the work.
  /// - Complexity: bounded by the limits; O(*n*) for bytes that are not contiguous.
  public func identify(
    bytes: some Collection<UInt8>, untrustedName: String?, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) -> Verdict {
    verdict(untrustedName) { identify(bytes: bytes, name: $0, size: size, limits: limits) }
  }

  /// Returns the type of bytes that arrive over time with a name that a client sent.
  ///
  /// The name counts as in `identify(bytes:untrustedName:size:limits:)` for a collection, and the
  /// bytes are read as in `identify(bytes:name:size:limits:)` for a sequence.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on, such as the body of a request.
  ///   - untrustedName: the file name that the client sent; nil if it sent none.
  ///   - size: the total number of bytes, if known.
  ///   - limits: the limits of the work.
  /// - Throws: the error of the sequence.
  /// - Complexity: bounded by the limits.
  @_alwaysEmitIntoClient  // As the function for a trusted name.
  public func identify<Bytes: AsyncSequence>(
    bytes: Bytes, untrustedName: String?, size: Int? = nil,
    limits: DetectionLimits = DetectionLimits()
  ) async throws -> Verdict where Bytes.Element == UInt8 {
    let head = try await head(of: bytes, limits)
    return identify(bytes: head, untrustedName: untrustedName, size: size, limits: limits)
  }

  /// Returns the type of an open file with a name that a client sent, with the evidence.
  ///
  /// The name counts as in `identify(bytes:untrustedName:size:limits:)`.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which stays open. A regular file must be open for reading; its
  ///     position does not change.
  ///   - untrustedName: the file name that the client sent; nil if it sent none.
  ///   - limits: the limits of the work.
  /// - Throws: `DetectionError` when the descriptor is not open, or the file cannot be read.
  /// - Complexity: bounded by the limits.
  public func identify(
    descriptor: FileDescriptor, untrustedName: String?, limits: DetectionLimits = DetectionLimits()
  ) throws(DetectionError) -> Verdict {
    try verdict(untrustedName) { (name) throws(DetectionError) in
      try identify(descriptor: descriptor, name: name, limits: limits)
    }
  }

  private func verdict<Failure>(
    _ untrustedName: String?, by identify: (String?) throws(Failure) -> Verdict
  ) throws(Failure) -> Verdict {
    let shown = try identify(nil)
    guard let untrustedName else { return shown }
    return .withUntrustedName(shown: shown, named: try identify(untrustedName))
  }
}
