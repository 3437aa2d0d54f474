/// Counts the features of a table along the tokens of a text, in one piece of memory.
struct LanguageMatcher: ~Copyable {
  private let table: LanguageTable
  private let memory: UnsafeMutableRawPointer
  /// The count of the feature that ends in each state, up to ``highestCount``.
  private let counts: UnsafeMutablePointer<UInt8>
  private let met: UnsafeMutablePointer<LanguageTable.State>
  private var metCount = 0
  /// Present features: a state, and a mark for a last token that a continued name continues.
  private var active: UnsafeMutablePointer<UInt32>
  private var activeCount = 0
  private var following: UnsafeMutablePointer<UInt32>
  private var followingCount = 0

  /// Further occurrences do not count.
  static let highestCount: UInt8 = 4
  /// Features that may have begun at one place.
  private static let activeLimit = 32
  /// The limit of the different features of a text.
  private static let metLimit = 1024
  private static let wordMark: UInt32 = 1 << 16

  init(_ table: LanguageTable) {
    self.table = table
    let lists = Self.activeLimit * 8 + Self.metLimit * 2
    memory = UnsafeMutableRawPointer.allocate(byteCount: lists + table.stateCount, alignment: 8)
    active = memory.bindMemory(to: UInt32.self, capacity: Self.activeLimit)
    following = (memory + Self.activeLimit * 4).bindMemory(
      to: UInt32.self, capacity: Self.activeLimit)
    met = (memory + Self.activeLimit * 8).bindMemory(
      to: LanguageTable.State.self, capacity: Self.metLimit)
    counts = (memory + lists).bindMemory(to: UInt8.self, capacity: table.stateCount)
    counts.initialize(repeating: 0, count: table.stateCount)
  }

  deinit {
    memory.deallocate()
  }

  /// The final states of the matched features, in order, and the count of each.
  var features: [(feature: LanguageTable.State, count: UInt8)] {
    (0..<metCount).map { (met[$0], counts[Int(met[$0])]) }
  }

  mutating func add(_ token: LanguageToken) {
    followingCount = 0
    let isWord = token.kind == LanguageToken.Kind.word.rawValue || token.isContinuation
    let mark = isWord ? Self.wordMark : 0
    var index = 0
    while index < activeCount {
      let place = active[index]
      let followers = table.followers(LanguageTable.State(truncatingIfNeeded: place))
      if followers.count <= LanguageTable.fewFollowers {
        var follower = followers.lowerBound
        while follower < followers.upperBound {
          if token.is(table.token(follower)) {
            enter(LanguageTable.State(truncatingIfNeeded: follower), mark)
          }
          follower &+= 1
        }
      } else {
        if token.exact != 0 { enter(table.follower(followers, token.exact), mark) }
        if token.kind != 0 { enter(table.follower(followers, token.kind), mark) }
        if token.anyCase != 0 { enter(table.follower(followers, token.anyCase), mark) }
        if token.subkind != 0 { enter(table.follower(followers, token.subkind), mark) }
      }
      if token.isContinuation, place & Self.wordMark != 0, followingCount < Self.activeLimit {
        following[followingCount] = place
        followingCount &+= 1
      }
      index &+= 1
    }
    if token.exact != 0 { enter(table.root(token.exact), mark) }
    if token.kind != 0 { enter(table.root(token.kind), mark) }
    if token.anyCase != 0 { enter(table.root(token.anyCase), mark) }
    if token.subkind != 0 { enter(table.root(token.subkind), mark) }
    swap(&active, &following)
    activeCount = followingCount
  }

  /// A statement about the whole text is a separate feature.
  mutating func add(measure name: StaticString, _ level: LineMeasures.Level) {
    var hash = LanguageHash()
    for index in 0..<name.utf8CodeUnitCount { hash.add(name.utf8Start[index]) }
    hash.add(UInt8(ascii: ":"))
    let word = level.word
    for index in 0..<word.utf8CodeUnitCount { hash.add(word.utf8Start[index]) }
    followingCount = 0
    let exact = table.find(hash)
    if exact != 0 { enter(table.root(exact), 0) }
    activeCount = 0
  }

  @inline(__always)
  private mutating func enter(_ state: LanguageTable.State, _ mark: UInt32) {
    guard state != 0 else { return }
    if !table.weights(state).isEmpty { count(state) }
    if followingCount < Self.activeLimit, !table.followers(state).isEmpty {
      following[followingCount] = UInt32(state) | mark
      followingCount &+= 1
    }
  }

  @inline(__always)
  private mutating func count(_ state: LanguageTable.State) {
    let count = counts[Int(state)]
    guard count < Self.highestCount, count > 0 || metCount < Self.metLimit else { return }
    if count == 0 {
      met[metCount] = state
      metCount &+= 1
    }
    counts[Int(state)] = count &+ 1
  }
}
