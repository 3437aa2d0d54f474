public import Foundation
internal import Synchronization

/// The intent to access an item, for ``NSFileCoordinator``.
public final class NSFileAccessIntent: Sendable {
  let request: AccessRequest
  private let current: Mutex<URL>

  private init(_ request: AccessRequest) {
    self.request = request
    current = Mutex(request.url)
  }

  /// The URL of the item, which may have moved when the access begins.
  public var url: URL { current.withLock { $0 } }

  func follow(to url: URL) { current.withLock { $0 = url } }

  /// Creates an intent to read.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: the options of the read.
  public class func readingIntent(
    with url: URL, options: NSFileCoordinator.ReadingOptions = []
  ) -> NSFileAccessIntent {
    NSFileAccessIntent(.reading(url, options))
  }

  /// Creates an intent to write.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: the options of the write.
  public class func writingIntent(
    with url: URL, options: NSFileCoordinator.WritingOptions = []
  ) -> NSFileAccessIntent {
    NSFileAccessIntent(.writing(url, options))
  }
}
