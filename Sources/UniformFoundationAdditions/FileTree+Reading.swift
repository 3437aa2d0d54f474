internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge

extension FileTree {
  /// Reads neither contents nor children.
  ///
  /// - Throws: ``DocumentError`` if the item does not exist, or a document cannot contain it.
  init(
    path: FilePath, store: any FileStore, limits: FileWrapper.Limits, mapsFiles: Bool
  ) throws(DocumentError) {
    let status = try wrapping { () throws(FileStoreError) in
      try store.status(of: FileLocation(path))
    }
    let isDirectory = status.kind == .directory
    let name = isDirectory ? "." : FilePath(root: nil, path.lastComponent.map { [$0] } ?? [])
    let root = try FileTreeRoot(
      path: isDirectory ? path : path.removingLastComponent(), store: store, limits: limits,
      mapsFiles: mapsFiles)
    // The name may refer to another item after the first call.
    let now = try wrapping(in: root) { () throws(FileStoreError) in
      try store.status(of: FileLocation(name, in: root.descriptor))
    }
    try self.init(origin: FileOrigin(root: root, name: name, status: now))
    filename = path.lastComponent?.string
    preferredFilename = filename
  }

  init(origin: FileOrigin) throws(DocumentError) {
    switch origin.status.kind {
    case .regular: content = .regularFile(nil)
    case .directory: content = .unreadDirectory
    case .symbolicLink:
      content = .symbolicLink(
        try wrapping(in: origin.root) { () throws(FileStoreError) in
          try origin.root.store.destinationOfSymbolicLink(at: origin.location)
        })
    case .namedPipe, .socket, .blockDevice, .characterDevice, .other:
      throw DocumentError(.specialFile, at: origin.path)
    }
    origins = [origin]
  }

  /// - Throws: ``DocumentError`` if none of the known locations has the bytes.
  func contents() throws(DocumentError) -> Data {
    if case .regularFile(let bytes?) = content { return bytes }
    return try tryingOrigins { origin throws(DocumentError) in try origin.contents() }
  }

  /// Lists the directory if necessary; throws if it is gone, too deep, or has too many children.
  func children() throws(DocumentError) -> [String: FileTree] {
    switch content {
    case .directory(let children): return children
    case .unreadDirectory:
      return try tryingOrigins { origin throws(DocumentError) in
        try Self.children(of: origin)
      }
    case .regularFile, .symbolicLink: return [:]
    }
  }

  private func tryingOrigins<Result>(
    _ body: (FileOrigin) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    var failure = DocumentError(.changedSinceRead, at: path)
    for (index, origin) in origins.enumerated() {
      do {
        return try body(origin)
      } catch {
        if index == 0 { failure = error }
      }
    }
    if failure.errno == .noSuchFileOrDirectory {
      failure = DocumentError(.changedSinceRead, at: path)
    }
    throw failure
  }

  private static func children(
    of origin: FileOrigin
  ) throws(DocumentError) -> [String: FileTree] {
    let root = origin.root
    let depth = origin.name == "." ? 0 : origin.name.components.count
    guard depth < root.limits.depth else {
      throw DocumentError(.tooDeep(limit: root.limits.depth), at: origin.path)
    }
    let names = try wrapping(in: root) { () throws(FileStoreError) in
      try root.store.withOpen(origin.location, for: .reading) {
        directory throws(FileStoreError) -> [FilePath.Component]? in
        let now = try root.store.status(of: directory)
        return origin.status.isSameItem(as: now) ? try root.store.names(in: directory) : nil
      }
    }
    guard let names else { throw DocumentError(.changedSinceRead, at: origin.path) }
    try root.note(names.count, itemsIn: origin.name)
    var children: [String: FileTree] = [:]
    for (key, name) in keys(of: names.filter { !SavingDirectory.isSavingDirectory($0) }) {
      let place = origin.name == "." ? FilePath(root: nil, [name]) : origin.name.appending(name)
      let status = try wrapping(in: root) { () throws(FileStoreError) in
        try root.store.statusIfPresent(of: FileLocation(place, in: root.descriptor))
      }
      // The child was removed in the meantime, or is a pipe, socket or device without contents for
      // a wrapper. A save leaves those in place (rule M4).
      guard let status, !status.kind.isSpecial else { continue }
      var child = try FileTree(origin: FileOrigin(root: root, name: place, status: status))
      child.filename = name.string
      child.preferredFilename = component(name.string) == name ? name.string : key
      child.nameOnDisk = component(key) == name ? nil : NameOnDisk(key: key, name: name)
      children[key] = child
    }
    return children
  }
}
