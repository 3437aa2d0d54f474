internal import SystemPackage
internal import UTIPlatform

/// A probe of one item: the known state at its beginning, and its findings.
///
/// It runs without the lock of the watcher, because any access to a path may wait for a machine
/// that does not respond.
struct ItemProbe: Sendable {
  /// The purpose of a probe.
  enum Purpose: Sendable {
    case settling
    case concluding
    /// Polling for changes that the system does not report.
    case nowAndThen
    case following
    case losing
  }

  let number: WatchEngine.Number
  let purpose: Purpose
  let volume: UInt64?
  let generation: UInt64
  let disturbances: UInt64
  let path: FilePath
  let options: WatchingOptions
  let known: FileStatus?
  let held: PinnedPath?
  let mayHold: Bool
  let hints: [FilePath]
  /// The descriptors of the directory of an item without a descriptor, and its name there.
  let heldDirectories: [(directory: PinnedPath, name: FilePath.Component)]
  let device: UInt64?
  let queue: NoticeQueue?
  /// The package that a save has left at the path; nil if it is unknown.
  let saved: FileIdentity?
  var needsRegistration: Bool
  var watchedInside: Int

  var found: Result<ItemStamp, Errno> = .failure(.noSuchFileOrDirectory)
  var keepsHold = false
  var newHold: PinnedPath?
  var newHints: [FilePath] = []
  var place: FilePath?
  var restorePath: FilePath?
  var isVolumeGone = false

  // MARK: - Looking

  /// Registers for notices too, by `register`.
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

  /// A change between the save and the registration differs from the saved state, and is found by
  /// the next probe; returns whether the package is still at the path.
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

  private static func directories(in stamp: ItemStamp) -> [FilePath]? {
    guard stamp.own.kind == .directory, let contents = stamp.contents else { return nil }
    return [FilePath("")]
      + contents.filter { $0.value.kind == .directory }.map(\.key)
      .sorted { $0.components.count < $1.components.count }
  }

  // MARK: - Location

  private mutating func renewHold(of stamp: ItemStamp, in files: any WatchedFiles) {
    if let held, let own = files.stamp(of: held), own.isSameItem(as: stamp.own) {
      keepsHold = true
    } else if mayHold, WatchEngine.mayHold(path) {
      newHold = files.hold(path)
    }
  }

  /// Records them before only the path of the directory is watched.
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
