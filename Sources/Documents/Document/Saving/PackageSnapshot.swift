/// The contents of a package at one moment: a copy that is written while the model goes on.
///
/// A model keeps its file wrappers and changes them, and writing changes wrappers too: they learn
/// where they lie. So a copy is written, and what it has learnt is passed on afterwards, where the
/// model is.
struct PackageSnapshot {
  let copy: FileWrapper
  private let pairs: [(original: FileWrapper, copy: FileWrapper)]

  init(_ wrapper: FileWrapper) {
    var pairs: [(original: FileWrapper, copy: FileWrapper)] = []
    copy = wrapper.copyForWriting { pairs.append(($0, $1)) }
    self.pairs = pairs
  }

  /// Lets the wrappers of the model know where they were written.
  func adopt() {
    for (original, copy) in pairs { original.adoptPlace(of: copy) }
  }
}
