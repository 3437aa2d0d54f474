#if ManagedDocuments

internal import Dispatch
internal import UniformDocuments
internal import Foundation
internal import GRDB
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

extension ManagedDocument {
  /// Writes the contents; runs on the queue of file access.
  func write(_ contents: ManagedContents, to url: URL, originalContentsURL: URL?) throws {
    let store = store(of: url, isPackage: contents.isPackage)
    do {
      if contents.isPackage {
        try FileManager.default.createDirectory(
          at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
      }
      try contents.writeDatabase(to: store)
      if let additional = contents.additional {
        try writeAdditionalContent(additional, to: url, originalContentsURL: originalContentsURL)
      }
      let folder = contents.working.folder
      // The folder of a closed document is gone.
      if ItemStamp(of: folder.databaseURL) != nil { try folder.setNext(ItemStamp(of: store)) }
    } catch {
      throw DatabaseFileCheck.error(error, .save, of: fileURL)
    }
    let count = contents.commitCount
    managed.withValues { $0.writtenCommitCount = count }
  }

  /// Refuses a version that the working copy is not based on, and keeps a migrated item; runs on
  /// the queue of file access.
  func prepareToReplace(_ url: URL) throws {
    let (isOther, migration, isPackage) = managed.withValues {
      ($0.isBasedOnOtherVersion, $0.firstMigration, $0.isPackage)
    }
    guard url.standardizedFileURL.path == fileURL.standardizedFileURL.path else { return }
    if isOther, !overwritesChangesOnDisk, ItemStamp(of: url) != nil {
      throw DocumentError(
        .changedOnDisk, .save, url: url, unsavedContents: .inMemory,
        message: "\(localizedName) has changes from before a crash, and another process has "
          + "changed its file since",
        remedy:
          "compare both versions; then take the other with revertContents(to:), save this one "
          + "under another name, or save it with overwritesChangesOnDisk")
    }
    let item = url.resolvingSymlinksInPath()
    if let migration, ItemStamp(of: item) != nil {
      try keep(store(of: item, isPackage: isPackage), of: url, before: migration)
      managed.withValues { $0.firstMigration = nil }
    }
  }

  func databaseSides(of url: URL) -> DatabaseSides {
    let isPackage = managed.withValues { $0.isPackage }
    return DatabaseSides(database: store(of: url.resolvingSymlinksInPath(), isPackage: isPackage))
  }

  /// Returns a function that releases it without waiting: freeing its blocks takes a third of the
  /// time of a copy on ext4, and would otherwise be part of the save.
  func holdReplaced(_ url: URL) -> () -> Void {
    let isPackage = managed.withValues { $0.isPackage }
    let store = store(of: url.resolvingSymlinksInPath(), isPackage: isPackage)
    let file = try? SystemFileStore().open(FileLocation(store), for: .reading)
    return {
      guard let file else { return }
      DispatchQueue.global(qos: .utility).async { try? file.close() }
    }
  }

  /// Copies the database as it was before the migration to a file next to the document.
  private func keep(_ store: URL, of url: URL, before migration: String) throws {
    let fileExtension = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    let name =
      url.deletingPathExtension().lastPathComponent
      + " before \(migration.replacing("/", with: "-"))"
    for number in 1...1000 {
      let place = url.deletingLastPathComponent().appending(
        path: name + (number == 1 ? "" : " \(number)") + fileExtension)
      do {
        try SystemFileStore().copy(store, to: place, synchronizes: true)
        if let status = try? FileStatus.present(at: FilePath(of: store)) {
          chmod(place.path, status.permissions.rawValue)
        }
        return
      } catch let error as FileStoreError where error.errno == .fileExists {
        continue
      } catch {
        try? FileManager.default.removeItem(at: place)
        throw DatabaseFileCheck.error(error, .save, of: url)
      }
    }
  }

  /// The item has the contents written last; runs in the context of the caller of the save.
  func noteSaved() {
    let (working, count, isPackage) = managed.withValues { values in
      values.isBasedOnOtherVersion = false
      return (values.working, values.writtenCommitCount, values.isPackage)
    }
    guard let working else { return }
    let folder = working.folder
    let isPackageNow = isPackage || self.isPackage(fileType)
    let stamp = ItemStamp(of: store(of: fileURL, isPackage: isPackageNow))
    do {
      try folder.setDocument(fileURL)
      try folder.setBase(stamp?.size == folder.next?.size ? stamp : folder.next)
    } catch {
      // After a crash the document would appear to be changed by another process, and no change is
      // lost.
      return
    }
    managed.withValues { $0.isPackage = isPackageNow }
    let recorder = working.recorder
    working.pool.asyncWriteWithoutTransaction { _ in recorder.noteSaved(commitCount: count) }
  }
}

#endif
