public import Foundation
internal import Synchronization

/// What is going to be done with an item, for ``NSFileCoordinator``.
public final class NSFileAccessIntent: Sendable {
  let request: AccessRequest
  private let current: Mutex<URL>

  private init(_ request: AccessRequest) {
    self.request = request
    current = Mutex(request.url)
  }

  /// The item; it may have moved when the access begins.
  public var url: URL { current.withLock { $0 } }

  func follow(to url: URL) { current.withLock { $0 = url } }

  /// The intent to read.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: how it is read.
  public class func readingIntent(
    with url: URL, options: NSFileCoordinator.ReadingOptions = []
  ) -> NSFileAccessIntent {
    NSFileAccessIntent(.reading(url, options))
  }

  /// The intent to write.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: how it is written.
  public class func writingIntent(
    with url: URL, options: NSFileCoordinator.WritingOptions = []
  ) -> NSFileAccessIntent {
    NSFileAccessIntent(.writing(url, options))
  }
}
