internal import SystemPackage
package import UTIDocumentStorage

/// Simulates a file system that folds case: the new name leads to the item, and a listing has the old
/// name alone.
package final class FoldingObserver: StoreObserver {
  private var folded: FileLocation?

  package init() {}

  package func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    switch call {
    case .rename(let old, let new, .exclusively):
      try SystemFileStore().link(old, to: new)
      folded = new
      throw FileStoreError(.rename, path: new.path, errno: .fileExists)
    case .other(.list):
      if let folded { try SystemFileStore().removeFile(at: folded) }
      folded = nil
    default: break
    }
    return nil
  }
}
