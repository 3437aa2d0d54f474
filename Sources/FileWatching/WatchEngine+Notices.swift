internal import SystemPackage

extension WatchEngine {
  /// How many first halves of moves are remembered; their second halves come soon or not at all.
  private static let mostDepartures = 4096

  /// Takes in everything that the system has to tell.
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
    // What nobody wants to hear of any more must not wake us. Only by its path could less be asked of a
    // directory, so it is asked anew for those who are still on their way through it. A look that is
    // under way may have asked for more just now.
    if directory.names.isEmpty, directory.contents.isEmpty, looksUnderWay == 0 {
      end(notice.watch)
      disturbPlace(of: directory, at: now)
    }
  }

  /// Begins or prolongs the burst of an item.
  ///
  /// - Parameter isOwnName: whether it is about the item itself and not something in it.
  private mutating func disturb(
    _ number: Number, _ kinds: NoticeQueue.Kinds, isOwnName: Bool, at now: Duration
  ) {
    guard var burst = begin(number, at: now) else { return }
    if !kinds.isDisjoint(with: [.created, .movedTo, .movedFrom, .deleted]) {
      burst.isBeingWritten = false
      burst.isMade = kinds.contains(.created)
      // A directory on the way, or in the item, may be another one.
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

  /// A directory on the way to items is somewhere else, or nowhere.
  private mutating func disturbPlace(of directory: Directory, at now: Duration) {
    var numbers = directory.way.union(directory.contents)
    for named in directory.names.values { numbers.formUnion(named) }
    for number in numbers {
      let burst = begin(number, at: now)
      items[number]?.burst = burst
      items[number]?.needsRegistration = true
    }
  }

  /// Has everything looked at, because notices were lost.
  private mutating func recheckAll(at now: Duration) {
    for number in items.keys {
      let burst = begin(number, at: now)
      items[number]?.burst = burst
      items[number]?.needsRegistration = true
      pending.append((number, .noticesLost))
    }
  }
}
