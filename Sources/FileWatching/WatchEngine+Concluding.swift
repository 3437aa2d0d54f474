internal import SystemPackage

extension WatchEngine {
  /// When something is to be done next; nil when nothing is until the system tells something.
  var deadline: Duration? {
    let bursts = disturbed.compactMap { items[$0].flatMap(Self.due) }
    let polls = polled.compactMap { items[$0]?.polling?.next }
    return (bursts + polls + (pending.isEmpty ? [] : [.zero])).min()
  }

  private static func due(_ item: Item) -> Duration? {
    guard let burst = item.burst else { return nil }
    let period = burst.isBeingWritten ? item.options.writingPeriod : item.options.quietPeriod
    let end = min(burst.latest + period, burst.since + item.options.longestBurst)
    return max(end, burst.earliest)
  }

  /// Looks at what nothing more has happened to for a while, and at what is looked at now and then.
  ///
  /// - Returns: whom to tell what, in the order in which items began to be watched.
  mutating func conclude(at now: Duration) -> [Delivery] {
    for number in polled {
      guard let next = items[number]?.polling?.next, next <= now else { continue }
      lookNowAndThen(number, at: now)
    }
    var events: [(Number, FileEvent)] = []
    for number in disturbed.sorted() {
      guard let item = items[number], let due = Self.due(item), due <= now else { continue }
      guard let kinds = conclude(number, at: now) else { continue }
      items[number]?.burst = nil
      items[number]?.hints = []
      disturbed.remove(number)
      events += kinds.map { (number, FileEvent($0, at: item.path)) }
    }
    let others = pending
    pending = []
    let told = others.compactMap { other in
      items[other.number].map { (other.number, FileEvent(other.kind, at: $0.path)) }
    }
    return (told + events).compactMap { number, event in
      items[number].map { Delivery(handler: $0.handler, event: event) }
    }
  }

  /// Begins a burst of an item that nothing tells of, when it is not what it was.
  private mutating func lookNowAndThen(_ number: Number, at now: Duration) {
    guard let item = items[number] else { return }
    items[number]?.polling?.next = now + Self.period(of: item)
    let found = try? ItemStamp(of: item.path, item.options)
    // The limit that was in the way may be so no more.
    if item.isAway || item.polling?.reason == .watchLimit { items[number]?.needsArming = true }
    guard item.burst == nil,
      found != item.known || item.isAway || items[number]?.needsArming == true
    else { return }
    var burst = Burst(since: now, latest: now)
    burst.seen = .some(found)
    items[number]?.burst = burst
    disturbed.insert(number)
  }

  /// Looks at an item.
  ///
  /// - Returns: what is to be told; nil when it has to be looked at again.
  private mutating func conclude(_ number: Number, at now: Duration) -> [FileEvent.Kind]? {
    noteMovedDirectories(of: number)
    let found = armAndLook(number, at: now)
    guard let item = items[number], let burst = item.burst else { return [] }
    if let seen = burst.seen, seen != (try? found.get()) {
      // Nothing tells when a writer ends: only what does not change any more is complete.
      items[number]?.burst?.seen = .some(try? found.get())
      items[number]?.burst?.latest = now
      if now < burst.since + item.options.longestBurst { return nil }
    }
    switch found {
    case .success(let stamp): return concludePresent(number, item, stamp, at: now)
    case .failure(.noSuchFileOrDirectory), .failure(.notDirectory):
      return concludeAbsent(number, item, at: now)
    case .failure(.permissionDenied):
      poll(number, .notReadable, at: now)
      return []
    case .failure: return []
    }
  }

