internal import SystemPackage
internal import UTIPlatform

extension WatchEngine {
  /// The time of the next action; nil if the engine waits for a notice or for the end of a probe.
  var deadline: Duration? {
    if !pending.isEmpty || !found.isEmpty { return .zero }
    let bursts = disturbed.compactMap { number in
      items[number].flatMap { mayLook(at: $0) ? Self.due($0) : nil }
    }
    let polls = polled.compactMap { number in
      items[number].flatMap { mayLook(at: $0) ? $0.polling?.next : nil }
    }
    return (bursts + polls).min()
  }

  private static func due(_ item: Item) -> Duration? {
    guard let burst = item.burst else { return nil }
    let period = burst.isBeingWritten ? item.options.writingPeriod : item.options.quietPeriod
    let end = min(burst.latest + period, burst.since + item.options.longestBurst)
    return max(end, burst.earliest)
  }

  private func mayLook(at item: Item) -> Bool {
    !item.isLookedAt && !item.isPaused && item.settling == 0
      && looks[Self.volume(of: item), default: 0] < Self.mostLooksAtVolume
  }

  private static func volume(of item: Item) -> UInt64? { item.presentVolume ?? item.volume }

  /// The caller must run the probe and pass it to ``finish(_:at:)``.
  mutating func nextLook(at now: Duration) -> ItemProbe? {
    for number in polled.sorted() {
      guard let item = items[number], let next = item.polling?.next, next <= now,
        mayLook(at: item)
      else { continue }
      items[number]?.polling?.next = now + Self.period(of: item)
      return begin(.nowAndThen, number)
    }
    for number in disturbed.sorted() {
      guard let item = items[number], let due = Self.due(item), due <= now, mayLook(at: item)
      else { continue }
      return begin(.concluding, number)
    }
    return nil
  }

  mutating func begin(
    _ purpose: ItemProbe.Purpose, _ number: Number, saved: FileIdentity? = nil
  ) -> ItemProbe? {
    guard let item = items[number] else { return nil }
    let volume = Self.volume(of: item)
    looksUnderWay += 1
    if case .settling = purpose {
    } else {
      items[number]?.isLookedAt = true
      looks[volume, default: 0] += 1
    }
    return ItemProbe(
      number: number, purpose: purpose, volume: volume, generation: item.generation,
      disturbances: item.disturbances, path: item.path, options: item.options,
      known: item.known?.own, held: item.held,
      mayHold: item.held != nil || mayHoldMore(item), hints: item.hints,
      heldDirectories: item.held == nil ? heldDirectories(of: item) : [], device: item.volume,
      queue: queue, saved: saved, needsRegistration: item.needsRegistration,
      watchedInside: item.interests.count(where: \.isInside))
  }

  private func heldDirectories(of item: Item) -> [(PinnedPath, FilePath.Component)] {
    item.interests.compactMap { interest in
      guard case .name(let name) = interest.role,
        let held = directories[interest.watch]?.held
      else { return nil }
      return (held, name)
    }
  }

  /// Returns the next probe to run; nil in most cases.
  mutating func finish(_ look: ItemProbe, at now: Duration) -> ItemProbe? {
    noteEnd(of: look)
    guard let item = items[look.number], item.generation == look.generation else { return nil }
    var next: ItemProbe?
    switch look.purpose {
    case .settling: takeForKnown(look)
    case .nowAndThen: beginBurst(after: look, at: now)
    case .concluding: next = conclude(look, at: now)
    case .following: takeAfterMove(look)
    case .losing:
      // The system does not report an item that came back before the registration.
      if (try? look.found.get()) != nil { disturb(look.number, at: now) }
    }
    // A watch may have ended during the registration.
    if next == nil, items[look.number]?.needsRegistration == true, !disturbed.contains(look.number)
    {
      disturb(look.number, at: now)
    }
    return next
  }

