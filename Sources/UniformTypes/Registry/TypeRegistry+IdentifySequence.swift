public import TypeDetection

extension TypeRegistry {
  /// Returns the type of bytes that arrive over time, with the evidence.
  ///
  /// The function reads the first bytes up to the limit, and one more byte to detect the end; it
  /// leaves the rest of the sequence unread. Evidence further inside a container, or at its end, is
  /// therefore not available. The function is compiled into its callers, so that programs without
  /// one, such as the C library, are linked without Swift's concurrency.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on, such as the body of a request.
  ///   - name: their file name, if known.
  ///   - size: the total number of bytes, if known, such as the length that a response states.
  ///   - limits: the limits of the work.
  /// - Throws: the error of the sequence.
  /// - Complexity: bounded by the limits.
  @_alwaysEmitIntoClient
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
