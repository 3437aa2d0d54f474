/// Follows the features of a table along the tokens of a text, and counts those that it meets.
struct LanguageMatcher {
  private let table: LanguageTable
  /// How often the feature that ends in each state was met, up to ``highestCount``.
  private(set) var counts: [UInt8]
  /// The states in which the features ended that were met, in the order in which they were.
  private(set) var met: [LanguageTable.State] = []
  private var active: [Place] = []
  private var following: [Place] = []

  /// A feature that has begun.
  private struct Place {
    var state: LanguageTable.State
    /// Whether its last token was a word, which a continued name goes on with.
    var isBehindWord: Bool
  }

  /// The occurrences of a feature that count.
  static let highestCount: UInt8 = 4
  /// The features that may have begun at one place.
  private static let activeLimit = 32

  init(_ table: LanguageTable) {
    self.table = table
    counts = [UInt8](repeating: 0, count: table.stateCount &+ 1)
    met.reserveCapacity(256)
    active.reserveCapacity(Self.activeLimit)
    following.reserveCapacity(Self.activeLimit)
  }

  /// Takes the next token.
  mutating func add(_ token: LanguageToken) {
    following.removeAll(keepingCapacity: true)
    let isWord = token.kind == LanguageToken.Kind.word.rawValue || token.isContinuation
    for place in active {
      if token.exact != 0 { enter(table.next(place.state, token.exact), isWord) }
      if token.anyCase != 0 { enter(table.next(place.state, token.anyCase), isWord) }
      if token.kind != 0 { enter(table.next(place.state, token.kind), isWord) }
      if token.subkind != 0 { enter(table.next(place.state, token.subkind), isWord) }
      if token.isContinuation, place.isBehindWord, following.count < Self.activeLimit {
        following.append(place)
      }
    }
    if token.exact != 0 { enter(table.root(token.exact), isWord) }
    if token.anyCase != 0 { enter(table.root(token.anyCase), isWord) }
    if token.kind != 0 { enter(table.root(token.kind), isWord) }
    if token.subkind != 0 { enter(table.root(token.subkind), isWord) }
    swap(&active, &following)
  }

  /// Takes a statement about the whole text, which is a feature of its own.
  mutating func add(measure name: StaticString, _ level: LineMeasures.Level) {
    var hash = LanguageHash()
    for index in 0..<name.utf8CodeUnitCount { hash.add(name.utf8Start[index]) }
    hash.add(UInt8(ascii: ":"))
    let word = level.word
    for index in 0..<word.utf8CodeUnitCount { hash.add(word.utf8Start[index]) }
    active.removeAll(keepingCapacity: true)
    let exact = table.find(hash)
    if exact != 0 { enter(table.root(exact), false) }
  }

  @inline(__always)
  private mutating func enter(_ state: LanguageTable.State, _ isBehindWord: Bool) {
    guard state != 0 else { return }
    if !table.weights(state).isEmpty {
      let count = counts[Int(state)]
      if count == 0 { met.append(state) }
      if count < Self.highestCount { counts[Int(state)] = count &+ 1 }
    }
    if following.count < Self.activeLimit, table.hasNext(state) {
      following.append(Place(state: state, isBehindWord: isBehindWord))
    }
  }
}
