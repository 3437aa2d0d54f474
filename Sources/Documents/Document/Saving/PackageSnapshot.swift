internal import FoundationAdditions

/// The contents of a package at one moment: a copy that is written while the model goes on.
///
/// A model keeps its file wrappers and changes them, and writing changes wrappers too: they learn
/// where they lie. So a copy is written, made of the tree that every writing goes by, and what it
/// has learnt is passed on afterwards, where the model is.
struct PackageSnapshot {
  let copy: FileWrapper
  private var pairs: [(original: FileWrapper, copy: FileWrapper)] = []

  /// - Throws: `FileWrapperError` when the wrapper is nested too deep.
  init(_ wrapper: FileWrapper) throws {
    copy = try FileWrapper(tree: wrapper.tree(), [])
    pair(wrapper, with: copy)
  }

  /// Notes which wrapper became which; the model may put others in their places.
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

  /// Lets the wrappers of the model know where they were written.
  func adopt() {
    for (original, copy) in pairs { original.adoptPlace(of: copy) }
  }
}
