internal import CUTILanguageTable

/// The features of languages with their weights, as Registry/languages states them, compiled.
///
/// A feature is a sequence of tokens, and all are a tree of states, read in place. States are
/// numbered level by level, so that the followers of a state are neighbours.
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

  static let embedded = LanguageTable(uti_language_table())

  /// The bytes of `LanguageTableWriter` must outlive the table.
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

  /// The numbers of 32 bits at the start of a table: counts, and where its parts lie.
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

  package static let signature: UInt32 = 0x3147_4E4C
  /// The bits of a hash that choose a bucket of words; half of the others are compared.
  package static let bucketBits = 12
  /// Matches any case of the letters of a word.
  package static let anyCaseMark: UInt16 = 0x8000
}

extension LanguageTable {
  /// Zero means none.
  typealias State = UInt16

  @inline(__always)
  func find(_ hash: LanguageHash, _ token: inout LanguageToken) {
    let lower = numbers(hash.lowercase)
    token.anyCase = lower.anyCase
    token.exact = hash.isLowercase ? lower.exact : numbers(hash.exact).exact
  }

  /// The token is not a word; zero if no feature names it.
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

  /// The token is at the start of a feature; zero for none.
  @inline(__always)
  func root(_ token: UInt16) -> State {
    roots.load(fromByteOffset: Int(token) &* 2, as: State.self)
  }

  @inline(__always)
  private func field(_ state: Int, _ field: Int) -> Int {
    Int((states + state &* 6).load(fromByteOffset: field &* 2, as: UInt16.self))
  }

  /// The states that follow by one token are neighbours.
  @inline(__always)
  func followers(_ state: State) -> Range<Int> {
    let start = field(Int(state), 0)
    return start..<max(start, field(Int(state) &+ 1, 0))
  }

  @inline(__always)
  func token(_ state: Int) -> UInt16 {
    (states + state &* 6).load(fromByteOffset: 4, as: UInt16.self)
  }

  /// Zero for none; a hash of state and token finds one of many followers.
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

  /// Up to this number of followers, tokens are compared one by one.
  package static let fewFollowers = 4

  /// The token follows the state whose followers begin at the place.
  @inline(__always)
  package static func branchHash(_ place: Int, _ token: UInt16) -> Int {
    let mixed = (UInt32(truncatingIfNeeded: place) &* 0x9E37_79B1) ^ (UInt32(token) &* 0x85EB_CA6B)
    return Int(mixed >> 15)
  }

  /// The weights of the feature that ends in a state; empty if there is none.
  @inline(__always)
  func weights(_ state: State) -> Range<Int> {
    let start = field(Int(state), 1)
    return start..<max(start, field(Int(state) &+ 1, 1))
  }

  @inline(__always)
  func weight(_ place: Int) -> (language: Int, amount: Int) {
    let record = Int((weights + place &* 2).load(as: UInt16.self))
    return (record >> 7, (record & 0x7F) &- 64)
  }
}

extension LanguageTable {
  /// The form of Registry/languages, except for the space between signs of one token each.
  func text(_ state: State) -> String {
    var words: [String] = []
    var place = Int(state)
    while place > 0 {
      words.append(text(ofToken: field(place, 2)))
      place = parent(place)
    }
    return words.reversed().joined(separator: " ")
  }

  /// The last state whose followers begin at it or before it.
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

  func name(ofLanguage language: Int) -> String { text(languageField(language, 0)) }

  /// The best first.
  func typeNames(ofLanguage language: Int) -> [String] {
    text(languageField(language, 1)).utf8.split(separator: UInt8(ascii: " "))
      .map { String(Substring($0)) }
  }

  func hasTypeNames(_ language: Int) -> Bool {
    (texts + languageField(language, 1)).load(as: UInt8.self) != 0
  }

  /// The first language of those that are kin, itself among them.
  func family(ofLanguage language: Int) -> Int { languageField(language, 2) }

  func use(ofLanguage language: Int) -> SourceLanguage.Use {
    SourceLanguage.Use(rawValue: UInt8(truncatingIfNeeded: languageField(language, 3))) ?? .code
  }
}

/// The hash of words in the table: FNV-1a with 32 bits, of a word as written and in lower case.
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

  /// No letter is in upper case.
  @inline(__always)
  var isLowercase: Bool { exact == lowercase }
}
