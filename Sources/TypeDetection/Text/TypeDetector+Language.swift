internal import TypeGraph

extension TypeDetector {
  /// Asks the words of a text what language it is written in, where nothing else has told.
  ///
  /// Among the claimants of its name each counts as much more as its language is likelier; without
  /// claimants the language has to be sure.
  func readLanguage(of window: ByteWindow, into inquiry: inout Inquiry) {
    let seen = inquiry.content.best
    guard let encoding = inquiry.content.encoding, encoding.extendsASCII,
      isMereText(seen) || seen.basis == .content && seen.strength <= .likelyText
    else { return }
    let claimants = inquiry.names.candidates.filter { $0.type.map { isTextual($0) } ?? false }
    let types = languageTypes
    guard claimants.isEmpty || areOfSeveralLanguages(claimants, types) else { return }
    let analysis = LanguageAnalysis(
      Self.unmarked(window.head), for: claimants.isEmpty ? .language : .choice)
    if !claimants.isEmpty {
      compare(claimants, by: analysis, types, in: &inquiry)
    } else if let language = analysis.sure, let type = types.type(of: language) {
      inquiry.content.take(
        finding(type, language, of: analysis, .sureLanguage, in: &inquiry), in: self)
    }
  }

  /// Whether words can tell the claimants apart: some of their languages are known, and not all are kin,
  /// whose words are the same.
  private func areOfSeveralLanguages(
    _ claimants: ShortList<Finding>, _ types: LanguageTypes
  ) -> Bool {
    guard let first = claimants.first,
      claimants.contains(where: { $0.type.map(types.isKnown) ?? false })
    else { return false }
    return claimants.contains { !areKin($0, first) }
  }

  /// Notes for each claimant whose language the analysis knows how much speaks for it, or against it.
  private func compare(
    _ claimants: ShortList<Finding>, by analysis: LanguageAnalysis, _ types: LanguageTypes,
    in inquiry: inout Inquiry
  ) {
    var words: [(type: TypeIndex, candidate: LanguageAnalysis.Candidate)] = []
    for claimant in claimants {
      guard let type = claimant.type,
        let candidate = analysis.likeliest(of: types.languages(of: type))
      else { continue }
      let place = words.firstIndex { $0.candidate.weight < candidate.weight } ?? words.count
      words.insert((type, candidate), at: place)
    }
    // What the likeliest has too much is taken from all, so that they stay as far apart.
    let most = words.first.map { strength(of: $0.candidate) } ?? .none
    let surplus = max(.none, most - .mostLanguage)
    for word in words {
      inquiry.content.others.append(
        finding(
          word.type, word.candidate.language, of: analysis,
          strength(of: word.candidate) - surplus, in: &inquiry))
    }
  }

  private func strength(of candidate: LanguageAnalysis.Candidate) -> Strength {
    Strength(candidate.weight * 10 / Self.decibansPerTenBits)
  }

  private func finding(
    _ type: TypeIndex, _ language: SourceLanguage, of analysis: LanguageAnalysis,
    _ strength: Strength, in inquiry: inout Inquiry
  ) -> Finding {
    inquiry.finding(
      type, .text, strength, on: .language(analysis, language, type))
  }

  /// Ten bits make a thousand times as likely, and so do thirty decibans.
  private static let decibansPerTenBits = 30
}

extension TextEncoding {
  /// Whether the characters of ASCII stand in single bytes.
  fileprivate var extendsASCII: Bool {
    switch self {
    case .ascii, .utf8, .unknown8Bit: true
    case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: false
    }
  }
}
