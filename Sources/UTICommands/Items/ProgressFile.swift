import SystemPackage
import UTICommandOutput
internal import UTIPlatform

/// The file next to the output of an inventory that has its options and checkpoints.
///
/// A run changes and removes only a regular file of this user with one name and the first line of
/// these files. It is created exclusively, and no link is followed.
final class ProgressFile {
  let path: String
  let descriptor: FileDescriptor
  let directory: FileDescriptor
  let item: FileStatus.Item
  /// nil if this run has made the file.
  private(set) var earlierBytes: [UInt8]?

  private static let ending = ".uti-progress"
  /// The first line.
  static let title = "uti progress 1"

  /// Opens, or creates, and locks; throws for another writer of the output, or another kind of
  /// item.
  init(nextTo output: String) throws(CommandFailure) {
    path = output + Self.ending
    // Another run that ends meanwhile removes the file.
    for _ in 0..<100 {
      guard let (descriptor, isNew) = try Self.open(path) else { continue }
      var isUsed = false
      defer { if !isUsed { try? descriptor.close() } }
      guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        throw CommandFailure(.inputOutput, "\(output): another process writes it; wait for its end")
      }
      let status = try Self.status(of: descriptor, path)
      guard let named = FileStatus.present(at: path, followsLinks: false),
        named.isSameItem(as: status)
      else { continue }
      let bytes = isNew ? nil : try Self.bytes(of: descriptor, status, path)
      directory = try Self.directory(of: path)
      self.descriptor = descriptor
      item = status.item
      earlierBytes = bytes
      isUsed = true
      return
    }
    throw CommandFailure(.inputOutput, "\(path): other processes replace it; name another output")
  }

  deinit {
    try? descriptor.close()
    try? directory.close()
  }

  /// Only the file that was opened; false if the kernel does not permit the removal.
  @discardableResult
  func remove() -> Bool {
    guard let status = FileStatus.present(at: path, followsLinks: false), status.item == item,
      let name = FilePath(text: path).splitAtLastName?.name
    else { return true }
    return name.withPlatformString { unlinkat(directory.rawValue, $0, 0) } == 0
  }

  /// Only if this run has made the file; the run cannot begin.
  func discard() {
    if earlierBytes == nil { remove() }
  }

  private static func open(
    _ path: String
  ) throws(CommandFailure) -> (descriptor: FileDescriptor, isNew: Bool)? {
    let options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking, .noFollow]
    do throws(Errno) {
      // Opening a device can have effects.
      if let status = FileStatus.present(at: path, followsLinks: false) {
        guard status.kind == .regular else { throw Errno.tooManySymbolicLinkLevels }
        return (try open(path, options), false)
      }
      return (try open(path, options.union([.create, .exclusiveCreate])), true)
    } catch {
      switch error {
      // Another process has created or removed it meanwhile.
      case .fileExists: return nil
      case .noSuchFileOrDirectory
      where FilePath(text: path).removingLastComponent().isPresentOrCurrent: return nil
      case .tooManySymbolicLinkLevels, .isDirectory: throw foreign(path, "it is not a regular file")
      default: throw CommandFailure(.inputOutput, "\(path): cannot be opened: \(error)")
      }
    }
  }

  private static func open(
    _ path: String, _ options: FileDescriptor.OpenOptions
  ) throws(Errno) -> FileDescriptor {
    do {
      return try .open(
        FilePath(text: path), .readWrite, options: options,
        permissions: FilePermissions(rawValue: 0o600))
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private static func status(
    of descriptor: FileDescriptor, _ path: String
  ) throws(CommandFailure) -> FileStatus {
    do {
      return try FileStatus(of: descriptor)
    } catch {
      throw CommandFailure(.inputOutput, "\(path): cannot be read: \(error)")
    }
  }

  /// The file was made by a run.
  private static func bytes(
    of descriptor: FileDescriptor, _ status: FileStatus, _ path: String
  ) throws(CommandFailure) -> [UInt8] {
    guard status.kind == .regular else { throw foreign(path, "it is not a regular file") }
    guard status.owner == geteuid() else { throw foreign(path, "it belongs to another user") }
    guard status.linkCount == 1 else { throw foreign(path, "it is a file with several names") }
    let bytes: [UInt8]
    do {
      bytes = try descriptor.readAll(limit: .max)
    } catch {
      throw CommandFailure(.inputOutput, "\(path): cannot be read: \(error)")
    }
    guard bytes.starts(with: "\(title)\n".utf8) else {
      throw foreign(path, "its first line is not \"\(title)\"")
    }
    return bytes
  }

  private static func directory(of path: String) throws(CommandFailure) -> FileDescriptor {
    let parent = (FilePath(text: path).splitAtLastName?.parent ?? "").orWorkingDirectory
    do {
      return try parent.openedDirectory()
    } catch {
      throw CommandFailure(.inputOutput, "\(parent.text): cannot be opened: \(error)")
    }
  }

  private static func foreign(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      .badDeclarations,
      "\(path): --resume did not make this file: \(reason); name another output, or move the file "
        + "away")
  }
}

extension FilePath {
  fileprivate var isPresentOrCurrent: Bool { isEmpty || FileStatus.present(at: self) != nil }
}
