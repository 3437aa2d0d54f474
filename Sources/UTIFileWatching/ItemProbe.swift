internal import SystemPackage
internal import UTIPlatform

/// A probe of one item: the known state at its beginning, and its findings.
///
/// It runs without the lock of the watcher, because any access to a path may wait for a machine
/// that does not respond. Changes in the meantime decide which findings are used.
struct ItemProbe: Sendable {
  /// The purpose of a probe.
  enum Purpose: Sendable {
    /// Accepting the present state as known.
    case settling
    /// Finding the result of a burst.
    case concluding
    /// Polling for changes that the system does not report.
    case nowAndThen
    /// Continuing at the path to which the item has moved.
    case following
    /// Waiting for a missing item to appear.
    case losing
  }

  let number: WatchEngine.Number
  let purpose: Purpose
  /// The volume on which concurrent probes are counted.
  let volume: UInt64?
  /// The generation of the item when the probe began.
  let generation: UInt64
  let disturbances: UInt64
  let path: FilePath
  let options: WatchingOptions
  let known: FileStatus?
  let held: PinnedPath?
  /// True if another descriptor may be held.
  let mayHold: Bool
  let hints: [FilePath]
  /// The descriptors of the directory of an item without a descriptor, and its name there.
  let heldDirectories: [(directory: PinnedPath, name: FilePath.Component)]
  /// The previous device of the item.
  let device: UInt64?
  let queue: NoticeQueue?
  /// The package that a save has left at the path; nil if it is unknown.
  let saved: FileIdentity?
  var needsRegistration: Bool
  var watchedInside: Int

  /// The state of the item at the path.
  var found: Result<ItemStamp, Errno> = .failure(.noSuchFileOrDirectory)
  /// True if the held descriptor refers to the found item.
  var keepsHold = false
  var newHold: PinnedPath?
  /// The paths to which the directory of the item has moved.
  var newHints: [FilePath] = []
  /// The path of an item that is not at its known path.
  var place: FilePath?
  /// The path to which a trash would restore it.
  var restorePath: FilePath?
  var isVolumeGone = false

  // MARK: - Looking

  /// Registers for notices of the item, reads its state, and finds its path.
  ///
  /// - Parameters:
  ///   - files: the file system.
  ///   - register: receives the registration.
  mutating func run(
    in files: any WatchedFiles,
    _ register: (WatchRegistration, ItemProbe) -> WatchRegistration.Reception
  ) {
    if needsRegistration { noteMovedDirectories(in: files) }
    if let saved, takeSaved(saved, in: files, register) { return }
    look(in: files)
    if case .nowAndThen = purpose { return }
    armAndLook(in: files, register)
    switch found {
    case .success(let stamp): renewHold(of: stamp, in: files)
    case .failure(.noSuchFileOrDirectory), .failure(.notDirectory):
      if case .concluding = purpose { findPlace(in: files) }
    case .failure: break
    }
  }

  /// Registers for notices of a package that a save has left, and takes its state from the save.
  ///
  /// A change of an item between the save and the registration differs from that state, and is found
  /// by the next probe.
  ///
  /// - Returns: A Boolean value that indicates whether the package is still at the path.
  private mutating func takeSaved(
    _ saved: FileIdentity, in files: any WatchedFiles,
    _ register: (WatchRegistration, ItemProbe) -> WatchRegistration.Reception
  ) -> Bool {
    guard let own = try? files.stamp(of: path),
      let stamp = ItemStamp(own, savedAs: saved, options)
    else { return false }
    found = .success(stamp)
    let registration = WatchRegistration(
      of: self, inside: Self.directories(in: stamp) ?? [], in: files)
    guard case .registered = register(registration, self),
      (try? files.stamp(of: path))?.isSameItem(as: own) == true
    else { return false }
    needsRegistration = false
    renewHold(of: stamp, in: files)
    return true
  }

  private mutating func look(in files: any WatchedFiles) {
    do throws(Errno) {
      found = .success(try ItemStamp(of: path, options, in: files))
    } catch {
      found = .failure(error)
    }
  }

  /// Registers for notices, then reads the state, so that no change in between is missed.
  private mutating func armAndLook(
    in files: any WatchedFiles,
    _ register: (WatchRegistration, ItemProbe) -> WatchRegistration.Reception
  ) {
    // New directories may appear in an item during the registration.
    for _ in 0..<3 {
      let inside = (try? found.get()).flatMap(Self.directories(in:)) ?? []
      guard needsRegistration || watchedInside != min(inside.count, options.mostDirectories) else {
        return
      }
      let registration = WatchRegistration(of: self, inside: inside, in: files)
      switch register(registration, self) {
      case .registered: needsRegistration = false
      case .ended: needsRegistration = true
      case .unwanted: return
      }
      watchedInside = registration.entries.count {
        if case .contents = $0.role { true } else { false }
      }
      look(in: files)
    }
  }

  /// The directories in an item, relative to it; nil if its contents are ignored.
  private static func directories(in stamp: ItemStamp) -> [FilePath]? {
    guard stamp.own.kind == .directory, let contents = stamp.contents else { return nil }
    return [FilePath("")]
      + contents.filter { $0.value.kind == .directory }.map(\.key)
      .sorted { $0.components.count < $1.components.count }
  }

  // MARK: - Location

  /// Holds a descriptor of the present item.
  private mutating func renewHold(of stamp: ItemStamp, in files: any WatchedFiles) {
    if let held, let own = files.stamp(of: held), own.isSameItem(as: stamp.own) {
      keepsHold = true
    } else if mayHold, WatchEngine.mayHold(path) {
      newHold = files.hold(path)
    }
  }

  /// Records the present path of the directory of an item without a descriptor.
  ///
  /// This happens before only its path is watched.
  private mutating func noteMovedDirectories(in files: any WatchedFiles) {
    newHints = heldDirectories.compactMap { held in
      files.place(of: held.directory)?.appending(held.name)
    }
  }

  private mutating func findPlace(in files: any WatchedFiles) {
    guard let known else { return }
    if let held {
      place = files.place(of: held)
    } else {
      place = (hints + newHints).last { path in
        (try? files.stamp(of: path))?.isSameItem(as: known) == true
      }
    }
    if let place, place != path {
      restorePath = files.restorePath(ofItemAt: place, from: path)
    } else {
      isVolumeGone = isNearestDirectoryElsewhere(in: files)
    }
  }

  /// Returns whether the nearest existing parent directory is on another volume.
  private func isNearestDirectoryElsewhere(in files: any WatchedFiles) -> Bool {
    guard let device else { return false }
    var directory = path.removingLastComponent()
    while true {
      if let stamp = try? files.stamp(of: directory) { return stamp.device != device }
      guard directory.lastComponent != nil else { return false }
      directory.removeLastComponent()
    }
  }
}