  private mutating func noteEnd(of look: ItemProbe) {
    looksUnderWay -= 1
    if looksUnderWay == 0 { ended = [] }
    if case .settling = look.purpose {
      items[look.number]?.settling -= 1
    } else {
      items[look.number]?.isLookedAt = false
      looks[look.volume, default: 0] -= 1
      if looks[look.volume] == 0 { looks[look.volume] = nil }
    }
  }

  private mutating func disturb(_ number: Number, at now: Duration) {
    let burst = begin(number, at: now)
    items[number]?.burst = burst
  }

  private mutating func takeForKnown(_ look: ItemProbe) {
    guard var item = items[look.number] else { return }
    item.known = try? look.found.get()
    renewHold(of: &item, look)
    items[look.number] = item
  }

  private mutating func beginBurst(after look: ItemProbe, at now: Duration) {
    guard let item = items[look.number] else { return }
    let found = try? look.found.get()
    // The limit that prevented the watch may no longer apply.
    if item.isAway || item.polling?.reason == .watchLimit {
      items[look.number]?.needsRegistration = true
    }
    guard item.burst == nil,
      found != item.known || item.isAway || items[look.number]?.needsRegistration == true
    else { return }
    var burst = Burst(since: now, latest: now)
    burst.seen = .some(found)
    items[look.number]?.burst = burst
    disturbed.insert(look.number)
  }

  /// Returns the events to deliver, in the order of their discovery.
  mutating func takeDeliveries() -> [Delivery] {
    let known = pending.compactMap { other in
      items[other.number].map {
        (other.number, FileEvent(other.kind, at: $0.path, generation: $0.generation))
      }
    }
    let events = known + found
    (pending, found) = ([], [])
    return events.compactMap { number, event in
      items[number].map { Delivery(handler: $0.handler, event: event) }
    }
  }

  /// The result of a probe.
  private enum Conclusion {
    case report([FileEvent.Kind])
    case wait
    /// An event is reported, and the item must be probed again at once.
    case goOn(FileEvent.Kind, ItemProbe.Purpose)
  }

  mutating func conclude(_ look: ItemProbe, at now: Duration) -> ItemProbe? {
    let number = look.number
    guard let item = items[number], let burst = item.burst else { return nil }
    items[number]?.hints += look.newHints
    // A change during the probe may have been seen in part.
    let isDisturbed = item.disturbances != look.disturbances
    if isDisturbed, now < burst.since + item.options.longestBurst { return nil }
    let conclusion = conclude(look, item, burst, at: now)
    if case .wait = conclusion { return nil }
    items[number]?.hints = []
    if isDisturbed {
      items[number]?.burst?.restart(at: now)
    } else {
      items[number]?.burst = nil
      disturbed.remove(number)
    }
    switch conclusion {
    case .report(let kinds):
      found += kinds.map { (number, FileEvent($0, at: item.path, generation: item.generation)) }
    case .goOn(let kind, let purpose):
      found.append((number, FileEvent(kind, at: item.path, generation: item.generation)))
      return begin(purpose, number)
    case .wait: break
    }
    return nil
  }

  private mutating func conclude(
    _ look: ItemProbe, _ item: Item, _ burst: Burst, at now: Duration
  ) -> Conclusion {
    if let seen = burst.seen, seen != (try? look.found.get()) {
      // The system does not report the end of a write, so only a stable state counts as complete.
      items[look.number]?.burst?.seen = .some(try? look.found.get())
      items[look.number]?.burst?.latest = now
      if now < burst.since + item.options.longestBurst { return .wait }
    }
    switch look.found {
    case .success(let stamp): return concludePresent(look, item, burst, stamp, at: now)
    case .failure(.noSuchFileOrDirectory), .failure(.notDirectory):
      return concludeAbsent(look, item, burst, at: now)
    case .failure(.permissionDenied):
      poll(look.number, .notReadable, at: now)
      return .report([])
    case .failure: return .report([])
    }
  }

