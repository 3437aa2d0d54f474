internal import FoundationAdditions

/// The contents of a package at one moment: a copy that is written while the model continues.
///
/// A model keeps its file wrappers and changes them. Writing also changes wrappers, by storing
/// their locations in them. A copy is therefore written. It is created from the tree that all
/// writing uses, and its locations are then passed to the originals in the model's isolation.
struct PackageSnapshot {
  let copy: FileWrapper
  private var pairs: [(original: FileWrapper, copy: FileWrapper)] = []

  /// Creates a snapshot of a file wrapper.
  ///
  /// - Throws: `FileWrapperError` if the wrapper is nested too deeply.
  init(_ wrapper: FileWrapper) throws {
    copy = try FileWrapper(tree: wrapper.tree(), [])
    pair(wrapper, with: copy)
  }

  /// Stores the pair of a wrapper and its copy; the model may replace its wrappers.
  private mutating func pair(_ original: FileWrapper, with copy: FileWrapper) {
    copy.givenAttributes = original.givenAttributes
    pairs.append((original, copy))
    guard case .directory(let originals) = original.content,
      case .directory(let copies) = copy.content
    else { return }
    for (key, child) in originals {
      if let copy = copies[key] { pair(child, with: copy) }
    }
  }

  /// Passes the written locations to the wrappers of the model.
  func adopt() {
    for (original, copy) in pairs { original.adoptPlace(of: copy) }
  }
}
