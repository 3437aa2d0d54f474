internal import CUTILanguageTable

/// The features of languages with their weights, as Registry/languages states them, compiled.
///
/// A feature is a sequence of tokens. All features together are a tree of states, each with the
/// tokens that lead to the next states, so that nothing is built before a text is read. The states
/// are numbered level by level, so that the states that follow one state are neighbours.
package struct LanguageTable: @unchecked Sendable {
  // Unchecked: the bytes are constants, or outlive the table and are never written.
  private let buckets: UnsafeRawPointer
  private let words: UnsafeRawPointer
  private let roots: UnsafeRawPointer
  private let states: UnsafeRawPointer
  private let branches: UnsafeRawPointer
  private let branchMask: Int
  private let weights: UnsafeRawPointer
  private let languages: UnsafeRawPointer
  private let tokens: UnsafeRawPointer
  private let texts: UnsafeRawPointer
  let languageCount: Int
  let stateCount: Int

  /// The table that is part of the library.
  static let embedded = LanguageTable(uti_language_table())

  /// - Parameter base: the bytes of `LanguageTableWriter`, which must outlive the table.
  init(_ base: UnsafeRawPointer) {
    func field(_ field: Header) -> Int {
      Int(base.load(fromByteOffset: field.rawValue * 4, as: UInt32.self))
    }
    languageCount = field(.languageCount)
    stateCount = field(.stateCount)
    buckets = base + field(.buckets)
    words = base + field(.words)
    roots = base + field(.roots)
    states = base + field(.states)
    branches = base + field(.branches)
    branchMask = field(.branchCount) - 1
    weights = base + field(.weights)
    languages = base + field(.languages)
    tokens = base + field(.tokens)
    texts = base + field(.texts)
  }

  /// The numbers of 32 bits that a table begins with: counts, and where its parts lie.
  package enum Header: Int, CaseIterable {
    case signature
    case languageCount
    case stateCount
    case branchCount
    case buckets
    case words
    case roots
    case states
    case branches
    case weights
    case languages
    case tokens
    case texts
  }

  /// The first number of a table.
  package static let signature: UInt32 = 0x3147_4E4C
  /// The bits of a hash that choose a bucket of words; half of the others are compared.
  package static let bucketBits = 12
  /// The mark of a word's number that matches any case of its letters.
  package static let anyCaseMark: UInt16 = 0x8000
}

extension LanguageTable {
  /// The number of a state; zero means none.
  typealias State = UInt16

  /// Sets the numbers of a word, by its hashes.
  @inline(__always)
  func find(_ hash: LanguageHash, _ token: inout LanguageToken) {
    let lower = numbers(hash.lowercase)
    token.anyCase = lower.anyCase
    token.exact = hash.isLowercase ? lower.exact : numbers(hash.exact).exact
  }

  /// The number of a token that is not a word; zero where no feature names it.
  @inline(__always)
  func find(_ hash: LanguageHash) -> UInt16 { numbers(hash.exact).exact }

  @inline(__always)
  private func numbers(_ hash: UInt32) -> (exact: UInt16, anyCase: UInt16) {
    let bucket = buckets + Int(hash & (1 << Self.bucketBits &- 1)) &* 2
    var place = Int(bucket.load(as: UInt16.self))
    let end = Int(bucket.load(fromByteOffset: 2, as: UInt16.self))
    var exact: UInt16 = 0
    var anyCase: UInt16 = 0
    while place < end {
      let word = words + place &* 4
      if word.load(as: UInt16.self) == UInt16(truncatingIfNeeded: hash >> 16) {
        let number = word.load(fromByteOffset: 2, as: UInt16.self)
        if number & Self.anyCaseMark == 0 {
          exact = number
        } else {
          anyCase = number & ~Self.anyCaseMark
        }
      }
      place &+= 1
    }
    return (exact, anyCase)
  }

  /// The state that a token leads to at the start of a feature; zero for none.
  @inline(__always)
  func root(_ token: UInt16) -> State {
    roots.load(fromByteOffset: Int(token) &* 2, as: State.self)
  }

  @inline(__always)
  private func field(_ state: Int, _ field: Int) -> Int {
    Int((states + state &* 6).load(fromByteOffset: field &* 2, as: UInt16.self))
  }

  /// The states that follow a state, each by one token; they are neighbours.
  @inline(__always)
  func followers(_ state: State) -> Range<Int> {
    let start = field(Int(state), 0)
    return start..<max(start, field(Int(state) &+ 1, 0))
  }

  /// The token that leads to a state.
  @inline(__always)
  func token(_ state: Int) -> UInt16 {
    (states + state &* 6).load(fromByteOffset: 4, as: UInt16.self)
  }

