internal import SystemPackage
internal import UTIPlatform

extension WatchEngine {
  /// The limit of held items: half of the files that the process may open, read once.
  static let mostHeldItems: Int = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
    return Int(clamping: limit.rlim_cur / 2)
  }()

  /// Accepts a registration that was made without the lock.
  mutating func register(
    _ registration: WatchRegistration, of look: ItemProbe, at now: Duration
  ) -> WatchRegistration.Reception {
    // The queue may have been closed in the meantime, with all its watches.
    guard registration.queue === queue else { return .unwanted }
    guard var item = items[look.number], item.generation == look.generation else {
      for entry in registration.entries where directories[entry.watch] == nil { end(entry.watch) }
      return .unwanted
    }
    let old = item.interests
    forget(old, of: look.number)
    item.interests = []
    var isComplete = true
    for entry in registration.entries {
      guard !ended.contains(entry.watch) else {
        isComplete = false
        continue
      }
      register(entry, of: look.number)
      item.interests.append(Interest(watch: entry.watch, role: entry.role))
    }
    if let device = registration.device { item.presentVolume = device }
    // Notices in the meantime may concern directories that were created in the meantime.
    item.needsRegistration =
      !isComplete || item.disturbances != look.disturbances && item.needsRegistration
    items[look.number] = item
    sweep(old)
    if let obstacle = registration.obstacle {
      poll(look.number, obstacle, at: now)
    } else {
      items[look.number]?.polling = nil
      polled.remove(look.number)
    }
    return isComplete ? .registered : .ended
  }

  private mutating func register(_ entry: WatchRegistration.Entry, of number: Number) {
    // The sets of a directory have as many members as items, so they are changed in place.
    Self.register(entry, of: number, in: &directories[entry.watch, default: Directory(path: "")])
  }

  private static func register(
    _ entry: WatchRegistration.Entry, of number: Number, in directory: inout Directory
  ) {
    directory.path = entry.directory
    switch entry.role {
    case .name(let name): directory.names[name, default: []].insert(number)
    case .way: directory.way.insert(number)
    case .contents: directory.contents.insert(number)
    }
    if let held = entry.held, directory.held == nil { directory.held = held }
  }

  // MARK: - Letting go

  /// Ends the interests of an item, and the watches without other interests.
  mutating func release(_ interests: [Interest], of number: Number) {
    forget(interests, of: number)
    sweep(interests)
  }

  private mutating func forget(_ interests: [Interest], of number: Number) {
    for interest in interests {
      switch interest.role {
      case .name(let name):
        directories[interest.watch]?.names[name]?.remove(number)
        if directories[interest.watch]?.names[name]?.isEmpty == true {
          directories[interest.watch]?.names[name] = nil
        }
      case .way: directories[interest.watch]?.way.remove(number)
      case .contents: directories[interest.watch]?.contents.remove(number)
      }
    }
  }

  private mutating func sweep(_ interests: [Interest]) {
    for watch in Set(interests.map(\.watch)) {
      guard let directory = directories[watch] else { continue }
      if directory.isUnused {
        end(watch)
      } else if directory.names.isEmpty {
        letGo(directory.held)
        directories[watch]?.held = nil
      }
    }
  }

  mutating func end(_ watch: Int32) {
    letGo(directories.removeValue(forKey: watch)?.held)
    queue?.remove(watch)
    noteEnd(of: watch)
  }

  /// Records the end of a watch, for registrations that are not accepted yet.
  mutating func noteEnd(of watch: Int32) {
    if looksUnderWay > 0 { ended.insert(watch) }
  }

  // MARK: - Polling

  /// Polls an item from now on, and reports this once.
  mutating func poll(_ number: Number, _ reason: PollingReason, at now: Duration) {
    guard let item = items[number] else { return }
    items[number]?.polling = Polling(reason: reason, next: now + Self.period(of: item))
    polled.insert(number)
    if items[number]?.toldReasons.insert(reason).inserted == true {
      pending.append((number, .becamePolled(reason)))
    }
  }

  /// The time until the next poll, which grows with the number of items in a directory.
  static func period(of item: Item) -> Duration {
    item.options.pollingPeriod * (1 + (item.known?.contents?.count ?? 0) / 1000)
  }
}
