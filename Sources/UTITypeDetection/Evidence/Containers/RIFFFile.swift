/// The form of a RIFF file (Microsoft and IBM, "Multimedia Programming Interface and Data
/// Specifications 1.0"), if databases have no signature for it.
enum RIFFFile {
  private static let forms: [(mark: StaticString, mimeNames: [String])] = [
    ("RMID", ["audio/midi"]),
    ("sfbk", ["audio/x-sf2", "audio/x-soundfont"]),
    ("DLS ", ["audio/dls"]),
  ]

  static func clue(_ head: ArraySlice<UInt8>) -> ContainerClue? {
    guard head.has("RIFF"),
      let form = forms.first(where: { head.has($0.mark, at: 8) })
    else { return nil }
    return ContainerClue(form.mimeNames, seen: "the form \(head.part(8, 4).text)", at: 8)
  }
}
