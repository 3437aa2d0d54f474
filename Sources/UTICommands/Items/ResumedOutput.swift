import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform

/// The output file of an inventory that a later run of the same command continues.
///
/// A ``ProgressFile`` has the options in its second line, and then two places for checkpoints,
/// written in turn after the output that they count. So one is complete after a kill at any time,
/// and output after it is cut off.
final class ResumedOutput {
  /// The state of the output between two items.
  struct Checkpoint {
    /// The checkpoints before this one.
    var number = 0
    var counts = InventoryCounts()
    /// The hash of the paths before the checkpoint.
    var pathHash = StableHash().value
    /// The size in bytes.
    var size = 0
    /// The file that was written, which no other one replaces.
    var item = FileStatus.Item(device: 0, inode: 0)
    var isComplete = false

    fileprivate static let length = 256

    /// A line of constant length.
    fileprivate var bytes: [UInt8] {
      let numbers = [
        number, counts.items, counts.members, counts.selected, counts.failed, counts.bytesRead,
        size,
        isComplete ? 1 : 0,
      ]
      let text =
        numbers.map(String.init).joined(separator: " ")
        + " \(item.device) \(item.inode) \(pathHash) "
      let line = text + "\(Self.checksum(text))"
      let blanks = [UInt8](repeating: UInt8(ascii: " "), count: Self.length - 1 - line.utf8.count)
      return Array(line.utf8) + blanks + [UInt8(ascii: "\n")]
    }

    fileprivate init() {}

    /// nil when the checkpoint is incomplete.
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
      let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      let numbers = words.dropLast(4).compactMap { Int($0) }
      let others = words.dropFirst(8).compactMap { UInt64($0) }
      guard words.count == 12, numbers.count == 8, others.count == 4,
        Self.checksum(words.dropLast().joined(separator: " ") + " ") == others[3]
      else { return nil }
      number = numbers[0]
      counts = InventoryCounts(
        items: numbers[1], members: numbers[2], selected: numbers[3], failed: numbers[4],
        bytesRead: numbers[5])
      size = numbers[6]
      isComplete = numbers[7] == 1
      item = FileStatus.Item(device: others[0], inode: others[1])
      pathHash = others[2]
    }