  /// Returns the following state that a token leads to; zero for none.
  ///
  /// Most states have one or two followers. For states with more, a hash of the state and the token
  /// finds the follower.
  @inline(__always)
  func follower(_ followers: Range<Int>, _ token: UInt16) -> State {
    if followers.count <= Self.fewFollowers {
      var place = followers.lowerBound
      while place < followers.upperBound {
        if field(place, 2) == Int(token) { return State(truncatingIfNeeded: place) }
        place &+= 1
      }
      return 0
    }
    var slot = Self.branchHash(followers.lowerBound, token) & branchMask
    while true {
      let place = Int(branches.load(fromByteOffset: slot &* 2, as: State.self))
      if place == 0 { return 0 }
      if place >= followers.lowerBound, place < followers.upperBound,
        field(place, 2) == Int(token)
      {
        return State(truncatingIfNeeded: place)
      }
      slot = (slot &+ 1) & branchMask
    }
  }

  /// The most followers among which a token is looked for one by one.
  package static let fewFollowers = 4

  /// Returns the hash of a token after the state whose followers begin at a place.
  @inline(__always)
  package static func branchHash(_ place: Int, _ token: UInt16) -> Int {
    let mixed = (UInt32(truncatingIfNeeded: place) &* 0x9E37_79B1) ^ (UInt32(token) &* 0x85EB_CA6B)
    return Int(mixed >> 15)
  }

  /// The places of the weights of the feature that ends in a state; empty where none does.
  @inline(__always)
  func weights(_ state: State) -> Range<Int> {
    let start = field(Int(state), 1)
    return start..<max(start, field(Int(state) &+ 1, 1))
  }

  /// The language that a weight is for, and its amount.
  @inline(__always)
  func weight(_ place: Int) -> (language: Int, amount: Int) {
    let record = Int((weights + place &* 2).load(as: UInt16.self))
    return (record >> 7, (record & 0x7F) &- 64)
  }
}

extension LanguageTable {
  /// The feature that ends in a state, as written in Registry/languages except for the space
  /// between signs of one token each.
  func text(_ state: State) -> String {
    var words: [String] = []
    var place = Int(state)
    while place > 0 {
      words.append(text(ofToken: field(place, 2)))
      place = parent(place)
    }
    return words.reversed().joined(separator: " ")
  }

  /// The state before one: the last whose followers begin at it or before it.
  private func parent(_ state: Int) -> Int {
    var low = 0
    var high = state
    while low + 1 < high {
      let middle = (low + high) / 2
      if field(middle, 0) <= state { low = middle } else { high = middle }
    }
    return low
  }

  private func text(ofToken token: Int) -> String {
    text(Int(tokens.load(fromByteOffset: token * 2, as: UInt16.self)))
  }

  private func text(_ offset: Int) -> String {
    String(cString: (texts + offset).assumingMemoryBound(to: CChar.self))
  }

  private func languageField(_ language: Int, _ field: Int) -> Int {
    Int((languages + language &* 8).load(fromByteOffset: field &* 2, as: UInt16.self))
  }

  /// The English name of a language.
  func name(ofLanguage language: Int) -> String { text(languageField(language, 0)) }

  /// The MIME types and identifiers of a language, the best first.
  func typeNames(ofLanguage language: Int) -> [String] {
    text(languageField(language, 1)).utf8.split(separator: UInt8(ascii: " "))
      .map { String(Substring($0)) }
  }

  /// Returns true if a language has a type.
  func hasTypeNames(_ language: Int) -> Bool {
    (texts + languageField(language, 1)).load(as: UInt8.self) != 0
  }

  /// The first language of those that are kin to a language, itself among them.
  func family(ofLanguage language: Int) -> Int { languageField(language, 2) }

  /// Returns the use of a language.
  func use(ofLanguage language: Int) -> SourceLanguage.Use {
    SourceLanguage.Use(rawValue: UInt8(truncatingIfNeeded: languageField(language, 3))) ?? .code
  }
}

/// The hash under which the table of features keeps words (FNV-1a with 32 bits).
///
/// Two hashes are made at once: of a word as it is written, and of the same word in lower case.
package struct LanguageHash {
  package private(set) var exact: UInt32 = 0x811C_9DC5
  private(set) var lowercase: UInt32 = 0x811C_9DC5

  @inline(__always)
  package init() {}

  @inline(__always)
  package mutating func add(_ byte: UInt8) {
    exact = (exact ^ UInt32(byte)) &* 0x0100_0193
    let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
    lowercase = (lowercase ^ UInt32(lower)) &* 0x0100_0193
  }

  /// True if no letter is in upper case.
  @inline(__always)
  var isLowercase: Bool { exact == lowercase }
}
