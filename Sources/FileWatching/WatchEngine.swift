internal import SystemPackage

/// What is watched, what is known of it, and what has been told: without a thread and without a clock,
/// so that tests decide when time passes.
///
/// Directories are watched, never files: a watch on a file dies with every save that replaces it. A
/// directory has one watch, however many items are in it or below it. What is told of a name only says
/// that something happens there; when nothing has happened for a while the item is looked at, and what
/// is different then is what is told (rules J5, J19).
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
    var held: HeldItem?
    /// The device of the directory that the item was found in.
    var volume: UInt64?
    /// The device of the directory that is at that place now; a volume that was taken away leaves one.
    var presentVolume: UInt64?
    var interests: [Interest] = []
    var needsArming = true
    var burst: Burst?
    var polling: Polling?
    /// Where the system said that the item was moved.
    var hints: [FilePath] = []
    /// Why it was said that the item is polled.
    var toldReasons: Set<PollingReason> = []
    /// Whether the volume is away, so that nothing is known of the item.
    var isAway = false
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
    var kinds: NoticeQueue.Kinds
    var names: [FilePath.Component: Set<Number>] = [:]
    var way: Set<Number> = []
    var contents: Set<Number> = []
    var held: HeldItem?

    var isUnused: Bool { names.isEmpty && way.isEmpty && contents.isEmpty }
    var wantedKinds: NoticeQueue.Kinds {
      names.isEmpty && contents.isEmpty ? .ofPlace : NoticeQueue.Kinds.ofPlace.union(.ofNames)
    }
  }

  /// The first half of a move, until the second comes.
  struct Departure: Sendable {
    let numbers: Set<Number>
  }

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
  private var latest: Number = 0

  /// An event and who is to be told.
  struct Delivery: Sendable {
    let handler: Handler
    let event: FileEvent
  }

  // MARK: - Items

  /// Begins to watch what is, or will be, at a path.
  mutating func add(
    _ path: FilePath, _ options: WatchingOptions, at now: Duration, _ handler: @escaping Handler
  ) -> Number {
    latest += 1
    items[latest] = Item(path: path, options: options, handler: handler)
    settle(latest, at: now)
    return latest
  }

  mutating func remove(_ number: Number) {
    guard var item = items.removeValue(forKey: number) else { return }
    drop(&item.held)
    release(item.interests, of: number)
    disturbed.remove(number)
    polled.remove(number)
    if items.isEmpty { departures = [:] }
  }

  /// Goes on with the item at another place, of which nobody needs to be told.
  mutating func retarget(_ number: Number, to path: FilePath, at now: Duration) {
    guard items[number] != nil, items[number]?.path != path else { return }
    items[number]?.path = path
    settle(number, at: now)
  }

  /// Takes what is there now for known.
  mutating func acknowledge(_ number: Number, at now: Duration) {
    guard items[number] != nil else { return }
    settle(number, at: now)
  }

  /// Watches an item where it is, and takes what is there for known.
  private mutating func settle(_ number: Number, at now: Duration) {
    items[number]?.needsArming = true
    let found = armAndLook(number, at: now)
    guard var item = items[number] else { return }
    item.known = try? found.get()
    item.burst = nil
    item.hints = []
    disturbed.remove(number)
    renewHold(of: &item)
    items[number] = item
  }

  // MARK: - Descriptors

  /// Holds the item that is at the place now.
  mutating func renewHold(of item: inout Item) {
    if item.known != nil { item.volume = item.presentVolume }
    if let held = item.held, let stamp = held.stamp, let known = item.known,
      stamp.isSameItem(as: known.own)
    {
      return
    }
    drop(&item.held)
    let most = item.options.mostHeldItems ?? Self.mostHeldItems
    guard item.known != nil, heldCount < most, Self.mayHold(item.path) else { return }
    item.held = HeldItem(item.path)
    if item.held != nil { heldCount += 1 }
  }

  mutating func drop(_ held: inout HeldItem?) {
    if held != nil { heldCount -= 1 }
    held = nil
  }

  /// Whether a descriptor may stay open in a place: what people take away could not be unmounted.
  static func mayHold(_ path: FilePath) -> Bool {
    let names = path.components.prefix(2).map(\.string)
    return !(names.first == "media" || names.first == "mnt" || names == ["run", "media"])
  }
}
