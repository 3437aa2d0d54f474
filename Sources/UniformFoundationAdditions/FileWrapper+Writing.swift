internal import Foundation
internal import SystemPackage
package import UTIDocumentStorage
internal import UTIFoundationBridge

extension FileWrapper {
  package func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?, store: any FileStore
  ) throws {
    try write(
      to: url, options: options, originalContentsURL: originalContentsURL, store: store,
      mapsFiles: origins.first?.root.mapsFiles ?? true)
  }

  /// Writes the item, with a choice whether unread files may be mapped from the new location.
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
      // The item is in place, and no later step may fail.
      if let status = try? writer.store.status(of: FileLocation(outcome.path)) {
        written.status = status
      }
      return (outcome.path, written)
    } catch let error as SafeWritingError {
      // The item may be in place even if the flush to disk failed.
      if let written, let root = written.root { adopt(written, in: root, at: ".") }
      throw error.underlyingError as? DocumentError ?? DocumentError(error)
    }
  }

  /// Opens the directory again at its final path, because a saving strategy may have moved its
  /// children to another one; if that fails, uses the written directory.
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

  /// Keeps the previous locations, which alone are valid if the caller fails to move the written
  /// items.
  private func adopt(_ written: FileTreeWriter.Written, in root: FileTreeRoot, at name: FilePath) {
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
  /// Returns the destination of a symbolic link to an older version of a document.
  fileprivate func resolvingLinks() -> URL { isFileURL ? resolvingSymlinksInPath() : self }
}