  private mutating func concludePresent(
    _ look: ItemProbe, _ item: Item, _ burst: Burst, _ stamp: ItemStamp, at now: Duration
  ) -> Conclusion {
    let isEmptyFile = stamp.own.kind == .regular && stamp.own.size == 0
    if burst.isMade, isEmptyFile {
      let end = burst.since + item.options.writingPeriod
      if now < end { return lookAgain(look.number, end) }
    }
    var item = item
    var kinds: [FileEvent.Kind] = []
    if let known = item.known {
      switch known.difference(to: stamp) {
      case .contents: kinds.append(.changed(known.changedSubitems(in: stamp)))
      case .metadata: kinds.append(.metadataChanged)
      case .none: break
      }
    } else {
      kinds.append(.appeared)
    }
    item.known = stamp
    item.isAway = false
    renewHold(of: &item, look)
    items[look.number] = item
    return .report(kinds)
  }

  private mutating func concludeAbsent(
    _ look: ItemProbe, _ item: Item, _ burst: Burst, at now: Duration
  ) -> Conclusion {
    guard item.known != nil else { return .report([]) }
    let patience = burst.since + item.options.absencePeriod
    if let place = look.place, place != item.path {
      if let restorePath = look.restorePath {
        return lose(look.number, .trashed(place: place, restorePath: restorePath))
      }
      // Programs move a file aside before they create the new one.
      if now < patience, Self.isSetAside(place, of: item.path) {
        return lookAgain(look.number, patience)
      }
      return follow(look.number, to: place)
    }
    if look.isVolumeGone {
      items[look.number]?.isAway = true
      poll(look.number, .unmounted, at: now)
      return .report([])
    }
    return now < patience ? lookAgain(look.number, patience) : lose(look.number, .deleted)
  }

  private mutating func lookAgain(_ number: Number, _ time: Duration) -> Conclusion {
    items[number]?.burst?.earliest = time
    return .wait
  }

  private mutating func lose(_ number: Number, _ kind: FileEvent.Kind) -> Conclusion {
    guard var item = items[number] else { return .report([]) }
    item.known = nil
    drop(&item.held)
    item.needsRegistration = true
    items[number] = item
    return .goOn(kind, .losing)
  }

  private mutating func follow(_ number: Number, to place: FilePath) -> Conclusion {
    items[number]?.path = place
    items[number]?.needsRegistration = true
    return .goOn(.moved(to: place), .following)
  }

  mutating func takeAfterMove(_ look: ItemProbe) {
    guard var item = items[look.number], let known = item.known,
      let stamp = try? look.found.get(), item.disturbances == look.disturbances
    else { return }
    if known.difference(to: stamp) == .contents {
      let subitems = known.changedSubitems(in: stamp)
      found.append(
        (look.number, FileEvent(.changed(subitems), at: item.path, generation: item.generation)))
    }
    item.known = stamp
    renewHold(of: &item, look)
    items[look.number] = item
  }

  /// Returns whether programs use a path to keep the old file for a moment.
  private static func isSetAside(_ place: FilePath, of path: FilePath) -> Bool {
    guard place.removingLastComponent() == path.removingLastComponent(),
      let name = place.lastComponent?.string
    else { return false }
    let endings = ["~", ".bak", ".orig", ".old", ".tmp", ".swp"]
    return name.hasPrefix(".") || name.hasPrefix("#") || endings.contains(where: name.hasSuffix)
  }
}

extension WatchEngine.Burst {
  fileprivate mutating func restart(at now: Duration) {
    self = WatchEngine.Burst(since: now, latest: now, isBeingWritten: isBeingWritten)
  }
}

extension WatchEngine {
  /// The greatest number of remembered first halves of moves; second halves follow soon or never.
  private static let mostDepartures = 4096

