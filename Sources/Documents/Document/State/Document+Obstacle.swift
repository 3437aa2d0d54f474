internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document {
  /// Why the document cannot be saved where it is, such as that its item is read-only; nil when
  /// nothing is known to be in the way.
  ///
  /// It is found when the document is opened, so that people learn it before they have changed
  /// anything. What they change all the same is kept elsewhere, and can be saved under another name.
  public var savingObstacle: DocumentError? {
    observed(\.savingObstacle, record.withValues { $0.obstacle })
  }

  /// Finds out whether the item can be overwritten.
  ///
  /// Runs on the queue of file access.
  func lookForObstacle() {
    guard fileURL.isFileURL, !isDraft, let path = try? FilePath(of: fileURL) else { return }
    let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    let obstacle = writer.obstacle(toOverwriting: path)
      .flatMap { DocumentError.wrapping($0, .save, self) as? DocumentError }
    record.withValues { $0.obstacle = obstacle }
  }
}
