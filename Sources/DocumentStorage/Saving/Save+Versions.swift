internal import SystemPackage

/// How a save keeps what it replaces.
package struct VersionKeeping: Sendable {
  /// Where.
  package var versions: VersionStore
  /// What is to be known of the old contents.
  package var notes: VersionNotes

  package init(in versions: VersionStore, _ notes: VersionNotes) {
    self.versions = versions
    self.notes = notes
  }
}

extension Save {
  /// Keeps the old item as a version before it is overwritten, where nothing comes out of its place.
  func keepCopyAsVersion() {
    guard let keeping else { return }
    do throws(FileStoreError) {
      earlyVersion = try keeping.versions.add(
        contentsOf: target.location, to: target.absolutePath, keeping.notes, byMoving: false)
    } catch {
      versionFailure = error
    }
  }

  /// Takes back what was kept early, as the item still has those contents.
  func removeEarlyVersion() {
    if let earlyVersion { try? keeping?.versions.removeStored(earlyVersion) }
    earlyVersion = nil
  }

  /// Moves what came out of the place into the store, which leaves no interval without an item
  /// (rule L15).
  ///
  /// - Parameter byMoving: whether it may leave its place.
  func keepAsVersion(_ commit: Commit, byMoving: Bool) {
    guard let keeping, let displaced = commit.displaced else { return }
    do throws(FileStoreError) {
      earlyVersion = try keeping.versions.add(
        contentsOf: displaced, to: target.absolutePath, keeping.notes, byMoving: byMoving)
    } catch {
      versionFailure = error
    }
  }

  /// Moves what somebody else had written into the store as a conflict; where it cannot go there, it
  /// stays beside the item (rule L11).
  func keepAsConflict(_ path: FilePath) -> FilePath {
    guard let keeping else { return path }
    do throws(FileStoreError) {
      conflictVersion = try keeping.versions.takeConflict(
        path, of: target.absolutePath, type: keeping.notes.type)
      return conflictVersion?.path ?? path
    } catch {
      versionFailure = error
      return path
    }
  }

  /// Removes versions that have become too many.
  func thinVersions() {
    guard let keeping, earlyVersion != nil || conflictVersion != nil else { return }
    keeping.versions.thin(target.absolutePath)
  }
}