  mutating func readNotices(at now: Duration) {
    guard let queue else { return }
    var notices: [NoticeQueue.Notice] = []
    queue.drain { notices.append($0) }
    for notice in notices { take(notice, at: now) }
    if disturbed.isEmpty || departures.count > Self.mostDepartures { departures = [:] }
  }

  private mutating func take(_ notice: NoticeQueue.Notice, at now: Duration) {
    if notice.kinds.contains(.overflow) { return recheckAll(at: now) }
    guard let directory = directories[notice.watch] else {
      if notice.kinds.contains(.ended) { noteEnd(of: notice.watch) }
      return
    }
    if notice.kinds.contains(.ended) {
      letGo(directories.removeValue(forKey: notice.watch)?.held)
      noteEnd(of: notice.watch)
      disturbPlace(of: directory, at: now)
    } else if let name = notice.name {
      takeName(name, notice, directory, at: now)
    } else if !notice.kinds.isDisjoint(with: [.directoryMoved, .directoryDeleted, .unmounted]) {
      disturbPlace(of: directory, at: now)
    }
  }

  private mutating func takeName(
    _ name: FilePath.Component, _ notice: NoticeQueue.Notice, _ directory: Directory,
    at now: Duration
  ) {
    let named = directory.names[name] ?? []
    for number in named { disturb(number, notice.kinds, isOwnName: true, at: now) }
    for number in directory.contents where !named.contains(number) {
      disturb(number, notice.kinds, isOwnName: false, at: now)
    }
    if notice.kinds.contains(.movedFrom) {
      departures[notice.cookie] = Departure(numbers: named)
    } else if notice.kinds.contains(.movedTo),
      let departure = departures.removeValue(forKey: notice.cookie)
    {
      for number in departure.numbers {
        items[number]?.hints.append(directory.path.appending(name))
      }
    }
    // Notices without a listener must not wake the thread. A watch can be reduced only by its path,
    // so it is removed, and items whose path leads through the directory register again. A running
    // probe may just have added to the watch.
    if directory.names.isEmpty, directory.contents.isEmpty, looksUnderWay == 0 {
      end(notice.watch)
      disturbPlace(of: directory, at: now)
    }
  }

  /// `isOwnName`: the notice is about the item itself and not about an item in it.
  private mutating func disturb(
    _ number: Number, _ kinds: NoticeQueue.Kinds, isOwnName: Bool, at now: Duration
  ) {
    guard var burst = begin(number, at: now) else { return }
    if !kinds.isDisjoint(with: [.created, .movedTo, .movedFrom, .deleted]) {
      burst.isBeingWritten = false
      burst.isMade = kinds.contains(.created)
      // A parent directory, or a directory in the item, may have been replaced.
      if kinds.contains(.isDirectory) { items[number]?.needsRegistration = true }
      if isOwnName, items[number]?.known == nil { items[number]?.needsRegistration = true }
    }
    if kinds.contains(.modified) { burst.isBeingWritten = true }
    if kinds.contains(.closed) {
      burst.isBeingWritten = false
      burst.isMade = false
    }
    items[number]?.burst = burst
  }

  mutating func begin(_ number: Number, at now: Duration) -> Burst? {
    items[number]?.disturbances += 1
    guard let item = items[number] else { return nil }
    disturbed.insert(number)
    var burst = item.burst ?? Burst(since: now, latest: now)
    burst.latest = now
    return burst
  }

  private mutating func disturbPlace(of directory: Directory, at now: Duration) {
    var numbers = directory.way.union(directory.contents)
    for named in directory.names.values { numbers.formUnion(named) }
    for number in numbers {
      let burst = begin(number, at: now)
      items[number]?.burst = burst
      items[number]?.needsRegistration = true
    }
  }

  private mutating func recheckAll(at now: Duration) {
    for number in items.keys {
      let burst = begin(number, at: now)
      items[number]?.burst = burst
      items[number]?.needsRegistration = true
      pending.append((number, .noticesLost))
    }
  }
}
