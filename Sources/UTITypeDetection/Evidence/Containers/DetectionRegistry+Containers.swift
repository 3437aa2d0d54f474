internal import UTITypeGraph

extension DetectionRegistry {
  /// Adds the finding of the inside, if the bytes are a container that can be read.
  ///
  /// No expensive search is made for a type that the name already shows.
  func readContainer(_ window: ByteWindow, into state: inout DetectionState) {
    guard let (clue, shell) = clue(window, state.names), let type = firstType(named: clue.names)
    else { return }
    let lookalikes: ContainerEvidence.Lookalikes =
      switch clue.lookalikes {
      case .types(let names): .types(types(named: names))
      case .allInContainer: .allInContainer
      }
    state.content.container = ContainerEvidence(
      shell: shell.flatMap(self.type(mimeName:)), inside: type, lookalikes: lookalikes,
      variants: types(named: clue.variants), refuted: types(named: clue.refuted))
    state.content.append(
      state.finding(
        type, .container, clue.strength,
        on: .seen(
          EvidenceReference.Observation(
            basis: .container, words: EvidenceReference.Words(start: "", word: clue.words),
            type: type, offset: clue.offset)),
        called: printedName(of: type, clue.names).map {
          DetectionState.TypeNameOverride(mimeType: $0)
        }))
  }

  /// Returns the MIME name for a type without one; nil for other types.
  private func printedName(of type: TypeIndex, _ names: [String]) -> String? {
    guard !image.hasMIMEName(type) else { return nil }
    return names.first { $0.contains("/") && self.type(mimeName: $0) != nil }
  }

  /// The types of MIME types and identifiers, as far as the registry knows them.
  private func types(named names: [String]) -> [TypeIndex] {
    names.compactMap { firstType(named: [$0]) }
  }

  private func clue(
    _ window: ByteWindow, _ names: NameFindings
  ) -> (ContainerClue, container: String?)? {
    markedClue(window, names) ?? TarHeader.clue(window.head).map { ($0, nil) }
  }

  /// Returns true if a MIME type of the registry conforms to a ZIP archive.
  private func isArchive(_ mimeName: String) -> Bool {
    guard let type = type(mimeName: mimeName), let archive = self.type(mimeName: "application/zip")
    else { return false }
    return refines(type, archive)
  }

  /// Returns true if a name shows a MIME type.
  private func isNamed(_ mimeName: String, by names: NameFindings) -> Bool {
    guard let type = type(mimeName: mimeName) else { return false }
    return names.candidates.contains { $0.type == type }
  }

  /// The clue of an XML document in a compressed stream, if the name shows its type: many programs
  /// compress their documents without changing the name.
  private func documentClue(
    _ bytes: UnsafeRawBufferPointer, _ names: NameFindings
  ) -> ContainerClue? {
    guard let (type, element) = typeOfRootElement(in: bytes),
      names.candidates.contains(where: {
        $0.type.map { image.hasRootElement($0) && areKin($0, type) } ?? false
      })
    else { return nil }
    return ContainerClue(
      image.identifier(of: type).rawValue,
      seen: "the inside, a document with the root element \(element)")
  }

  /// Each container is selected by its first bytes, so that most files cost a few comparisons.
  private func markedClue(
    _ window: ByteWindow, _ names: NameFindings
  ) -> (ContainerClue, container: String?)? {
    let head = window.head
    guard head.count >= 4 else { return nil }
    func answer(_ clue: ContainerClue?, in container: String?) -> (ContainerClue, String?)? {
      clue.map { ($0, container) }
    }
    switch (head[0], head[1]) {
    case (0x50, 0x31...0x36):
      return answer(PortableMap.clue(head), in: nil)
    case (0x50, 0x4B):
      return answer(
        ZipArchive(window, limits: limits)?.clue(isArchive: isArchive), in: "application/zip")
    case (0xD0, 0xCF):
      let storage = CompoundFile(window, limits: limits)
      if let clue = storage?.encryptedClue() { return (clue, "application/zip") }
      return answer(storage?.clue(), in: "application/x-ole-storage")
    case (0x1F, 0x8B), (0x1F, 0x9D), (0xFD, 0x37), (0x5D, 0x00), (0x4C, 0x5A), (0x28, 0xB5),
      (0x04, 0x22), (0x42, 0x5A):
      return CompressedStream.clue(
        window, limits: limits,
        isKnown: { archives in
          let known = archives.compactMap(self.type(mimeName:))
          return names.candidates.contains { $0.type.map(known.contains) ?? false }
        },
        document: { documentClue($0, names) })
    case (0x4D, 0x5A):
      return answer(SelfExtractor.clue(window) { isNamed($0, by: names) }, in: nil)
    case (0x52, 0x49):
      return answer(RIFFFile.clue(Array(head.prefix(16))[...]), in: "application/x-riff")
    case (0x1A, 0x45):
      return answer(MatroskaFile(window, limits: limits).clue(), in: "application/x-matroska")
    case (0x7F, 0x45):
      return answer(ExecutableFile(window)?.clue(), in: "application/x-elf")
    case (0x4F, 0x67):
      return answer(OggStream.clue(Array(head)[...]), in: "application/ogg")
    case (0x30, 0x10...):
      return answer(KeyMaterial.distinguishedEncodingClue(Array(head)[...]), in: nil)
    case (0xFF, 0xE0...):
      return answer(AudioFrames.clue(Array(head)[...]), in: nil)
    case (0x49, 0x44):
      return answer(AudioFrames.taggedClue(window), in: nil)
    case (0x18...0x78, _) where head[0] & 0x8F == 0x08:
      return answer(ZlibStream.clue(window), in: "application/zlib")
    case (0x80..., _) where KeyMaterial.isPacketStart(head[0]):
      return answer(KeyMaterial.packetClue(Array(head.prefix(64))[...]), in: nil)
    default:
      if BaseMediaFile.isPossible(head) {
        return answer(
          BaseMediaFile(window, limits: limits)?.clue(), in: "application/x-iso-base-media")
      }
      return answer(DiskImage.opticalClue(window), in: nil)
    }
  }
}
