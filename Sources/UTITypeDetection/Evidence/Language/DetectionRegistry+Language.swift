internal import UTITypeGraph

extension DetectionRegistry {
  /// Adds the findings of the words, unless more than a signature of few bytes shows the type.
  ///
  /// Each claimant gets the weight of its language; without claimants the language must be certain.
  /// A claimant whose files all begin with a signature, which the text lacks, is none.
  func readLanguage(
    of window: ByteWindow, _ types: LanguageTypes, into state: inout DetectionState
  ) {
    guard let encoding = state.content.encoding,
      let text = state.content.text, let strongest = state.content.strongest,
      strongest.grounds.first == text.grounds.first
        || strongest.basis == .content && strongest.strength <= .likelyText
          && strongest.type.map(isTextual) ?? false
    else { return }
    let found = state.content.findings
    let claimants = state.names.candidates.filter { claimant in
      claimant.type.map { type in
        isTextual(type)
          && !(image.requiresMagic(type) && !found.contains { $0.type == type })
      } ?? false
    }
    guard
      claimants.isEmpty
        || !claimants.contains(where: { $0.type == strongest.type })
          && (areOfSeveralLanguages(claimants, types) || needSigns(claimants, types))
    else { return }
    let analysis = LanguageAnalysis(
      window.text(in: encoding), for: claimants.isEmpty ? .language : .choice)
    state.content.isLongText = analysis.codeByteCount >= ContentFindings.longTextByteCount
    if !claimants.isEmpty {
      compare(claimants, by: analysis, types, in: &state)
    } else if let language = analysis.sure, let type = types.type(of: language),
      !isRefutedXML(type, in: state)
    {
      state.content.append(
        finding(
          type, language, of: analysis, strength(of: language, in: analysis, named: state.names),
          .words, in: &state))
    }
  }

  /// The first tag is not one of XML.
  private func isRefutedXML(_ type: TypeIndex, in state: borrowing DetectionState) -> Bool {
    state.content.document == .malformed && (known.document.map { refines(type, $0) } ?? false)
  }

  /// An extension without a type suggests an unknown language, so words of a program do not decide.
  private func strength(
    of language: SourceLanguage, in analysis: LanguageAnalysis, named names: NameFindings
  ) -> Strength {
    if names.unknownExtension != nil, language.use == .code { return .unknownLanguage }
    return analysis.isClear(language) ? .clearLanguage : .sureLanguage
  }

  /// Several claimants may have the language, such as a source file and a header.
  func readStatedLanguage(_ types: LanguageTypes, into state: inout DetectionState) {
    guard
      let stated = state.content.findings.first(where: { $0.scope == .statedLanguage }),
      let type = stated.type
    else { return }
    for claimant in state.names.candidates {
      guard let claimed = claimant.type, claimed != type, types.areOfOneLanguage(claimed, type)
      else { continue }
      state.content.append(stated.about(claimed))
    }
  }

  /// The words of a claimant's language are a sign that all its files have.
  private func needSigns(_ claimants: ShortList<Finding>, _ types: LanguageTypes) -> Bool {
    claimants.contains { $0.type.map { types.isKnown($0) && requiresSign($0) } ?? false }
  }

  /// Some languages are known, and not all are related languages with the same words.
  private func areOfSeveralLanguages(
    _ claimants: ShortList<Finding>, _ types: LanguageTypes
  ) -> Bool {
    guard let first = claimants.first,
      claimants.contains(where: { $0.type.map(types.isKnown) ?? false })
    else { return false }
    return claimants.contains { !areKin($0, first) }
  }

  /// Claimants without a language that the analysis knows are omitted.
  private func compare(
    _ claimants: ShortList<Finding>, by analysis: LanguageAnalysis, _ types: LanguageTypes,
    in state: inout DetectionState
  ) {
    var words: [(type: TypeIndex, candidate: LanguageAnalysis.Candidate)] = []
    let areOfSeveralFamilies = areOfSeveralFamilies(claimants, types)
    for claimant in claimants {
      guard let type = claimant.type, !isRefutedXML(type, in: state) else { continue }
      let languages = types.languages(of: type)
      // Marked text is prose for the most part, and may have no mark.
      if areOfSeveralFamilies, !languages.isEmpty, !languages.contains(where: { $0.use == .markup })
      {
        state.content.soughtTypes.append(type)
      }
      // The words of prose are words of every language.
      guard state.content.texture != .prose, let candidate = analysis.likeliest(of: languages)
      else { continue }
      let place = words.firstIndex { $0.candidate.weight < candidate.weight } ?? words.count
      words.insert((type, candidate), at: place)
    }
    // What the likeliest has too much is taken from all, so that they stay as far apart.
    let most = words.first.map { strength(of: $0.candidate) } ?? .none
    let surplus = max(.none, most - .mostLanguage)
    for word in words {
      state.content.append(
        finding(
          word.type, word.candidate.language, of: analysis,
          strength(of: word.candidate) - surplus, .dialects, in: &state))
    }
  }

  /// The languages of a header are all kin.
  private func areOfSeveralFamilies(
    _ claimants: ShortList<Finding>, _ types: LanguageTypes
  ) -> Bool {
    var family: Int?
    for type in claimants.compactMap({ $0.type }) {
      let languages = types.languages(of: type)
      if languages.isEmpty { return true }
      for language in languages {
        if let family, family != language.family { return true }
        family = language.family
      }
    }
    return false
  }

  private func strength(of candidate: LanguageAnalysis.Candidate) -> Strength {
    Strength(candidate.weight * 10 / Self.decibansPerTenBits)
  }

  private func finding(
    _ type: TypeIndex, _ language: SourceLanguage, of analysis: LanguageAnalysis,
    _ strength: Strength, _ scope: Finding.Scope, in state: inout DetectionState
  ) -> Finding {
    state.finding(
      type, .text, strength, scope: scope,
      on: .deferred { image in
        let words = analysis.reasons(for: language).joined(separator: ", ")
        return Evidence(
          .text, .words("words and lines of \(language.name): \(words)"),
          type: image.identifier(of: type))
      })
  }

  /// Ten bits make a thousand times as likely, and so do thirty decibans.
  private static let decibansPerTenBits = 30
}
