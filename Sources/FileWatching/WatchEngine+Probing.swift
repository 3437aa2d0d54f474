internal import SystemPackage

extension WatchEngine {
  /// When something is to be done next; nil when nothing is until the system tells something, or until
  /// a look comes to its end.
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

  /// Whether nobody is looking at an item, and not too many at others on the same volume.
  private func mayLook(at item: Item) -> Bool {
    !item.isLookedAt && item.settling == 0
      && looks[Self.volume(of: item), default: 0] < Self.mostLooksAtVolume
  }

  private static func volume(of item: Item) -> UInt64? { item.presentVolume ?? item.volume }

  /// The next look that is due: at what is looked at now and then, and at what nothing more has
  /// happened to for a while.
  ///
  /// Whoever takes it makes it, and hands it to ``finish(_:at:)``.
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

  /// Begins a look with what is known now.
  mutating func begin(_ purpose: ItemProbe.Purpose, _ number: Number) -> ItemProbe? {
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
      queue: queue, needsRegistration: item.needsRegistration,
      watchedInside: item.interests.count { interest in
        if case .contents = interest.role { true } else { false }
      })
  }

  private func heldDirectories(of item: Item) -> [(PinnedPath, FilePath.Component)] {
    item.interests.compactMap { interest in
      guard case .name(let name) = interest.role,
        let held = directories[interest.watch]?.held
      else { return nil }
      return (held, name)
    }
  }

  /// Takes in what a look has found.
  ///
  /// - Returns: the look that has to be made next; nil in most cases.
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
      // What came back before the system was asked to tell of it is told by nobody.
      if (try? look.found.get()) != nil { disturb(look.number, at: now) }
    }
    // A watch may have ended whenever one was asked for.
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

  /// Has an item looked at after the quiet period.
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

  /// Begins a burst of an item that nothing tells of, when it is not what it was.
  private mutating func beginBurst(after look: ItemProbe, at now: Duration) {
    guard let item = items[look.number] else { return }
    let found = try? look.found.get()
    // The limit that was in the way may be so no more.
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

  /// Whom to tell what, in the order in which it was found.
  mutating func takeDeliveries() -> [Delivery] {
    let told = pending.compactMap { other in
      items[other.number].map { (other.number, FileEvent(other.kind, at: $0.path)) }
    }
    let events = told + found
    (pending, found) = ([], [])
    return events.compactMap { number, event in
      items[number].map { Delivery(handler: $0.handler, event: event) }
    }
  }
}
