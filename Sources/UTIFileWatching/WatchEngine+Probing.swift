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
}
