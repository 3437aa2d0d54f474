/// The language of a text, found by its words and operators.
///
/// Each feature, such as `fn x (`, is evidence for some languages and against others: weights of
/// Registry/languages in decibans (ten: ten times as likely). Each further occurrence counts less.
struct LanguageAnalysis {
  /// A language with the weight for it, less the weight against it.
  struct Candidate {
    let language: SourceLanguage
    /// Decibans.
    let weight: Int
  }

  private let table: LanguageTable
  private let met: [(feature: LanguageTable.State, count: UInt8)]
  private let scores: [Int32]
  /// No program repeats itself.
  private let repeatsItself: Bool
  /// The bytes outside of comments.
  let codeByteCount: Int

  /// Reads an extension of ASCII without a mark, up to ``LanguageLexer/windowByteCount`` bytes.
  init(_ text: UnsafeRawBufferPointer, for purpose: Purpose = .language) {
    self.init(text, for: purpose, table: .embedded)
  }

  /// The purpose of an analysis.
  enum Purpose {
    case language
    /// The choice among the claimants of the name, which needs fewer bytes.
    case choice

    /// Outside of comments; further bytes hardly change the result.
    fileprivate var codeByteCount: Int {
      switch self {
      case .language: 1024
      case .choice: 512
      }
    }
  }

  init(_ text: UnsafeRawBufferPointer, for purpose: Purpose, table: LanguageTable) {
    var lexer = LanguageLexer(text, codeByteCount: purpose.codeByteCount, table: table)
    lexer.run()
    self.table = table
    repeatsItself = lexer.measures.repeatsItself
    codeByteCount = lexer.readCodeByteCount
    met = lexer.matcher.features
    var scores = [Int32](repeating: 0, count: table.languageCount)
    for (feature, count) in met {
      for place in table.weights(feature) {
        let (language, amount) = table.weight(place)
        scores[language] &+= Int32(Self.repeated(amount, count))
      }
    }
    // Quarters were added, so that repetition can count by them.
    self.scores = scores.map { $0 / 4 }
  }

  /// Four times the weight of a feature: the second counts half, the third and fourth a quarter.
  ///
  /// A feature alone never makes a language sure. A feature against a language counts once.
  private static func repeated(_ amount: Int, _ count: UInt8) -> Int {
    guard amount > 0 else { return amount * 4 }
    let most = max(amount, highestRepeatedAmount) * 4
    switch count {
    case 1: return amount * 4
    case 2: return min(amount * 6, most)
    case 3: return min(amount * 7, most)
    default: return min(amount * 8, most)
    }
  }

  private static let highestRepeatedAmount = 45
}

extension LanguageAnalysis {
  /// The weight for less the weight against, in decibans.
  func weight(of language: SourceLanguage) -> Int { Int(scores[language.index]) }

  /// The first of a tie; nil when no feature is evidence for or against any.
  func likeliest(of languages: [SourceLanguage]) -> Candidate? {
    var best: Candidate?
    for language in languages {
      let weight = weight(of: language)
      guard weight != 0, weight > best?.weight ?? .min else { continue }
      best = Candidate(language: language, weight: weight)
    }
    return best
  }

  /// Enough weight, and enough ahead of the second.
  var sure: SourceLanguage? {
    guard !repeatsItself, let best = mostWeighted else { return nil }
    let use = table.use(ofLanguage: best)
    guard table.hasTypeNames(best), scores[best] >= Self.leastWeight(use) else { return nil }
    let family = table.family(ofLanguage: best)
    for other in scores.indices where other != best && scores[other] > 0 {
      let weight: Int32
      if isProse(other) {
        // Marked text is prose for the most part, and tables and settings have some.
        weight = use == .code ? scores[other] + Self.leastLead : scores[other] / 3
      } else {
        guard scores[best] - scores[other] < Self.leastLead else { continue }
        let isKin = table.family(ofLanguage: other) == family
        weight = scores[other] + (isKin ? Self.leastLeadOfKin : Self.leastLead)
      }
      guard scores[best] >= weight else { return nil }
    }
    return SourceLanguage(index: best)
  }

  /// A sure language, with right answers in 97 of 100 cases.
  func isClear(_ language: SourceLanguage) -> Bool {
    guard scores[language.index] >= Self.clearWeight else { return false }
    return scores.indices.allSatisfy { other in
      other == language.index || isProse(other)
        || scores[language.index] - scores[other] >= Self.clearLead
    }
  }

  private func isProse(_ language: Int) -> Bool { table.use(ofLanguage: language) == .prose }

  /// The greatest weight first, for display.
  func reasons(for language: SourceLanguage) -> [String] {
    var reasons: [(feature: LanguageTable.State, weight: Int)] = []
    for (feature, count) in met {
      for place in table.weights(feature) {
        let (owner, amount) = table.weight(place)
        if owner == language.index, amount > 0 {
          reasons.append((feature, Self.repeated(amount, count)))
        }
      }
    }
    return reasons.sorted { ($1.weight, $0.feature) < ($0.weight, $1.feature) }
      .prefix(Self.reasonLimit).map { table.text($0.feature) }
  }

  /// Prose does not count; the first of a tie, nil if none has any weight.
  private var mostWeighted: Int? {
    var best: Int?
    for index in scores.indices where scores[index] > best.map({ scores[$0] }) ?? 0 {
      if !isProse(index) { best = index }
    }
    return best
  }

  /// Makes a language sure, ahead of all others by the lead.
  private static func leastWeight(_ use: SourceLanguage.Use) -> Int {
    switch use {
    case .code: 60
    case .markup: 75
    case .data: 60
    case .prose: .max
    }
  }

  private static let leastLead: Int32 = 25
  private static let clearWeight: Int32 = 100
  private static let clearLead: Int32 = 50
  /// Related languages share most features.
  private static let leastLeadOfKin: Int32 = 8
  private static let reasonLimit = 8
}
