internal import DocumentStorage
internal import Foundation
internal import SystemPackage
internal import UTIPlatform

extension FileWrapper {
  func matches(_ url: URL) -> Bool {
    let limits = origins.first?.root.limits ?? Limits()
    let store = origins.first?.root.store ?? SystemFileStore()
    guard let found = try? Self.tree(at: url, [], limits, store) else { return false }
    return (try? matches(found)) ?? false
  }

  private func matches(_ found: FileTree) throws -> Bool {
    switch (content, found.content) {
    case (.symbolicLink(let destination), .symbolicLink(let other)): return destination == other
    case (.regularFile, .regularFile):
      guard let now = found.origins.first else { return false }
      if origins.first?.hasContents(of: now.status) == true { return true }
      let bytes = try contents()
      guard bytes.count == now.status.size else { return false }
      return bytes == (try found.contents())
    case (.directory, .unreadDirectory), (.unreadDirectory, .unreadDirectory):
      let children = try children()
      let others = try found.children()
      guard children.count == others.count else { return false }
      let names = FileTree.names(of: children.mapValues(\.nameOnDisk))
      let otherNames = FileTree.names(of: others.mapValues(\.nameOnDisk))
      var othersByName: [FilePath.Component: FileTree] = [:]
      for (key, other) in others {
        if let name = otherNames[key] { othersByName[name] = other }
      }
      for (key, child) in children {
        guard let name = names[key], let other = othersByName[name], try child.matches(other)
        else { return false }
      }
      return true
    default: return false
    }
  }
}
