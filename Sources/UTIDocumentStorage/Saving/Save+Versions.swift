internal import SystemPackage

/// The rules for keeping the replaced item as a version.
package struct VersionKeeping: Sendable {
  /// The store of versions.
  package var versions: VersionStore
  /// The facts about the old contents that the version records.
  package var notes: VersionNotes

  package init(in versions: VersionStore, _ notes: VersionNotes) {
    self.versions = versions
    self.notes = notes
  }
}

extension Save {
  /// Keeps a copy of the old item as a version before it is overwritten.
  func keepCopyAsVersion() {
    guard let keeping else { return }
    do throws(FileStoreError) {
      earlyVersion = try keeping.versions.add(
        contentsOf: target.location, to: target.absolutePath, keeping.notes, byMoving: false)
    } catch {
      versionFailure = error
    }
  }

  /// Removes the version that was added early, because the item still has those contents.
  func removeEarlyVersion() {
    if let earlyVersion { try? keeping?.versions.removeStored(earlyVersion) }
    earlyVersion = nil
  }

  /// Moves the replaced item into the version store, with no interval without an item (rule L15).
  ///
  /// - Parameter byMoving: whether the item may leave its place.
  func keepAsVersion(_ commit: Commit, byMoving: Bool) {
    guard let keeping, let displaced = commit.displaced else { return }
    do throws(FileStoreError) {
      earlyVersion = try keeping.versions.add(
        contentsOf: displaced, to: target.absolutePath, keeping.notes, byMoving: byMoving)
    } catch {
      versionFailure = error
    }
  }

  /// Moves the contents of another process into the version store as a conflict (rule L11).
  ///
  /// If that fails, they stay next to the item.
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

  /// Removes versions above the limits.
  func thinVersions() {
    guard let keeping, earlyVersion != nil || conflictVersion != nil else { return }
    keeping.versions.thin(target.absolutePath)
  }
}
