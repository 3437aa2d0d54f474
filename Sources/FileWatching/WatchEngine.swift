internal import SystemPackage

/// What is watched, what is known of it, and what has been told: without a thread, without a clock and
/// without a look at any path, so that tests decide when time passes and nothing ever waits.
///
/// Directories are watched, never files: a watch on a file dies with every save that replaces it. A
/// directory has one watch, however many items are in it or below it. What is told of a name only says
/// that something happens there; when nothing has happened for a while the item is looked at, and what
/// is different then is what is told (rules J5, J19). The looks are values that the engine hands out
/// and takes back; whoever has one makes it without the lock that guards the engine.
struct WatchEngine: Sendable {
  typealias Number = UInt64
  typealias Handler = @Sendable (FileEvent) -> Void

  /// An item that is watched.
  struct Item: Sendable {
    var path: FilePath
    let options: WatchingOptions
    let handler: Handler
    /// What was told last; nil while there is no such item.
    var known: ItemStamp?
    /// Tells where the item is when it is not at its place.
    var held: PinnedPath?
    /// The device of the directory that the item was found in.
    var volume: UInt64?
    /// The device of the directory that is at that place now; a volume that was taken away leaves one.
    var presentVolume: UInt64?
    var interests: [Interest] = []
    var needsRegistration = true
    var burst: Burst?
    var polling: Polling?
    /// Where the system said that the item was moved.
    var hints: [FilePath] = []
    /// Why it was said that the item is polled.
    var toldReasons: Set<PollingReason> = []
    /// Whether the volume is away, so that nothing is known of the item.
    var isAway = false
    /// How often it was said what to take for known; looks that began before find nothing new.
    var generation: UInt64 = 0
    /// How often something was told of the item.
    var disturbances: UInt64 = 0
    /// How many are taking what is there for known.
    var settling = 0
    /// Whether a look is under way that finds out what has happened.
    var isLookedAt = false
  }

  /// Things that happen to an item one after the other.
  struct Burst: Sendable {
    let since: Duration
    var latest: Duration
    /// Whether somebody has written and not closed yet.
    var isBeingWritten = false
    /// Whether the item was made, and nothing written yet.
    var isMade = false
    /// The earliest time to look again, where looking has shown something that may not last.
    var earliest = Duration.zero
    /// What was there when a look now and then began the burst.
    var seen: ItemStamp??
  }

  struct Polling: Sendable {
    let reason: PollingReason
    var next: Duration
  }

  /// Why an item wants to hear of a directory.
  struct Interest: Sendable {
    enum Role: Sendable {
      /// A name in it is that of the item, or of a directory above that is missing.
      case name(FilePath.Component)
      /// The directory is on the way to the item.
      case way
      /// Everything in the directory belongs to the item.
      case contents
    }

    let watch: Int32
    let role: Role
  }

  /// A directory that is watched.
  struct Directory: Sendable {
    var path: FilePath
    var names: [FilePath.Component: Set<Number>] = [:]
    var way: Set<Number> = []
    var contents: Set<Number> = []
    var held: PinnedPath?

    var isUnused: Bool { names.isEmpty && way.isEmpty && contents.isEmpty }
  }

  /// The first half of a move, until the second comes.
  struct Departure: Sendable {
    let numbers: Set<Number>
  }

  /// How many looks there are at the same time at items on one volume: where so many wait, the others
  /// would wait too, and each takes a thread.
  static let mostLooksAtVolume = 4

  var items: [Number: Item] = [:]
  var directories: [Int32: Directory] = [:]
  var queue: NoticeQueue?
  /// The items that something happens to.
  var disturbed: Set<Number> = []
  /// The items that are looked at now and then.
  var polled: Set<Number> = []
  var departures: [UInt32: Departure] = [:]
  var heldCount = 0
  /// What is to be told beside what is found.
  var pending: [(number: Number, kind: FileEvent.Kind)] = []
  /// What was found and is to be told.
  var found: [(number: Number, event: FileEvent)] = []
  var looksUnderWay = 0
  /// The looks that find out what has happened, by volume.
  var looks: [UInt64?: Int] = [:]
  /// The watches that have ended since looks are under way.
  var ended: Set<Int32> = []
  /// What nobody needs any more, for whoever has had the lock to let go.
  private var leftovers: [any Sendable] = []
  private var latest: Number = 0

  /// An event and who is to be told.
  struct Delivery: Sendable {
    let handler: Handler
    let event: FileEvent
  }

  // MARK: - Items

  /// Begins to watch what is, or will be, at a path.
  ///
  /// - Returns: the number of the item, and the look that has to be made for that.
  mutating func add(
    _ path: FilePath, _ options: WatchingOptions, _ handler: @escaping Handler
  ) -> (number: Number, look: ItemProbe?) {
    latest += 1
    items[latest] = Item(path: path, options: options, handler: handler)
    return (latest, settle(latest))
  }

  mutating func remove(_ number: Number) {
    guard var item = items.removeValue(forKey: number) else { return }
    drop(&item.held)
    release(item.interests, of: number)
    disturbed.remove(number)
    polled.remove(number)
    if items.isEmpty { departures = [:] }
    letGo(item)
  }

  /// Goes on with the item at another place, of which nobody needs to be told.
  mutating func retarget(_ number: Number, to path: FilePath) -> ItemProbe? {
    guard items[number] != nil, items[number]?.path != path else { return nil }
    items[number]?.path = path
    return settle(number)
  }

  /// Takes what is there now for known.
  mutating func acknowledge(_ number: Number) -> ItemProbe? { settle(number) }

  /// Watches an item where it is, and takes what is there for known.
  private mutating func settle(_ number: Number) -> ItemProbe? {
    guard items[number] != nil else { return nil }
    items[number]?.needsRegistration = true
    items[number]?.generation += 1
    items[number]?.settling += 1
    items[number]?.burst = nil
    items[number]?.hints = []
    disturbed.remove(number)
    return begin(.settling, number)
  }

  // MARK: - Letting go

  /// Keeps something until nobody has the lock: what it ends may take time, or call the watcher.
  mutating func letGo(_ leftover: (any Sendable)?) {
    if let leftover { leftovers.append(leftover) }
  }

  /// Closes the queue of notices; nothing is watched any more.
  mutating func closeQueue() {
    letGo(queue)
    queue = nil
    // The next queue counts from the beginning.
    ended = []
    directories = [:]
  }

  mutating func takeLeftovers() -> [any Sendable] {
    defer { leftovers = [] }
    return leftovers
  }

  // MARK: - Descriptors

  /// Holds the item that a look has found.
  mutating func renewHold(of item: inout Item, _ look: ItemProbe) {
    if item.known != nil { item.volume = item.presentVolume }
    guard !look.keepsHold else { return }
    drop(&item.held)
    guard item.known != nil, let held = look.newHold, mayHoldMore(item) else { return }
    item.held = held
    heldCount += 1
  }

  func mayHoldMore(_ item: Item) -> Bool {
    heldCount < item.options.mostHeldItems ?? Self.mostHeldItems
  }

  mutating func drop(_ held: inout PinnedPath?) {
    if held != nil { heldCount -= 1 }
    letGo(held)
    held = nil
  }

  /// Whether a descriptor may stay open in a place: what people take away could not be unmounted.
  static func mayHold(_ path: FilePath) -> Bool {
    let names = path.components.prefix(2).map(\.string)
    return !(names.first == "media" || names.first == "mnt" || names == ["run", "media"])
  }
}
