#if !canImport(Darwin)
  public import Foundation

  /// What is going to be done with an item, for ``NSFileCoordinator``.
  public final class NSFileAccessIntent: Sendable {
    /// The item.
    public let url: URL
    let access: ItemLocks.Access

    private init(url: URL, access: ItemLocks.Access) {
      self.url = url
      self.access = access
    }

    /// The intent to read.
    ///
    /// - Parameters:
    ///   - url: the item.
    ///   - options: kept for sources; within one process they make no difference.
    public class func readingIntent(
      with url: URL, options: NSFileCoordinator.ReadingOptions = []
    ) -> NSFileAccessIntent {
      NSFileAccessIntent(url: url, access: .reading)
    }

    /// The intent to write.
    ///
    /// - Parameters:
    ///   - url: the item.
    ///   - options: kept for sources; within one process they make no difference.
    public class func writingIntent(
      with url: URL, options: NSFileCoordinator.WritingOptions = []
    ) -> NSFileAccessIntent {
      NSFileAccessIntent(url: url, access: .writing)
    }
  }
#endif
