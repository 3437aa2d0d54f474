public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

/// The saving directory of the autosaved contents of one document in the recovery location.
///
/// Its lock indicates that the document exists, a link in it refers to the item, and the
/// fingerprint in its name identifies the item's version. It outlives its owner for recovery (rules
/// G6, P4).
package final class AutosaveFolder: Sendable {
  let documentPath: FilePath
  let directory: SavingDirectory
  let store: any FileStore

  /// `identity` is the item last read or written; nil for a draft; creates missing ancestors.
  init(
    forDocumentAt documentPath: FilePath, identity: FileIdentity?, in parent: FilePath,
    store: any FileStore
  ) throws(FileStoreError) {
    // A folder whose names could not be flushed is better than none.
    do throws(FileStoreError) {
      try store.makePrivateDirectory(parent, synchronizes: true)
    } catch  where error.operation == .synchronize {
      try store.makePrivateDirectory(parent, synchronizes: false)
    }
    let descriptor = try store.open(FileLocation(parent.appending(".")), for: .reading)
    do throws(FileStoreError) {
      directory = try SavingDirectory(
        .elsewhere, in: descriptor, path: parent, fingerprint: identity?.fingerprint, store: store)
    } catch {
      try? store.close(descriptor)
      throw error
    }
    self.documentPath = documentPath
    self.store = store
    let name = documentPath.lastComponent ?? FilePath.Component.known("document")
    try store.createSymbolicLink(
      at: directory.location(of: .target, beside: name), to: documentPath)
    _ = try? store.synchronizeNames(in: descriptor)
  }

  /// Nil if the document exists, if another program acquires the folder, or if there is none.
  package init?(abandonedAt path: FilePath, store: any FileStore) throws(FileStoreError) {
    guard let name = path.lastComponent, SavingDirectory.isInUse(name) else { return nil }
    let parent = path.removingLastComponent()
    let descriptor = try store.open(FileLocation(parent.appending(".")), for: .reading)
    do throws(FileStoreError) {
      guard
        let directory = try SavingDirectory(
          abandoned: name, .elsewhere, in: descriptor, path: parent, store: store)
      else {
        try? store.close(descriptor)
        return nil
      }
      self.directory = directory
    } catch {
      try? store.close(descriptor)
      throw error
    }
    self.store = store
    documentPath = Self.destination(in: directory, store: store) ?? path
  }

  static func holds(_ place: URL) -> Bool {
    let name = FilePath.Component(place.deletingLastPathComponent().lastPathComponent)
    return name.map(SavingDirectory.isInUse) ?? false
  }

  /// Nil if the item is not such a folder; the document need not exist.
  package static func documentPath(ofFolderAt path: FilePath, store: any FileStore) -> FilePath? {
    guard let name = path.lastComponent, SavingDirectory.isInUse(name),
      let names = try? store.names(at: FileLocation(path.appending(".")))
    else { return nil }
    return names.lazy.filter(ReservedName.isTarget)
      .compactMap { try? store.destinationOfSymbolicLink(at: FileLocation(path.appending($0))) }
      .first
  }

  private static func destination(
    in directory: SavingDirectory, store: any FileStore
  ) -> FilePath? {
    let names = (try? store.names(in: directory.descriptor)) ?? []
    return names.lazy.filter(ReservedName.isTarget)
      .compactMap { try? store.destinationOfSymbolicLink(at: directory.location(of: $0)) }.first
  }

  deinit {
    // The contents can be recovered at once, also while another process is being started.
    try? store.unlock(directory.descriptor)
    try? store.close(directory.descriptor)
    try? store.close(directory.parent)
  }

  var path: FilePath { directory.path }

  var isOfDraft: Bool { directory.replacesNothing }

  /// Returns true if the changes are based on this version of the document's item.
  func isBased(on identity: FileIdentity?) -> Bool {
    directory.replacedFingerprint == identity?.fingerprint
  }

  package func remove() throws(FileStoreError) { try store.removeTree(at: directory.location) }
}

extension AutosaveFolder {
  /// Autosaved contents.
  struct Contents {
    let path: FilePath
    let completeness: AutosavedDocument.Completeness
  }

  /// The contents of an interrupted first autosave are returned if none are complete: an autosave
  /// marks its contents as complete before it moves them into the folder.
  func contents() throws(FileStoreError) -> Contents? {
    let names = try store.names(in: directory.descriptor)
    let item = ReservedName.item(among: names.filter { !SavingDirectory.isSavingDirectory($0) })
    let fingerprint = try item.map { name throws(FileStoreError) in
      try FileIdentity(of: directory.location(of: name), in: store).fingerprint
    }
    var found: [InterruptedAutosave] = []
    for name in names where SavingDirectory.isSavingDirectory(name) {
      if let interrupted = try InterruptedAutosave(in: name, of: self) { found.append(interrupted) }
    }
    let newest = found.filter { $0.isComplete && $0.replaces(fingerprint) }
      .max { $0.modified < $1.modified }
    if let newest { return Contents(path: newest.path, completeness: .interrupted) }
    if let item { return Contents(path: path.appending(item), completeness: .autosaved) }
    let partial = found.filter { !$0.isEmpty }.max { $0.modified < $1.modified }
    return partial.map { Contents(path: $0.path, completeness: .partial) }
  }
}

