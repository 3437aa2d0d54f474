internal import SystemPackage

extension AutosaveFolder {
  /// Autosaved contents.
  struct Contents {
    let path: FilePath
    let completeness: AutosavedDocument.Completeness
  }

  /// Returns the newest complete contents, or else the contents of an interrupted first autosave;
  /// nil if the folder has none.
  ///
  /// An autosave writes in a saving directory inside the folder, marks the contents there as
  /// complete, and then moves them into the folder. The process may be killed at any of these
  /// steps.
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
  /// True if the contents are complete.
  let isComplete: Bool
  let isEmpty: Bool
  let modified: FileTime
  private let fingerprint: UInt64
  private let replaced: UInt64?

  /// Finds the contents in a saving directory.
  ///
  /// - Returns: nil if the directory has no contents.
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

  /// Returns true if the contents are newer than those in the folder.
  ///
  /// After the exchange the directory has the old contents, whose fingerprint is in its name.
  ///
  /// - Parameter present: The fingerprint of the contents in the folder; nil for none.
  func replaces(_ present: UInt64?) -> Bool {
    guard let present else { return true }
    return replaced == present && fingerprint != present
  }
}
