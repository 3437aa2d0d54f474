internal import TypeGraph

/// A container that was looked into.
struct Container {
  /// The type that every container of this kind has; nil when there is none.
  let type: TypeIndex?
  /// What the inside shows.
  let clue: ContainerClue
}

extension TypeDetector {
  /// What lies inside, when the bytes are those of a container that can be looked into.
  ///
  /// - Returns: the type of the inside, and what it rests on.
  func containerFinding(_ window: ByteWindow) -> (inside: Finding, container: Container)? {
    guard let (clue, container) = clue(window) else { return nil }
    for mimeName in clue.mimeNames {
      guard let type = type(mimeName: mimeName) else { continue }
      let inside = finding(
        type, .container, clue.confidence,
        evidence: [
          Evidence(
            .container, .words(clue.words), type: image.identifier(of: type), offset: clue.offset)
        ])
      return (inside, Container(type: container.flatMap(self.type(mimeName:)), clue: clue))
    }
    return nil
  }

  /// Each container is asked by its first bytes, so that most files cost a few comparisons.
  private func clue(_ window: ByteWindow) -> (ContainerClue, container: String?)? {
    let head = window.head
    guard head.count >= 4 else { return nil }
    func answer(_ clue: ContainerClue?, in container: String?) -> (ContainerClue, String?)? {
      clue.map { ($0, container) }
    }
    switch (head[0], head[1]) {
    case (0x50, 0x4B):
      return answer(ZipArchive(window, limits: limits)?.clue(), in: "application/zip")
    case (0xD0, 0xCF):
      return answer(CompoundFile(window, limits: limits)?.clue(), in: "application/x-ole-storage")
    case (0x1F, 0x8B):
      return answer(CompressedStream.gzipClue(window, limits: limits), in: "application/gzip")
    case (0x1A, 0x45):
      return answer(MatroskaFile(window, limits: limits).clue(), in: "application/x-matroska")
    case (0x4F, 0x67):
      return answer(OggStream.clue(Array(head)[...]), in: "application/ogg")
    case (0x30, 0x80...):
      return answer(KeyMaterial.distinguishedEncodingClue(Array(head)[...]), in: nil)
    case (0xFF, 0xE0...):
      return answer(AudioFrames.clue(Array(head)[...]), in: nil)
    case (0x49, 0x44):
      return answer(AudioFrames.taggedClue(window), in: nil)
    case (0x18...0x78, _) where head[0] & 0x8F == 0x08:
      return answer(CompressedStream.zlibClue(window), in: nil)
    case (0x80..., _):
      return answer(KeyMaterial.packetClue(Array(head.prefix(64))[...]), in: nil)
    default:
      guard Array(head.prefix(8))[...].has("ftyp", at: 4) else { return nil }
      return answer(BaseMediaFile(window, limits: limits)?.clue(), in: "video/mp4")
    }
  }
}
