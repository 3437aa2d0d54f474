internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document {
  /// How saving keeps what it replaces; nil where it does not.
  ///
  /// Runs on the queue of file access.
  var versionKeeping: VersionKeeping? {
    guard preservesVersions, fileURL.isFileURL else { return nil }
    let (item, outcome) = record.withValues { ($0.item, $0.outcome) }
    let versions = environment.versions
    if versions.directory == nil { environment.reportMissingPlace() }
    var notes = VersionNotes(type: item.type)
    notes.digest = item.identity?.contentDigest
    // What was there before the first save, somebody else may have written.
    let isOwn = outcome.map { old in
      item.identity.map { old.identity.difference(to: $0) != .contents } ?? false
    }
    if isOwn == true { notes.author = versions.author }
    return VersionKeeping(in: versions, notes)
  }

  /// Notes which item the document has now where versions are kept of it, by this document or by
  /// somebody else.
  ///
  /// Runs on the queue of file access.
  func noteItemOfVersions() {
    guard let path = try? FilePath(of: fileURL) else { return }
    environment.versions.noteItem(at: path)
  }

  /// Notes which versions a save has made; where it was refused because of what somebody else has
  /// written, that is one (rules J2, L11).
  ///
  /// Runs on the queue of file access.
  func noteVersions(after result: Result<SaveOutcome, SafeWritingError>, at path: FilePath) {
    guard preservesVersions else { return }
    var failure: FileStoreError?
    var gained: [ItemVersion] = []
    switch result {
    case .success(let outcome):
      gained = [outcome.keptVersion, outcome.conflictVersion].compactMap(\.self)
      failure = outcome.versionFailure
    case .failure(let error) where error.code == .changedOnDisk:
      do {
        let type = record.item.type
        gained = try [environment.versions.addConflict(at: path, type: type)].compactMap(\.self)
      } catch {
        failure = error
      }
    case .failure: return
    }
    record.withValues { $0.gainedVersions += gained }
    guard let failure else { return }
    // That is reported once, and not for each save.
    if failure.operation == .keepPrivate, environment.versionsDirectory == nil { return }
    environment.report(
      DocumentError(
        .system, .save, url: fileURL, errno: failure.errno, underlyingError: failure,
        message: "\(localizedName): no version was kept: \(failure)",
        remedy: "free space, or set another directory with DocumentEnvironment.versionsDirectory"))
  }

  /// Tells all who show the item, this document among them, of versions that file access has made.
  func tellOfVersions() {
    let gained = record.withValues { values in
      defer { values.gainedVersions = [] }
      return values.gainedVersions
    }
    for version in gained {
      NSFileVersion(version, ofItemAt: fileURL, in: environment.versions).tell(.gained)
    }
  }

  /// Whether a version waits for a decision, as far as the document has to do with versions.
  ///
  /// Runs on the queue of file access.
  var hasUnresolvedConflicts: Bool {
    guard preservesVersions, let path = try? FilePath(of: fileURL) else { return false }
    return environment.versions.versions(of: path).contains(where: \.isUnresolvedConflict)
  }

  /// Enters the conflict with a version, in which nobody edits for a moment (rule J13).
  func noteGained(_ version: NSFileVersion) {
    guard preservesVersions, version.isConflict, !version.isResolved else { return }
    let document = WeakDocument(self)
    makeOperationOfOwner().resume {
      guard let document = document.document,
        document.record.state.isDisjoint(with: [.closed, .inConflict, .editingDisabled])
      else { return }
      document.changeState { $0.insert(.editingDisabled) }
      document.disableEditing()
      document.changeState { $0.insert(.inConflict) }
      document.enableEditing()
      document.changeState { $0.remove(.editingDisabled) }
    }
  }

  /// Leaves the conflict when no version is in conflict any more, and the item is as the document
  /// knows it.
  func noteResolved() {
    guard preservesVersions, record.state.contains(.inConflict) else { return }
    let document = WeakDocument(self)
    performAsynchronousFileAccess {
      guard let found = document.document, !found.hasUnresolvedConflicts, !found.isBehindItem
      else { return }
      found.makeOperationOfOwner().resume {
        document.document?.changeState { $0.remove(.inConflict) }
      }
    }
  }
}
