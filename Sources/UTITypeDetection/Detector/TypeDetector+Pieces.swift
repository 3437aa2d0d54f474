#if hasFeature(Embedded)
internal import UTITypeGraph

extension TypeDetector {
  /// The verdict about a file with these bytes; to be discarded if a piece was missing.
  package func verdict(forPieces pieces: BytePieces, name: String? = nil) -> Verdict {
    let window = ByteWindow(pieces: pieces, limits: limits)
    var state = emptyState(.merged)
    if let name { registry.readName(name, .file, view: .merged, into: &state) }
    return verdict(state, window: window, view: .merged)
  }
}
#endif