    private static func checksum(_ text: String) -> UInt64 {
      var hash = StableHash()
      hash.combine(text)
      return hash.value
    }
  }

  let path: String
  private(set) var checkpoint = Checkpoint()
  /// The names of the output and of the file of its progress, with their identities.
  private var ownFiles: [(name: String, item: FileStatus.Item)] = []
  private let progress: ProgressFile
  private let headerSize: Int
  private var writtenTime = MonotonicTime.now

  /// The number of items after which a checkpoint is written.
  private static let interval = 1024
  private static let patience = Duration.seconds(1)

  /// Cuts off what follows the last checkpoint, and makes the output standard output.
  ///
  /// The options are all that determines the output. Throws if another process writes the output,
  /// or if it was written in another way or with other options.
  init(_ path: String, options: [(key: String, value: JSONValue)]) throws(CommandFailure) {
    self.path = path
    let header = Array("\(ProgressFile.title)\n\(JSONValue.object(options).text())\n".utf8)
    headerSize = header.count
    if let kind = FileStatus.present(at: path, followsLinks: false)?.kind {
      try Self.checkKind(kind, path)
    }
    progress = try ProgressFile(nextTo: path)
    do throws(CommandFailure) {
      let output = try Self.open(path)
      let status = try Self.status(of: output, path)
      ownFiles = [
        (String(path.lastPathComponent), status.item),
        (String(progress.path.lastPathComponent), progress.item),
      ]
      try begin(output, status, header: header)
    } catch {
      progress.discard()
      throw error
    }
  }

  /// Writes the first checkpoint or reads the last one.
  private func begin(
    _ output: FileDescriptor, _ status: FileStatus, header: [UInt8]
  ) throws(CommandFailure) {
    let size = Int(status.size)
    if size > 0 {
      guard let known = progress.earlierBytes else {
        throw CommandFailure(
          .badDeclarations,
          "\(path): it is complete, or it was not written with --resume, because there is no "
            + "\(progress.path); name another file, or remove it to start again")
      }
      checkpoint = try checkpoint(in: known, after: header)
      guard checkpoint.item == status.item else {
        throw CommandFailure(
          .badDeclarations,
          "\(path): it is another file than the one that \(progress.path) counts; name another "
            + "output, or remove both files to start again")
      }
      guard size >= checkpoint.size else {
        throw CommandFailure(
          .badDeclarations,
          "\(path): it has lost bytes since it was written; remove it to start again")
      }
    }
    checkpoint.item = status.item
    do {
      if size == 0 {
        try progress.descriptor.seek(offset: 0, from: .start)
        try progress.descriptor.resize(to: 0)
        try progress.descriptor.writeAll(header + checkpoint.bytes)
      }
    } catch {
      throw Self.failure(progress.path, "cannot be written", error)
    }
    do {
      try output.resize(to: Int64(checkpoint.size))
      try output.seek(offset: 0, from: .end)
      _ = try output.duplicate(as: .standardOutput)
      try output.close()
    } catch {
      throw Self.failure(path, "cannot be written", error)
    }
  }

  /// A complete run removes the file of the progress from it.
  var directory: FileDescriptor { progress.directory }

  /// The output is complete.
  func removeProgress() { progress.remove() }

  /// The output, or the file of its progress.
  func isOwnFile(_ name: String, at path: String) -> Bool {
    ownFiles.contains { file in
      file.name == name && FileStatus.present(at: path, followsLinks: false)?.item == file.item
    }
  }

  /// A checkpoint if it is due; counts and hash include the items of earlier runs.
  func record(_ counts: InventoryCounts, pathHash: UInt64, isLast: Bool = false) {
    let now = MonotonicTime.now
    guard
      isLast || counts.items - checkpoint.counts.items >= Self.interval
        || now - writtenTime > Self.patience
    else { return }
    writtenTime = now
    StandardOutput.shared.finish()
    var next = checkpoint
    next.number += 1
    next.counts = counts
    next.pathHash = pathHash
    next.isComplete = isLast
    do {
      next.size = Int(try FileDescriptor.standardOutput.seek(offset: 0, from: .current))
      let place = headerSize + next.number % 2 * Checkpoint.length
      try progress.descriptor.seek(offset: Int64(place), from: .start)
      try progress.descriptor.writeAll(next.bytes)
    } catch {
      Self.failure(progress.path, "cannot be written", error).report()
      UTIPlatform.exit(ExitStatus.inputOutput.rawValue)
    }
    checkpoint = next
    if isLast { removeProgress() }
  }

  /// Throws if the items are not the ones of the earlier runs.
  func skip(_ items: inout HashedItems) throws(CommandFailure) {
    for _ in 0..<checkpoint.counts.items where items.next() == nil { break }
    guard items.hash.value == checkpoint.pathHash else {
      throw CommandFailure(
        .badDeclarations,
        "\(path): the first \(checkpoint.counts.items) items are not the ones that it was written "
          + "for: files or lists have changed; remove it to start again")
    }
  }

  private func checkpoint(
    in known: [UInt8], after header: [UInt8]
  ) throws(CommandFailure) -> Checkpoint {
    guard known.starts(with: header) else {
      let lines = known.split(
        separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
      guard lines.count == 3, let old = try? JSONReader.read(Array(lines[1])),
        let new = try? JSONReader.read(Array(header.dropFirst(ProgressFile.title.utf8.count + 1))),
        let names = Self.difference(old, new)
      else { throw damage }
      throw CommandFailure(
        .badDeclarations,
        "\(path): it was written with other values of \(names); repeat that command line, or remove "
          + "the file to start again")
    }
    let places = [0, 1].compactMap { index -> Checkpoint? in
      Checkpoint(
        known.dropFirst(header.count + index * Checkpoint.length).prefix(Checkpoint.length))
    }
    guard let last = places.max(by: { $0.number < $1.number }) else { throw damage }
    return last
  }

  private var damage: CommandFailure {
    CommandFailure(
      .badDeclarations, "\(progress.path): it is damaged; remove \(path) to start again")
  }

  /// The names of the options that differ; nil when none does.
  private static func difference(_ old: JSONNode, _ new: JSONNode) -> String? {
    guard case .object(let oldMembers) = old.content, case .object(let members) = new.content
    else { return nil }
    func text(_ node: JSONNode?) -> String? { node.map(Self.text) }
    let names =
      members.filter { text(old[$0.name]) != text($0.value) }.map(\.name)
      + oldMembers.map(\.name).filter { new[$0] == nil }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The position is omitted.
  private static func text(_ node: JSONNode) -> String {
    switch node.content {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let digits): digits
    case .string(let text): JSONValue.string(text).text()
    case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { text($0.value) }.joined(separator: ",") + "}"
    }
  }

  private static func open(_ path: String) throws(CommandFailure) -> FileDescriptor {
    do {
      return try .open(
        FilePath(text: path), .readWrite,
        options: [.create, .closeOnExec, .noFollow, .nonBlocking],
        permissions: FilePermissions(rawValue: 0o666))
    } catch {
      throw failure(path, "cannot be opened", error)
    }
  }

  private static func status(
    of output: FileDescriptor, _ path: String
  ) throws(CommandFailure) -> FileStatus {
    let status: FileStatus
    do {
      status = try FileStatus(of: output)
    } catch {
      throw failure(path, "cannot be read", error)
    }
    try checkKind(status.kind, path)
    return status
  }

  private static func checkKind(_ kind: FileKind, _ path: String) throws(CommandFailure) {
    guard kind != .regular else { return }
    throw CommandFailure(.usage, "\(path): --resume needs a file, which a later run can continue")
  }

  private static func failure(_ path: String, _ what: String, _ error: any Error) -> CommandFailure
  {
    CommandFailure(.inputOutput, "\(path): \(what): \(error)")
  }
}

/// The items of a selection with the hash of their paths.
struct HashedItems {
  private var items: SelectedItems
  private let isHashed: Bool
  private(set) var hash = StableHash()
  private var count = 0

  init(_ items: SelectedItems, isHashed: Bool) {
    self.items = items
    self.isHashed = isHashed
  }

  mutating func next() -> SelectedItem? {
    guard var item = items.next() else { return nil }
    count += 1
    item.number = count
    if isHashed { hash.combine(item.path) }
    return item
  }

  /// The reason why a list could not be read to its end.
  var failure: CommandFailure? { items.failure }
}
