internal import Foundation
internal import SystemPackage
package import UTIDocumentStorage
internal import UTIPlatform

extension FileWrapper {
  func matches(_ url: URL) -> Bool {
    let limits = origins.first?.root.limits ?? Limits()
    let store = origins.first?.root.store ?? SystemFileStore()
    guard let found = try? FileWrapper(url: url, limits: limits, store: store) else { return false }
    return (try? hasContents(of: found)) ?? false
  }

  /// Returns true if another item has the same names and contents.
  ///
  /// Files at the same location on disk that have not changed are not read. Attributes are ignored.
  ///
  /// - Parameters:
  ///   - other: The other item.
  ///   - known: The known identity of the other item. Its children that this identity lacks belong
  ///     to other programs and are ignored. If nil, all children count.
  /// - Throws: ``FileWrapperError`` if an item cannot be read.
  package func hasContents(
    of other: FileWrapper, ignoringOthersThan known: FileIdentity? = nil
  ) throws -> Bool {
    switch (content, other.content) {
    case (.symbolicLink(let destination), .symbolicLink(let otherDestination)):
      return destination == otherDestination
    case (.regularFile, .regularFile):
      if let own = origins.first, let now = other.origins.first, own.hasContents(of: now.status) {
        return true
      }
      guard byteCount == other.byteCount else { return false }
      return try contents() == other.contents()
    case (.directory, .directory), (.directory, .unreadDirectory), (.unreadDirectory, .directory),
      (.unreadDirectory, .unreadDirectory):
      let children = try childrenByName()
      let others = try other.childrenByName()
      for (name, child) in children {
        guard let other = others[name],
          try child.hasContents(of: other, ignoringOthersThan: known?.children?[name])
        else { return false }
      }
      guard let known else { return children.count == others.count }
      return others.keys.allSatisfy { children[$0] != nil || known.children?[$0] == nil }
    default: return false
    }
  }

  private func childrenByName() throws -> [FilePath.Component: FileWrapper] {
    let children = try children()
    let names = FileTree.names(of: children.mapValues(\.nameOnDisk))
    var childrenByName: [FilePath.Component: FileWrapper] = [:]
    for (key, child) in children {
      if let name = names[key] { childrenByName[name] = child }
    }
    return childrenByName
  }
}
