internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension Document {
  /// Nil if saving does not keep the replaced item; runs on the queue of file access.
  var versionKeeping: VersionKeeping? {
    guard preservesVersions, fileURL.isFileURL else { return nil }
    let (item, outcome) = record.withValues { ($0.item, $0.outcome) }
    let versions = environment.versions
    if versions.directory == nil { environment.reportMissingPlace() }
    var notes = VersionNotes(type: item.type)
    notes.digest = item.identity?.contentDigest
    // Another process may have written the item that exists before the first save.
    let isOwn = outcome.map { old in
      item.identity.map { old.identity.difference(to: $0) != .contents } ?? false
    }
    if isOwn == true { notes.author = versions.author }
    return VersionKeeping(in: versions, notes)
  }

  /// `place` has no symbolic links; nil to resolve it; runs on the queue of file access.
  func noteItemOfVersions(at place: FilePath?) {
    let (url, identity) = record.withValues { ($0.fileURL, $0.item.identity) }
    guard let path = try? FilePath(of: url) else { return }
    environment.versions.noteItem(at: path, resolvedTo: place, device: identity?.device)
  }

  /// A save refused because another process has written the item makes a version of that process's
  /// contents (rules J2, L11); runs on the queue of file access.
  func noteVersions(after result: Result<SaveOutcome, SafeWritingError>, at path: FilePath) {
    switch result {
    case .success(let outcome):
      guard preservesVersions else { return }
      let gained = [outcome.keptVersion, outcome.conflictVersion].compactMap(\.self)
      record.withValues { $0.gainedVersions += gained }
      reportMissingVersion(outcome.versionFailure)
    case .failure(let error) where error.code == .changedOnDisk: noteVersionInConflict()
    case .failure: return
    }
  }

  /// Runs on the queue of file access, also for documents that keep no versions of their saves.
  func noteVersionInConflict() {
    guard let path = try? FilePath(of: fileURL) else { return }
    do {
      let identity = try FileIdentity(of: FileLocation(path), in: environment.store)
      let added = try environment.versions.addConflict(at: path, type: record.item.type)
      record.withValues { values in
        values.itemInConflict = identity
        if let added { values.gainedVersions.append(added) }
      }
    } catch {
      if preservesVersions { reportMissingVersion(error) }
    }
  }

  private func reportMissingVersion(_ failure: FileStoreError?) {
    guard let failure else { return }
    // This is reported once, and not for each save.
    if failure.operation == .keepPrivate, environment.versionsDirectory == nil { return }
    environment.report(
      DocumentError(
        .system, .save, url: fileURL, errno: failure.errno, underlyingError: failure,
        message: "\(localizedName): no version was kept: \(failure)",
        remedy: "free space, or set another directory with DocumentEnvironment.versionsDirectory"))
  }

  /// Notifies this document too.
  func notifyOfVersions() {
    let gained = record.withValues { values in
      defer { values.gainedVersions = [] }
      return values.gainedVersions
    }
    for version in gained {
      NSFileVersion(version, ofItemAt: fileURL, in: environment.versions).notify(.gained)
    }
  }

  /// False for documents that keep no versions; runs on the queue of file access.
  var hasUnresolvedConflicts: Bool { preservesVersions && hasVersionsInConflict }

  private var hasVersionsInConflict: Bool {
    guard let path = try? FilePath(of: fileURL) else { return false }
    return environment.versions.versions(of: path).contains(where: \.isUnresolvedConflict)
  }

  /// Enters the conflict with a version and disables editing for a moment (rule J13).
  func noteGained(_ version: NSFileVersion) {
    guard preservesVersions, version.isConflict, !version.isResolved else { return }
    let document = WeakDocument(self)
    makeOperationOfOwner().resume {
      document.document?.advance(.gainedVersionInConflict)
    }
  }

  /// The item must be the one last read or written, or the one whose version the program has
  /// resolved.
  func noteResolved() {
    guard record.state.contains(.inConflict) else { return }
    let document = WeakDocument(self)
    performAsynchronousFileAccess {
      guard let found = document.document, !found.hasVersionsInConflict else { return }
      // The program has merged the contents of the other process, so a save may replace them.
      if let item = found.record.withValues({ $0.itemInConflict }),
        found.itemReader(at: found.fileURL).compare(with: item)?.isSame == true
      {
        found.record.withValues { $0.item.identity = item }
      }
      guard !found.isBehindItem else { return }
      found.makeOperationOfOwner().resume {
        document.document?.advance(.resolvedConflict)
      }
    }
  }

  /// The version may be thinned then; the program manages the versions of documents that keep them.
  func resolveVersionInConflict() {
    let item = record.withValues { values in
      defer { values.itemInConflict = nil }
      return values.itemInConflict
    }
    guard item != nil, !preservesVersions else { return }
    accessFilesLater { document in
      guard let path = try? FilePath(of: document.fileURL) else { return }
      let versions = document.environment.versions
      for version in versions.versions(of: path)
      where version.isStored && version.isUnresolvedConflict {
        try? versions.setDiscardable(true, version)
        try? versions.markResolved(version, of: path)
      }
    }
  }
}
