package import UTITypeGraph

extension TypeDetector {
  /// Returns the type that bytes show, and their name when it is known.
  ///
  /// It is the type of a file with these bytes: no more bytes are examined than would be read.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on.
  ///   - name: the name; nil when only the bytes count.
  ///   - size: the number of bytes of the whole item, when `bytes` are only its start.
  ///   - view: the view of the declarations.
  /// - Complexity: bounded by the limits; follows the rules that can match.
  package func verdict(
    forBytes bytes: UnsafeRawBufferPointer, name: String? = nil, size: Int? = nil,
    view: GraphView = .merged
  ) -> Verdict {
    let window = ByteWindow(bytes: bytes, size: size ?? bytes.count, limits: limits)
    var state = emptyState()
    if let name { registry.readName(name, .file, view: view, into: &state) }
    return verdict(state, window: window, view: view)
  }

  /// Returns the type that bytes show, and their name when it is known.
  ///
  /// - Parameters:
  ///   - bytes: the bytes from the first on.
  ///   - name: the name; nil when only the bytes count.
  ///   - size: the number of bytes of the whole item, when `bytes` are only its start.
  ///   - view: the view of the declarations.
  /// - Complexity: bounded by the limits; follows the rules that can match.
  package func verdict(
    forBytes bytes: [UInt8], name: String? = nil, size: Int? = nil, view: GraphView = .merged
  ) -> Verdict {
    bytes.withUnsafeBytes { verdict(forBytes: $0, name: name, size: size, view: view) }
  }
}
