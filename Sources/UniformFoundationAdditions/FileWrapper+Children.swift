public import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// A weak reference to a wrapper.
struct WeakWrapper {
  private(set) weak var wrapper: FileWrapper?
}

extension FileWrapper {
  /// Returns the bytes of a file, and reads them if necessary; an addition to Foundation.
  ///
  /// - Throws: ``DocumentError`` if the wrapper is not a file, the read fails, or the file on
  ///   disk has changed (rule M6), which differs from an empty file.
  public func contents() throws -> Data {
    guard case .regularFile(let bytes) = content else {
      throw DocumentError(FileStoreError(.read, path: path, errno: .isDirectory))
    }
    if let bytes { return bytes }
    let read = try node(.regularFile(nil)).contents()
    content = .regularFile(read)
    return read
  }

  /// Returns the children of a directory by key, and lists it if necessary; an addition to
  /// Foundation.
  ///
  /// - Throws: ``DocumentError`` if the wrapper is not a directory, or the directory no longer
  ///   exists or exceeds the limits.
  public func children() throws -> [String: FileWrapper] {
    switch content {
    case .directory(let children): return children
    case .regularFile, .symbolicLink:
      throw DocumentError(FileStoreError(.list, path: path, errno: .notDirectory))
    case .unreadDirectory:
      content = try Self.directory(node(.unreadDirectory).children(), [])
      joinChildren()
      return try children()
    }
  }

  func joinChildren() {
    guard case .directory(let children) = content else { return }
    for child in children.values { child.parents.append(WeakWrapper(wrapper: self)) }
  }

  func add(_ child: FileWrapper) -> String {
    guard let name = child.preferredFilename, !name.isEmpty else {
      misuse("addFileWrapper(_:) needs a child whose preferredFilename is set")
    }
    demand(!isInside(child), "addFileWrapper(_:) with a directory that would contain itself")
    var children = changeableChildren("addFileWrapper(_:)")
    let key = FileTree.uniqueName(name) { children[$0] != nil }
    children[key] = child
    content = .directory(children)
    child.parents.append(WeakWrapper(wrapper: self))
    return key
  }

  private func isInside(_ other: FileWrapper) -> Bool {
    self === other || parents.contains { $0.wrapper?.isInside(other) ?? false }
  }

  func remove(_ child: FileWrapper) {
    var children = changeableChildren("removeFileWrapper(_:)")
    guard let key = children.first(where: { $0.value === child })?.key else { return }
    children[key] = nil
    content = .directory(children)
    if let index = child.parents.firstIndex(where: { $0.wrapper === self }) {
      child.parents.remove(at: index)
    }
  }

  func key(of child: FileWrapper) -> String? {
    (try? children())?.first { $0.value === child }?.key
  }

  /// Returns the children for a change, which cannot report a failure to read them.
  private func changeableChildren(_ function: StaticString) -> [String: FileWrapper] {
    do {
      return try children()
    } catch {
      misuse("\(function): \(error); ask children() first, which throws")
    }
  }

  func changePreferredName(_ name: String?) {
    guard let name, !name.isEmpty else {
      misuse("preferredFilename must not be nil or empty")
    }
    guard name != preferredName else { return }
    let parents = parents.compactMap(\.wrapper)
    for parent in parents { parent.removeFileWrapper(self) }
    preferredName = name
    for parent in parents { _ = parent.addFileWrapper(self) }
  }

  var linkDestinationURL: URL? {
    guard case .symbolicLink(let destination) = content else { return nil }
    let directory = origins.first.map { URL(of: $0.path.removingLastComponent()) }
    guard destination.text != nil else {
      return URL(
        of: origins.first?.path.removingLastComponent().pushing(destination) ?? destination)
    }
    return URL(filePath: destination.string, relativeTo: directory)
  }
}
