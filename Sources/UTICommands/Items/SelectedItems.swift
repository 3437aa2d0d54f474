import CommandOutput
internal import DataFormats
import TypeDeclarations
internal import UTIPlatform
import UniformTypes

/// An item that a command has come to.
struct SelectedItem: Sendable {
  let path: String
  /// Whether its directory has listed it as a regular file.
  var isListedFile = false
  /// Why nothing can be said about it, or about the items below it; nil when something can.
  var refusal: String?

  /// What names it in a record.
  var fields: [(key: String, value: JSONValue)] { LosslessText.fields(path) }
}

/// The items that the paths, the lists and the directories of a selection hold, in this order.
///
/// They are found as they are asked for: whoever writes a list may still be searching a disk.
struct SelectedItems: Sequence, IteratorProtocol {
  private var paths: ArraySlice<String>
  private let lists: [PathList]
  private var nextList = 0
  /// The registry that tells packages from other directories; nil when no directory is walked into.
  private let walkedRegistry: TypeRegistry?
  /// Whether a path that is a link to a directory is walked into.
  private let followsLinks: Bool
  private var walk: DirectoryWalk?

  init(paths: [String], lists: [PathList], walkedRegistry: TypeRegistry?, followsLinks: Bool) {
    self.followsLinks = followsLinks
    self.paths = paths[...]
    self.lists = lists
    self.walkedRegistry = walkedRegistry
  }

  /// Why a list could not be read to its end; nil when all could, or have not been yet.
  var failure: CommandFailure? { lists.lazy.compactMap(\.failure).first }

  mutating func next() -> SelectedItem? {
    while true {
      if let item = walk?.next() { return item }
      walk = nil
      guard let name = nextName() else { return nil }
      let path: String
      switch FileURL.path(name) {
      case nil: path = name
      case .success(let local): path = local
      case .failure(let error): return SelectedItem(path: name, refusal: error.reason)
      }
      guard let walkedRegistry, path != "-" else { return SelectedItem(path: path) }
      walk = DirectoryWalk(path, followsLink: followsLinks, registry: walkedRegistry)
    }
  }

  private mutating func nextName() -> String? {
    if let path = paths.popFirst() { return path }
    while nextList < lists.count {
      // In a list this is a file of that name: standard input may be the list.
      if let path = lists[nextList].next() { return path == "-" ? "./-" : path }
      nextList += 1
    }
    return nil
  }
}