  private mutating func concludePresent(
    _ number: Number, _ item: Item, _ stamp: ItemStamp, at now: Duration
  ) -> [FileEvent.Kind]? {
    let isEmptyFile = stamp.own.kind == .regular && stamp.own.size == 0
    if let burst = item.burst, burst.isMade, isEmptyFile {
      let end = burst.since + item.options.writingPeriod
      if now < end {
        items[number]?.burst?.earliest = end
        return nil
      }
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
    renewHold(of: &item)
    items[number] = item
    return kinds
  }

  private mutating func concludeAbsent(
    _ number: Number, _ item: Item, at now: Duration
  ) -> [FileEvent.Kind]? {
    guard let known = item.known, let burst = item.burst else { return [] }
    let patience = burst.since + item.options.absencePeriod
    if let place = place(of: item, known), place != item.path {
      if let trashed = TrashedItem(at: place, from: item.path) {
        return lose(number, .trashed(place: place, restorePath: trashed.restorePath), at: now)
      }
      // Programs move a file aside before they make the new one.
      if now < patience, Self.isSetAside(place, of: item.path) {
        return lookAgain(number, patience)
      }
      return follow(number, to: place, known, at: now)
    }
    if isVolumeGone(item) {
      items[number]?.isAway = true
      poll(number, .unmounted, at: now)
      return []
    }
    return now < patience ? lookAgain(number, patience) : lose(number, .deleted, at: now)
  }

  private mutating func lookAgain(_ number: Number, _ time: Duration) -> [FileEvent.Kind]? {
    items[number]?.burst?.earliest = time
    return nil
  }

  /// Notes that there is no such item any more, and waits for one to appear.
  private mutating func lose(
    _ number: Number, _ kind: FileEvent.Kind, at now: Duration
  ) -> [FileEvent.Kind] {
    guard var item = items[number] else { return [] }
    item.known = nil
    drop(&item.held)
    item.needsArming = true
    items[number] = item
    _ = armAndLook(number, at: now)
    return [kind]
  }

  /// Goes on with the item at the place where it was moved.
  private mutating func follow(
    _ number: Number, to place: FilePath, _ known: ItemStamp, at now: Duration
  ) -> [FileEvent.Kind] {
    items[number]?.path = place
    items[number]?.needsArming = true
    let found = armAndLook(number, at: now)
    guard var item = items[number] else { return [] }
    var kinds: [FileEvent.Kind] = [.moved(to: place)]
    if let stamp = try? found.get() {
      if known.difference(to: stamp) == .contents {
        kinds.append(.changed(known.changedSubitems(in: stamp)))
      }
      item.known = stamp
      renewHold(of: &item)
    }
    items[number] = item
    return kinds
  }

  // MARK: - Where an item is

  /// Where an item is that is not at its place; nil when nobody knows.
  private func place(of item: Item, _ known: ItemStamp) -> FilePath? {
    if let held = item.held { return held.place }
    return item.hints.last { path in
      FileStamp.present(at: path)?.isSameItem(as: known.own) == true
    }
  }

  /// Notes where the directory of an item is now that no descriptor holds, before it is watched at its
  /// place only.
  private mutating func noteMovedDirectories(of number: Number) {
    guard let item = items[number], item.held == nil, item.needsArming else { return }
    for interest in item.interests {
      guard case .name(let name) = interest.role,
        let place = directories[interest.watch]?.held?.place
      else { continue }
      items[number]?.hints.append(place.appending(name))
    }
  }

  /// Whether a place is one where programs keep the old file for a moment.
  private static func isSetAside(_ place: FilePath, of path: FilePath) -> Bool {
    guard place.removingLastComponent() == path.removingLastComponent(),
      let name = place.lastComponent?.string
    else { return false }
    let endings = ["~", ".bak", ".orig", ".old", ".tmp", ".swp"]
    return name.hasPrefix(".") || name.hasPrefix("#") || endings.contains(where: name.hasSuffix)
  }

  /// Whether the nearest directory that is left is one of another volume.
  private func isVolumeGone(_ item: Item) -> Bool {
    guard let volume = item.volume else { return false }
    var directory = item.path.removingLastComponent()
    while true {
      if let stamp = FileStamp.present(at: directory) { return stamp.device != volume }
      guard directory.lastComponent != nil else { return false }
      directory.removeLastComponent()
    }
  }
}
