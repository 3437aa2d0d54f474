import StorageTestSupport
import SystemPackage
import Testing
import UTIDocumentStorage

/// Records every change that a store makes below a directory, and what was waited for.
final class RecordingObserver: StoreObserver {
  enum Step {
    case change(DiskModel.Change)
    case synchronize(Int)
  }

  private let directory: FilePath
  private(set) var steps: [Step] = []
  /// The disk at the beginning.
  let start: DiskModel
  /// The disk if nothing is lost.
  private(set) var now: DiskModel
  private var open: [FileDescriptor: Int] = [:]
  private var next = 1

  /// Starts with what is in the directory.
  init(_ directory: FilePath) throws {
    self.directory = directory
    var disk = DiskModel()
    var known: [FileIdentityKey: Int] = [:]
    try Self.read(directory, into: &disk, DiskModel.root, &next, &known)
    start = disk
    now = disk
  }

  private struct FileIdentityKey: Hashable {
    let inode: UInt64
  }

  /// The item that was in a directory of the root at the beginning.
  func startItem(named name: String) -> Int? { start.item(at: FilePath(name)) }

  private static func read(
    _ path: FilePath, into disk: inout DiskModel, _ number: Int, _ next: inout Int,
    _ known: inout [FileIdentityKey: Int]
  ) throws {
    let store = SystemFileStore()
    let directory = try store.open(FileLocation(path), for: .reading)
    defer { try? store.close(directory) }
    var entries: [String: Int] = [:]
    for name in try store.names(in: directory) {
      let place = path.appending(name)
      let status = try store.status(of: FileLocation(place))
      let key = FileIdentityKey(inode: status.inode)
      let child = known[key] ?? next
      if child == next { next += 1 }
      known[key] = child
      entries[name.string] = child
      if status.kind == .directory {
        disk.items[child] = .directory([:])
        try read(place, into: &disk, child, &next, &known)
      } else {
        let file = try FileDescriptor.open(place, .readOnly)
        let bytes = try [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, count in
          count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        try file.close()
        disk.items[child] = .file(bytes)
      }
    }
    disk.items[number] = .directory(entries)
  }

  /// The directory and the name that a location means; nil outside the directory.
  private func place(_ location: FileLocation) -> (directory: Int, name: String)? {
    guard let name = location.path.lastComponent else { return nil }
    return item(FileLocation(location.path.removingLastComponent(), like: location))
      .map { ($0, name.string) }
  }

  private func item(_ location: FileLocation) -> Int? {
    if let descriptor = location.directory {
      return open[descriptor].flatMap { now.item(at: location.path, from: $0) }
    }
    var path = location.path
    return path.removePrefix(directory) ? now.item(at: path) : nil
  }

  private func record(_ change: DiskModel.Change) {
    now.apply(change)
    steps.append(.change(change))
  }

  private func add(_ item: DiskModel.Item, at location: FileLocation) -> Int? {
    guard let place = place(location) else { return nil }
    let number = next
    next += 1
    now.items[number] = item
    contents[number] = item
    record(.names([(place.directory, place.name, number)]))
    return number
  }

  /// The items at the time of their creation.
  private(set) var contents: [Int: DiskModel.Item] = [:]

  func didPerform(_ call: StoreCall, opened: FileDescriptor?) {
    switch call {
    case .createDirectory(let location): _ = add(.directory([:]), at: location)
    case .createSymbolicLink(let location, let destination):
      _ = add(.symbolicLink(destination.string), at: location)
    case .createFile(let location):
      if let opened { open[opened] = add(.file([]), at: location) }
    case .open(let location, _):
      if let opened { open[opened] = item(location) }
    case .close(let file): open[file] = nil
    case .link(let old, let new):
      guard let item = item(old), let place = place(new) else { return }
      record(.names([(place.directory, place.name, item)]))
    case .rename(let old, let new, let mode): recordRename(old, new, mode)
    case .removeFile(let location), .removeDirectory(let location):
      guard let place = place(location) else { return }
      record(.names([(place.directory, place.name, nil)]))
    case .write(let file, let bytes, let offset):
      guard let file = open[file] else { return }
      record(.bytes(file: file, bytes, at: Int(offset)))
    case .truncate(let file, let size):
      guard let file = open[file] else { return }
      record(.size(file: file, Int(size)))
    case .synchronize(let file):
      guard let file = open[file] else { return }
      steps.append(.synchronize(file))
    case .createUnnamedFile, .linkUnnamedFile:
      Issue.record("the model of a disk knows no unnamed files")
    case .other, .look: break
    }
  }

  private func recordRename(_ old: FileLocation, _ new: FileLocation, _ mode: RenameMode) {
    guard let from = place(old), let to = place(new), let item = item(old) else { return }
    let displaced = mode == .exchanging ? self.item(new) : nil
    record(.names([(from.directory, from.name, displaced), (to.directory, to.name, item)]))
  }
}

extension FileLocation {
  fileprivate init(_ path: FilePath, like other: FileLocation) {
    if let directory = other.directory {
      self.init(path, in: directory)
    } else {
      self.init(path)
    }
  }
}
