internal import SystemPackage
internal import UTIPlatform

extension WatchEngine {
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
