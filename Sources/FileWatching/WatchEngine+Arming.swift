internal import Glibc
internal import SystemPackage

extension WatchEngine {
  /// Half of the files that the process may have open, found once.
  static let mostHeldItems: Int = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
    return Int(clamping: limit.rlim_cur / 2)
  }()

  /// Has the system tell of an item, and looks at it afterwards, so that nothing is missed in between.
  mutating func armAndLook(_ number: Number, at now: Duration) -> Result<ItemStamp, Errno> {
    guard let item = items[number] else { return .failure(.noSuchFileOrDirectory) }
    func look() -> Result<ItemStamp, Errno> {
      do throws(Errno) {
        return .success(try ItemStamp(of: item.path, item.options))
      } catch {
        return .failure(error)
      }
    }
    var found = look()
    // Directories may be made in an item while those that are known are asked for.
    for _ in 0..<3 {
      let inside = (try? found.get()).flatMap(Self.directories(in:)) ?? []
      guard items[number]?.needsArming == true || Self.isNew(inside, for: number, in: self) else {
        return found
      }
      arm(number, inside: inside, at: now)
      found = look()
    }
    return found
  }

  /// The directories in an item, relative to it; nil where what is in it does not matter.
  private static func directories(in stamp: ItemStamp) -> [FilePath]? {
    guard stamp.own.kind == .directory, let contents = stamp.contents else { return nil }
    return [FilePath("")]
      + contents.filter { $0.value.kind == .directory }.map(\.key)
      .sorted { $0.components.count < $1.components.count }
  }

  private static func isNew(_ inside: [FilePath], for number: Number, in engine: WatchEngine)
    -> Bool
  {
    guard let item = engine.items[number] else { return false }
    let count = item.interests.count { if case .contents = $0.role { true } else { false } }
    return count != min(inside.count, item.options.mostDirectories)
  }

  /// Asks for notices of everything that has to do with an item.
  private mutating func arm(_ number: Number, inside: [FilePath], at now: Duration) {
    guard var item = items[number] else { return }
    let old = item.interests
    forget(old, of: number)
    item.interests = []
    item.needsArming = false
    var obstacle: PollingReason?
    watchWay(to: &item, number, &obstacle)
    for relative in inside.prefix(item.options.mostDirectories) {
      let directory = relative.isEmpty ? item.path : item.path.pushing(relative)
      switch watch(directory, .ofNames.union(.ofPlace)) {
      case .success(let watch):
        directories[watch]?.contents.insert(number)
        item.interests.append(Interest(watch: watch, role: .contents))
      case .failure(.noSpace): obstacle = .watchLimit
      case .failure: break
      }
    }
    if inside.count > item.options.mostDirectories { obstacle = .tooManyDirectories }
    sweep(old)
    items[number] = item
    if let obstacle {
      poll(number, obstacle, at: now)
    } else {
      items[number]?.polling = nil
      polled.remove(number)
    }
  }

  /// Asks for notices of the directory that an item is in, and of those above it.
  private mutating func watchWay(
    to item: inout Item, _ number: Number, _ obstacle: inout PollingReason?
  ) {
    var directory = item.path.removingLastComponent()
    var name = item.path.lastComponent
    var wantsName = true
    while let wanted = name {
      let kinds: NoticeQueue.Kinds = wantsName ? .ofPlace.union(.ofNames) : .ofPlace
      switch watch(directory, kinds) {
      case .success(let watch):
        directories[watch]?.way.insert(number)
        item.interests.append(Interest(watch: watch, role: .way))
        if wantsName {
          directories[watch]?.names[wanted, default: []].insert(number)
          item.interests.append(Interest(watch: watch, role: .name(wanted)))
          noteVolume(directory, watch, &item, &obstacle)
        }
        wantsName = false
      case .failure(.noSuchFileOrDirectory), .failure(.notDirectory): break
      case .failure(let error):
        // Directories above may be closed to us; then nobody tells when they are moved.
        if wantsName || error != .permissionDenied {
          obstacle = Self.reason(of: error, hasQueue: queue != nil)
          if error == .noSpace { return }
        }
        wantsName = false
      }
      name = directory.lastComponent
      directory.removeLastComponent()
    }
  }

  private static func reason(of error: Errno, hasQueue: Bool) -> PollingReason {
    switch error {
    case .permissionDenied: .notReadable
    case .noSpace: .watchLimit
    default: hasQueue ? .watchLimit : .instanceLimit
    }
  }

  /// Finds out whose file system the item is in.
  private mutating func noteVolume(
    _ directory: FilePath, _ watch: Int32, _ item: inout Item, _ obstacle: inout PollingReason?
  ) {
    guard let held = directories[watch]?.held ?? HeldItem(directory) else { return }
    if let reason = held.fileSystem.pollingReason { obstacle = reason }
    if directory == item.path.removingLastComponent() { item.presentVolume = held.stamp?.device }
    if item.options.holdsDirectories, Self.mayHold(directory) { directories[watch]?.held = held }
  }

  /// Asks for notices of a directory, beside those that others want of it.
  private mutating func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds
  ) -> Result<Int32, Errno> {
    guard let queue else { return .failure(.tooManyOpenFiles) }
    do throws(Errno) {
      let watch = try queue.add(directory, kinds, keepsOthers: true)
      if directories[watch] == nil {
        directories[watch] = Directory(path: directory, kinds: kinds)
      } else {
        directories[watch]?.path = directory
        directories[watch]?.kinds.formUnion(kinds)
      }
      return .success(watch)
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Letting go

  /// Ends the interest of an item, and the watches that nobody else needs.
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
        directories[watch] = nil
        queue?.remove(watch)
      } else if directory.kinds != directory.wantedKinds {
        // What nobody wants to hear of any more must not wake us. The path may be another's by now.
        let kinds = directory.wantedKinds
        if directory.names.isEmpty { directories[watch]?.held = nil }
        guard let found = try? queue?.add(directory.path, kinds, keepsOthers: true) else {
          continue
        }
        if found == watch {
          _ = try? queue?.add(directory.path, kinds, keepsOthers: false)
          directories[watch]?.kinds = kinds
        } else if directories[found] == nil {
          queue?.remove(found)
        }
      }
    }
  }

  // MARK: - Polling

  /// Has an item looked at now and then, and says so once.
  mutating func poll(_ number: Number, _ reason: PollingReason, at now: Duration) {
    guard let item = items[number] else { return }
    items[number]?.polling = Polling(reason: reason, next: now + Self.period(of: item))
    polled.insert(number)
    if items[number]?.toldReasons.insert(reason).inserted == true {
      pending.append((number, .becamePolled(reason)))
    }
  }

  /// How long until the next look, which takes longer where there is more to look at.
  static func period(of item: Item) -> Duration {
    item.options.pollingPeriod * (1 + (item.known?.contents?.count ?? 0) / 1000)
  }
}