/// Contents in a saving directory inside the folder of a document.
private struct InterruptedAutosave {
  let path: FilePath
  let isComplete: Bool
  let isEmpty: Bool
  let modified: FileTime
  private let fingerprint: UInt64
  private let replaced: UInt64?

  /// Nil if the directory has no contents.
  init?(in name: FilePath.Component, of folder: AutosaveFolder) throws(FileStoreError) {
    let store = folder.store
    let directory = folder.directory.location(of: name)
    let names = try store.withOpen(directory, for: .reading) { descriptor throws(FileStoreError) in
      try store.names(in: descriptor)
    }
    guard let item = ReservedName.item(among: names) else { return nil }
    let identity = try FileIdentity(of: directory.appending(item), in: store)
    path = folder.path.appending(name).appending(item)
    isComplete = names.contains(ReservedName.complete.name(beside: item))
    isEmpty = identity.byteCount == 0
    modified = identity.modified
    fingerprint = identity.fingerprint
    replaced = SavingDirectory.replacedFingerprint(of: name)
  }

  /// After the exchange the directory has the old contents, whose fingerprint is in its name.
  func replaces(_ present: UInt64?) -> Bool {
    guard let present else { return true }
    return replaced == present && fingerprint != present
  }
}

/// A document that a program autosaved to the recovery location before it ended.
public struct AutosavedDocument: Hashable, Sendable {
  /// The progress of the document's latest autosave.
  public enum Completeness: String, Hashable, Sendable {
    /// The contents come from a finished autosave.
    case autosaved
    /// The contents are complete, but the program ended before the autosave did.
    case interrupted
    /// A part of the contents may be missing, because the program ended while they were written;
    /// there are no other contents.
    case partial
  }

  /// The location of the document.
  public let documentURL: URL
  /// The location of the autosaved contents, an item of the document's kind.
  public let contentsURL: URL
  /// The time of the autosave.
  public let modificationDate: Date
  /// A Boolean value that indicates whether the document was never saved at its location.
  public let isDraft: Bool
  /// The progress of the autosave that wrote the contents.
  public let completeness: Completeness
  package let folder: FilePath
}

extension AutosavedDocument {
  /// Removes a folder without contents; nil if the document exists, or if there are no contents.
  package init?(abandonedAt path: FilePath, store: any FileStore) throws(FileStoreError) {
    guard let folder = try AutosaveFolder(abandonedAt: path, store: store) else { return nil }
    guard let contents = try folder.contents() else {
      try folder.remove()
      return nil
    }
    documentURL = URL(of: folder.documentPath)
    contentsURL = URL(of: contents.path)
    modificationDate = try store.status(of: FileLocation(contents.path)).modified.date
    isDraft = folder.isOfDraft
    completeness = contents.completeness
    self.folder = folder.path
  }
}

/// The schedule of autosaves (rules G1 to G4 of Documentation/DocumentRules.md); times are
/// durations since an arbitrary start.
struct AutosaveSchedule: Sendable {
  /// The outcome of an autosave.
  enum Outcome: Sendable {
    case saved
    /// The document declined without an error; the next attempt follows after a delay.
    case declined
    /// Saving failed; the next attempt follows after another edit.
    case failed
  }

  var policy: AutosavePolicy
  /// The time of the first edit that belongs to the next autosave; nil if there is none.
  private(set) var firstEdit: Duration?
  private var latestEdit = Duration.zero
  /// The time before which no autosave is due, regardless of edits.
  private var earliest = Duration.zero
  private(set) var isSaving = false

  init(policy: AutosavePolicy) { self.policy = policy }

  /// Nil if there are no changes to save, or an autosave is in progress.
  var deadline: Duration? {
    guard !isSaving, let firstEdit else { return nil }
    let due = min(latestEdit + policy.idlePeriod, firstEdit + policy.longestPeriod)
    return max(due, earliest)
  }

  /// A further edit must wait for the taking of contents in an isolation that does not serve its
  /// queue: otherwise edits of more than the idle period would be in no file.
  func isOverdue(at time: Duration) -> Bool {
    guard let firstEdit else { return false }
    return time >= max(firstEdit + policy.idlePeriod, earliest)
  }

  mutating func edit(at time: Duration) {
    if firstEdit == nil { firstEdit = time }
    latestEdit = time
  }

  /// Records that a deadline has passed at a moment when the document could not be saved.
  mutating func postpone(at time: Duration) {
    earliest = time + policy.idlePeriod
  }

  /// Records that an autosave begins; later edits belong to the next one.
  mutating func begin() {
    isSaving = true
    firstEdit = nil
  }

  mutating func end(_ ending: Outcome, at time: Duration) {
    isSaving = false
    earliest = .zero
    if ending == .declined {
      earliest = time + policy.longestPeriod
      edit(at: time)
    }
  }

  mutating func cancel() {
    firstEdit = nil
    earliest = .zero
  }
}
