import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UniformTypes

/// An item of a selection.
struct SelectedItem: Sendable {
  let path: String
  /// Counted from 1 in the order of the selection; 0 if nothing counts the items.
  var number = 0
  /// Its directory has listed it as a regular file.
  var isListedFile = false
  /// The reason why the item, or the items below it, cannot be identified.
  var refusal: String?
  /// nil for an item of the file system.
  var member: MemberPlace?

  /// The members of a record that name the item.
  var fields: [(key: String, value: JSONValue)] { LosslessText.fields(path) }
}

/// The items of a selection: its paths, lists and directories, in this order.
///
/// They are found on demand, because the program that writes a list may still be searching a disk.
struct SelectedItems: Sequence, IteratorProtocol {
  private var paths: ArraySlice<String>
  private let lists: [PathList]
  private var nextList = 0
  /// Distinguishes packages from other directories; nil when directories are not walked.
  private let walkedRegistry: TypeRegistry?
  /// Only for a path that is a link to a directory.
  private let followsLinks: Bool
  private let options: WalkOptions
  private let entersPackages: Bool
  /// The file of the inventory is not an item.
  private let output: ResumedOutput?
  private var walk: DirectoryWalk?

  init(
    paths: [String], lists: [PathList], walkedRegistry: TypeRegistry?, followsLinks: Bool,
    options: WalkOptions, entersPackages: Bool, output: ResumedOutput?
  ) {
    self.entersPackages = entersPackages
    self.output = output
    self.followsLinks = followsLinks
    self.options = options
    self.paths = paths[...]
    self.lists = lists
    self.walkedRegistry = walkedRegistry
  }

  /// nil before the end of the lists and after success.
  var failure: CommandFailure? { lists.lazy.compactMap(\.failure).first }

  mutating func next() -> SelectedItem? {
    while true {
      if let item = walk?.next() { return item }
      walk = nil
      guard let (name, isObject) = nextName() else { return nil }
      if isObject, InventoryRow.leadsOut(name) {
        return SelectedItem(path: name, refusal: "the key has .., which leads out of its bucket")
      }
      let path: String
      switch FileURL.path(name) {
      case nil: path = name
      case .success(let local): path = local
      case .failure(let error): return SelectedItem(path: name, refusal: error.reason)
      }
      guard let walkedRegistry, path != "-" else { return SelectedItem(path: path) }
      walk = DirectoryWalk(
        path, followsLink: followsLinks, options: options, entersPackages: entersPackages,
        registry: walkedRegistry, output: output)
    }
  }

  private mutating func nextName() -> (name: String, isObject: Bool)? {
    if let path = paths.popFirst() { return (path, false) }
    while nextList < lists.count {
      let list = lists[nextList]
      // In a list this is a file with the name `-`, because standard input may be the list.
      if let path = list.next() { return (path == "-" ? "./-" : path, list.form == .inventory) }
      nextList += 1
    }
    return nil
  }
}
