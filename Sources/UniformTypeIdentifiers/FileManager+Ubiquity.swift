public import Foundation

// What programs ask of iCloud. There is none here: no item is in it, nothing can be brought there, and
// a program goes the way that it goes for a user who is not signed in.

extension FileManager {
  /// Who is signed in to iCloud: nobody.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? { nil }

  /// The directory of a program in iCloud.
  ///
  /// - Parameter containerIdentifier: the name of the container; nil for the first.
  /// - Returns: nil, as for a user who is not signed in.
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? { nil }

  /// Whether an item is in iCloud.
  ///
  /// - Parameter url: the item.
  /// - Returns: false.
  public func isUbiquitousItem(at url: URL) -> Bool { false }

  /// Moves an item to iCloud or out of it.
  ///
  /// - Parameters:
  ///   - flag: whether to move it there.
  ///   - url: the item.
  ///   - destinationURL: where to.
  /// - Throws: `CocoaError` with the code `ubiquitousFileUnavailable`; the item stays.
  public func setUbiquitous(_ flag: Bool, itemAt url: URL, destinationURL: URL) throws {
    throw Self.noUbiquity(url)
  }

  /// Begins to fetch an item from iCloud.
  ///
  /// - Parameter url: the item.
  /// - Throws: `CocoaError` with the code `ubiquitousFileUnavailable`.
  public func startDownloadingUbiquitousItem(at url: URL) throws { throw Self.noUbiquity(url) }

  /// Removes the local copy of an item in iCloud.
  ///
  /// - Parameter url: the item.
  /// - Throws: `CocoaError` with the code `ubiquitousFileUnavailable`; the item stays.
  public func evictUbiquitousItem(at url: URL) throws { throw Self.noUbiquity(url) }

  private static func noUbiquity(_ url: URL) -> CocoaError {
    CocoaError(.ubiquitousFileUnavailable, userInfo: [NSURLErrorKey: url])
  }
}

/// How far an item in iCloud has been fetched.
public struct URLUbiquitousItemDownloadingStatus: RawRepresentable, Hashable, Sendable {
  /// The name of the status.
  public let rawValue: String

  /// Makes a status of its name.
  ///
  /// - Parameter rawValue: the name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The latest version is here.
  public static let current = Self(rawValue: "NSURLUbiquitousItemDownloadingStatusCurrent")
  /// A version is here.
  public static let downloaded = Self(rawValue: "NSURLUbiquitousItemDownloadingStatusDownloaded")
  /// The item is in iCloud only.
  public static let notDownloaded = Self(
    rawValue: "NSURLUbiquitousItemDownloadingStatusNotDownloaded")
}

extension URLResourceValues {
  /// How far the item has been fetched from iCloud: nil, as it is not in it.
  public var ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus? { nil }
}

extension URL {
  /// Values of an item that may be in iCloud; here they are those of the item.
  ///
  /// - Parameter keys: the values to read.
  /// - Throws: as `resourceValues(forKeys:)`.
  public func promisedItemResourceValues(
    forKeys keys: Set<URLResourceKey>
  ) throws -> URLResourceValues {
    try resourceValues(forKeys: keys)
  }
}

extension NSNotification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  // The name is Apple's.
  /// Posted where somebody signs in to iCloud or out of it; nobody does here.
  public static let NSUbiquityIdentityDidChange = NSNotification.Name(
    "NSUbiquityIdentityDidChangeNotification")
}
