internal import SystemPackage
internal import UTIPlatform

/// The state of watching, without thread, clock or access to paths, so tests control the time.
///
/// Directories are watched, because a watch on a file ends with each save that replaces it. After a
/// time without notices a probe reads the item (rules J5, J19). The caller runs probes without the
/// lock that guards the engine.
struct WatchEngine: Sendable {
  typealias Number = UInt64
  typealias Handler = @Sendable (FileEvent) -> Void

  /// A watched item.
  struct Item: Sendable {
    var path: FilePath
    let options: WatchingOptions
    let handler: Handler
    /// The last reported state; nil if the item does not exist.
    var known: ItemStamp?
    var held: PinnedPath?
    var volume: UInt64?
    /// The device of the present directory, possibly the mount point of a removed volume.
    var presentVolume: UInt64?
    var interests: [Interest] = []
    var needsRegistration = true
    var burst: Burst?
    var polling: Polling?
    var hints: [FilePath] = []
    var toldReasons: Set<PollingReason> = []
    /// True if the volume is unmounted, so the item's state is unknown.
    var isAway = false
    /// The number of accepted states; findings of probes of an earlier generation are ignored.
    var generation: UInt64 = 0
    var disturbances: UInt64 = 0
    /// The number of running probes that accept the present state as known.
    var settling = 0
    /// True if no probe for events runs, because the owner of the watch changes the item.
    var isPaused = false
    var isLookedAt = false
  }

  /// A series of changes of an item.
  struct Burst: Sendable {
    let since: Duration
    var latest: Duration
    var isBeingWritten = false
    var isMade = false
    /// The earliest time of the next probe, if the last one found a temporary state.
    var earliest = Duration.zero
    var seen: ItemStamp??
  }

  struct Polling: Sendable {
    let reason: PollingReason
    var next: Duration
  }

  /// The interest of an item in a directory.
  struct Interest: Sendable {
    enum Role: Sendable {
      /// A name in the directory is the name of the item, or of a missing parent of it.
      case name(FilePath.Component)
      case way
      /// All items in the directory belong to the item.
      case contents
    }

    let watch: Int32
    let role: Role

    var isInside: Bool {
      if case .contents = role { true } else { false }
    }
  }

  /// A watched directory.
  struct Directory: Sendable {
    var path: FilePath
    var names: [FilePath.Component: Set<Number>] = [:]
    var way: Set<Number> = []
    var contents: Set<Number> = []
    var held: PinnedPath?

    var isUnused: Bool { names.isEmpty && way.isEmpty && contents.isEmpty }
  }

  /// The first half of a move, until the second arrives.
  struct Departure: Sendable {
    let numbers: Set<Number>
  }

  /// The limit for one volume: other probes would wait too, and each needs a thread.
  static let mostLooksAtVolume = 4

  var items: [Number: Item] = [:]
  var directories: [Int32: Directory] = [:]
  var queue: NoticeQueue?
  var disturbed: Set<Number> = []
  var polled: Set<Number> = []
  var departures: [UInt32: Departure] = [:]
  var heldCount = 0
  var pending: [(number: Number, kind: FileEvent.Kind)] = []
  var found: [(number: Number, event: FileEvent)] = []
  var looksUnderWay = 0
  var looks: [UInt64?: Int] = [:]
  var ended: Set<Int32> = []
  /// Released values, which the caller drops without the lock.
  private var leftovers: [any Sendable] = []
  private var latest: Number = 0

  /// An event and its handler.
  struct Delivery: Sendable {
    let handler: Handler
    let event: FileEvent
  }

  // MARK: - Items

  /// The item need not exist; returns its number, and the first probe to run.
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

  mutating func retarget(_ number: Number, to path: FilePath) -> ItemProbe? {
    guard items[number] != nil, items[number]?.path != path else { return nil }
    items[number]?.path = path
    return settle(number)
  }

  /// `saved` is the package that a save has left; nil to read the state.
  mutating func acknowledge(_ number: Number, saved: FileIdentity?) -> ItemProbe? {
    settle(number, saved: saved)
  }

  /// Ends notices and probes until a state is accepted or ``resume(_:at:)`` is called.
  mutating func pause(_ number: Number) {
    guard let interests = items[number]?.interests else { return }
    let inside = interests.filter(\.isInside)
    items[number]?.interests = interests.filter { !$0.isInside }
    items[number]?.isPaused = true
    release(inside, of: number)
  }

  /// Looks for changes since ``pause(_:)``, unless a state was accepted.
  mutating func resume(_ number: Number, at now: Duration) {
    guard items[number]?.isPaused == true else { return }
    items[number]?.isPaused = false
    items[number]?.needsRegistration = true
    let burst = begin(number, at: now)
    items[number]?.burst = burst
  }

  func generation(of number: Number) -> UInt64 { items[number]?.generation ?? 0 }

  /// Watches an item at its path, and accepts its present state as known.
  private mutating func settle(_ number: Number, saved: FileIdentity? = nil) -> ItemProbe? {
    guard items[number] != nil else { return nil }
    items[number]?.needsRegistration = true
    items[number]?.isPaused = false
    items[number]?.generation += 1
    items[number]?.settling += 1
    items[number]?.burst = nil
    items[number]?.hints = []
    disturbed.remove(number)
    return begin(.settling, number, saved: saved)
  }

  // MARK: - Letting go

  /// Keeps a value until the lock is released, because its end may take time or call the watcher.
  mutating func letGo(_ leftover: (any Sendable)?) {
    if let leftover { leftovers.append(leftover) }
  }

  mutating func closeQueue() {
    letGo(queue)
    queue = nil
    // The numbers of the next queue begin again.
    ended = []
    directories = [:]
  }

  mutating func takeLeftovers() -> [any Sendable] {
    defer { leftovers = [] }
    return leftovers
  }

  // MARK: - Descriptors

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

  /// A descriptor prevents an unmount of removable media.
  static func mayHold(_ path: FilePath) -> Bool {
    let names = path.components.prefix(2).map(\.string)
    return !(names.first == "media" || names.first == "mnt" || names == ["run", "media"])
  }
}
