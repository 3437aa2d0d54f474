internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge

extension FileWrapper {
  /// The number of bytes in the known files of the wrapper.
  package var byteCount: Int {
    switch content {
    case .regularFile(let bytes?): bytes.count
    case .regularFile(nil): Int(clamping: origins.first?.status.size ?? 0)
    case .directory(let children): children.values.reduce(0) { $0 + $1.byteCount }
    case .unreadDirectory, .symbolicLink: 0
    }
  }

  /// The path of the item, for messages.
  var path: FilePath { origins.first?.path ?? FilePath(filename ?? preferredName ?? "") }

  func node(_ content: FileTree.Content) -> FileTree {
    FileTree(
      content: content, filename: filename, preferredFilename: preferredName,
      nameOnDisk: nameOnDisk, origins: origins, attributes: attributesToWrite)
  }

  /// - Throws: ``DocumentError`` if the wrapper is nested too deep.
  package func tree(depth: Int = 0) throws(DocumentError) -> FileTree {
    let limit = origins.first?.root.limits.depth ?? Limits().depth
    guard depth <= limit else {
      throw DocumentError(.tooDeep(limit: limit), at: path)
    }
    switch content {
    case .regularFile(let bytes): return node(.regularFile(bytes))
    case .unreadDirectory: return node(.unreadDirectory)
    case .symbolicLink(let destination): return node(.symbolicLink(destination))
    case .directory(let children):
      var trees: [String: FileTree] = [:]
      for (key, child) in children { trees[key] = try child.tree(depth: depth + 1) }
      return node(.directory(trees))
    }
  }

  static func tree(
    at url: URL, _ options: ReadingOptions, _ limits: Limits, _ store: any FileStore
  ) throws(DocumentError) -> FileTree {
    try FileTree(
      path: filePath(of: url), store: store, limits: limits,
      mapsFiles: !options.contains(.withoutMapping))
  }

  static func filePath(of url: URL) throws(DocumentError) -> FilePath {
    do {
      return try FilePath(of: url)
    } catch {
      throw DocumentError(error)
    }
  }

  static func content(
    of tree: FileTree, _ options: ReadingOptions
  ) throws(DocumentError) -> Content {
    switch tree.content {
    case .regularFile(let bytes):
      if options.contains(.immediate) { return .regularFile(try tree.contents()) }
      return .regularFile(bytes)
    case .symbolicLink(let destination): return .symbolicLink(destination)
    case .directory(let children): return try directory(children, options)
    case .unreadDirectory:
      guard options.contains(.immediate) else { return .unreadDirectory }
      return try directory(tree.children(), options)
    }
  }

  static func directory(
    _ children: [String: FileTree], _ options: ReadingOptions
  ) throws(DocumentError) -> Content {
    var wrappers: [String: FileWrapper] = [:]
    for (key, child) in children { wrappers[key] = try FileWrapper(tree: child, options) }
    return .directory(wrappers)
  }

  /// Takes the location of a copy that was written to the item's location.
  package func adoptPlace(of copy: FileWrapper) {
    filename = copy.filename
    nameOnDisk = copy.nameOnDisk
    origins = copy.origins
  }

  func takeAttributes(of tree: FileTree) {
    filename = tree.filename
    preferredName = tree.preferredFilename
    nameOnDisk = tree.nameOnDisk
    origins = tree.origins
    keptAttributes = tree.attributes
  }
}
