public import DocumentStorage
public import Foundation
internal import SystemPackage
internal import UTIPlatform

extension FileWrapper {
  /// Writes the item with everything in it to a file system of one's choice; ours, not in
  /// Foundation.
  ///
  /// - Parameters:
  ///   - url: where it goes.
  ///   - options: whether to write in one step, and whether ``filename`` is updated.
  ///   - originalContentsURL: the older version, from which unchanged files are linked.
  ///   - store: the file system.
  /// - Throws: ``FileWrapperError``, as the form of Foundation does.
  /// - Complexity: one link for every unchanged file, whatever its size.
  public func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?, store: any FileStore
  ) throws {
    try write(
      to: url, options: options, originalContentsURL: originalContentsURL, store: store,
      mapsFiles: origins.first?.root.mapsFiles ?? true)
  }

  /// The same, with a say in whether files that have not been read may be mapped from where they
  /// lie then.
  package func write(
    to url: URL, options: WritingOptions, originalContentsURL: URL?, store: any FileStore,
    mapsFiles: Bool
  ) throws {
    let path = try Self.filePath(of: url)
    let original = try originalContentsURL.map { try Self.filePath(of: $0.resolvingLinks()) }
    let tree = try tree()
    let writer = FileTreeWriter(
      store: store, limits: origins.first?.root.limits ?? FileWrapper.Limits(),
      mapsFiles: mapsFiles)
    let exists = try wrapping { () throws(FileStoreError) in
      try store.statusIfPresent(of: FileLocation(path)) != nil
    }
    var finalPath = path
    var written: FileTreeWriter.Written
    if exists || options.contains(.atomic) {
      (finalPath, written) = try replace(path, with: tree, original, writer)
    } else {
      written = try writer.write(tree, to: path, original: original)
    }
    adopt(written, at: finalPath, writer)
    if options.contains(.withNameUpdating) {
      updateNames(to: path.lastComponent?.string)
    }
  }

  private func replace(
    _ path: FilePath, with tree: FileTree, _ original: FilePath?, _ writer: FileTreeWriter
  ) throws -> (FilePath, FileTreeWriter.Written) {
    var written: FileTreeWriter.Written?
    do {
      let outcome = try SafeWriter(store: writer.store).write(to: path, .createOrOverwrite) {
        written = try writer.write(tree, to: $0, original: original)
      }
      guard var written else { throw SafeWritingError(.nothingWritten, path: path) }
      // It is in its place; from here on nothing may fail.
      if let status = try? writer.store.status(of: FileLocation(outcome.path)) {
        written.status = status
      }
      return (outcome.path, written)
    } catch let error as SafeWritingError {
      // It may have taken its place all the same, when it was only not known to be on the disk.
      if let written, let root = written.root { adopt(written, in: root, at: ".") }
      if let underlying = error.underlyingError as? FileWrapperError { throw underlying }
      throw FileWrapperError(path: path, reason: .saving(error))
    }
  }

  /// Notes where the item lies now.
  ///
  /// The directory in its final place is opened anew, as a strategy of saving may have moved
  /// what is in it to another one; where that fails, the one that was written to will do.
  private func adopt(
    _ written: FileTreeWriter.Written, at path: FilePath, _ writer: FileTreeWriter
  ) {
    let isDirectory = written.status.kind == .directory
    let name = isDirectory ? "." : FilePath(root: nil, path.lastComponent.map { [$0] } ?? [])
    let place = try? FileTreeRoot(
      path: isDirectory ? path : path.removingLastComponent(), store: writer.store,
      limits: writer.limits, mapsFiles: writer.mapsFiles)
    if let root = place ?? written.root {
      adopt(written, in: root, at: name)
    } else if case .regularFile(nil) = content {
      content = .regularFile(written.bytes)
    }
  }

  /// Notes where everything lies now, and keeps the places it came from: whoever moves what was
  /// written to its final place may fail, and then those are the only ones.
  private func adopt(
    _ written: FileTreeWriter.Written, in root: FileTreeRoot, at name: FilePath
  ) {
    let new = FileOrigin(root: root, name: name, status: written.status)
    origins = [new] + (written.source.map { [$0] } ?? Array(origins.prefix(1)))
    switch content {
    case .regularFile(nil): content = .regularFile(written.bytes)
    case .directory(let children):
      for (key, child) in children {
        guard let part = written.children[key] else { continue }
        child.adopt(part, in: root, at: part.name)
      }
    case .regularFile, .unreadDirectory, .symbolicLink: break
    }
  }

  private func updateNames(to name: String?) {
    filename = name
    guard case .directory(let children) = content else { return }
    for (key, child) in children {
      let name = child.origins.first?.name.lastComponent
      child.updateNames(to: name?.string ?? key)
      child.nameOnDisk = name.flatMap {
        FileTree.component(key) == $0 ? nil : NameOnDisk(key: key, name: $0)
      }
    }
  }
}

extension URL {
  /// The older version of a document may be reached by a link, and is what the link leads to.
  fileprivate func resolvingLinks() -> URL { isFileURL ? resolvingSymlinksInPath() : self }
}
