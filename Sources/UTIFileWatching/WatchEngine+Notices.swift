internal import SystemPackage

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
