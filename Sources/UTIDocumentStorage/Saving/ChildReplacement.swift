internal import SystemPackage
internal import UTIPlatform

/// Moves the children of a new package into an old one, and the replaced children out: each step
/// does only the missing work, so another run after a crash completes it.
final class ChildReplacement {
  let package: FileLocation
  let newPackage: FileLocation
  let oldChildren: FileLocation
  let store: any FileStore
  let synchronizes: Bool
  private var moves: [(from: FileLocation, to: FileLocation)] = []

  init(
    package: FileLocation, newPackage: FileLocation, oldChildren: FileLocation,
    store: any FileStore, synchronizes: Bool
  ) {
    self.package = package
    self.newPackage = newPackage
    self.oldChildren = oldChildren
    self.store = store
    self.synchronizes = synchronizes
  }

  /// Makes the package have exactly the given names.
  func run(_ names: PackageNames) throws(FileStoreError) {
    try bring(names, into: package, from: newPackage, out: oldChildren)
  }

  func takeBack() throws(FileStoreError) {
    while let move = moves.last {
      try makeDirectory(above: move.from)
      try store.rename(move.to, to: move.from, .replacing)
      moves.removeLast()
    }
  }

  private func bring(
    _ names: PackageNames, into place: FileLocation, from new: FileLocation,
    out old: FileLocation
  ) throws(FileStoreError) {
    for (name, children) in names.children {
      let inPlace = place.appending(name)
      let arriving = new.appending(name)
      let present = try store.statusIfPresent(of: inPlace)
      let arrival = try store.statusIfPresent(of: arriving)
      if let children, present?.kind == .directory {
        try bring(children, into: inPlace, from: arriving, out: old.appending(name))
      } else if let arrival, present.map({ !$0.isSameItem(as: arrival) }) ?? true {
        if present != nil { try moveOut(inPlace, to: old.appending(name)) }
        try move(arriving, to: inPlace)
      }
    }
    try moveOutOthers(than: names, of: place, to: old)
  }

  private func moveOutOthers(
    than names: PackageNames, of place: FileLocation, to old: FileLocation
  ) throws(FileStoreError) {
    try store.withOpen(place, for: .reading) { directory throws(FileStoreError) in
      for name in try store.names(in: directory)
      where names.children[name] == nil && !SavingDirectory.isSavingDirectory(name) {
        try moveOut(place.appending(name), to: old.appending(name))
      }
      if synchronizes { try store.synchronizeNames(in: directory) }
    }
  }

  /// A directory of a lower layer cannot be moved, and is removed after its children are moved out.
  private func moveOut(_ old: FileLocation, to place: FileLocation) throws(FileStoreError) {
    try makeDirectory(above: place)
    do throws(FileStoreError) {
      try move(old, to: place)
    } catch  where error.errno == .improperLink {
      guard try store.status(of: old).kind == .directory else { throw error }
      for name in try store.names(at: old) {
        try moveOut(old.appending(name), to: place.appending(name))
      }
      try store.removeDirectory(at: old)
    }
  }

  private func makeDirectory(above location: FileLocation) throws(FileStoreError) {
    guard let directory = location.directory else { return }
    let parent = location.path.removingLastComponent()
    guard !parent.isEmpty else { return }
    let place = FileLocation(parent, in: directory)
    guard try store.statusIfPresent(of: place) == nil else { return }
    try makeDirectory(above: place)
    try store.createDirectory(at: place, permissions: .ownerReadWriteExecute)
  }

  private func move(_ location: FileLocation, to place: FileLocation) throws(FileStoreError) {
    try store.rename(location, to: place, .replacing)
    moves.append((location, place))
  }
}
