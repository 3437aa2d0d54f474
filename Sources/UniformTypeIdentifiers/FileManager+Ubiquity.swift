public import Foundation

// The iCloud members of Apple's FileManager. There is no iCloud here: no item is in it, no item can
// be moved to it, and a program behaves as for a user who is not signed in.

extension FileManager {
  /// The identity of the user in iCloud: always nil.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? { nil }

  /// The directory of a program in iCloud.
  ///
  /// - Parameter containerIdentifier: the name of the container; nil for the first.
  /// - Returns: nil, as for a user who is not signed in.
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? { nil }

  /// Returns a Boolean value that indicates whether an item is in iCloud.
  ///
  /// - Parameter url: the item.
  /// - Returns: false.
  public func isUbiquitousItem(at url: URL) -> Bool { false }

  /// Moves an item to iCloud or out of it.
  ///
  /// - Parameters:
  ///   - flag: whether to move the item to iCloud or out of it.
  ///   - url: the item.
  ///   - destinationURL: the destination.
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

/// The download status of an item in iCloud.
public struct URLUbiquitousItemDownloadingStatus: RawRepresentable, Hashable, Sendable {
  /// The name of the status.
  public let rawValue: String

  /// Makes a status of its name.
  ///
  /// - Parameter rawValue: the name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The latest version is available locally.
  public static let current = Self(rawValue: "NSURLUbiquitousItemDownloadingStatusCurrent")
  /// A version is available locally.
  public static let downloaded = Self(rawValue: "NSURLUbiquitousItemDownloadingStatusDownloaded")
  /// The item is in iCloud only.
  public static let notDownloaded = Self(
    rawValue: "NSURLUbiquitousItemDownloadingStatusNotDownloaded")
}

extension URLResourceValues {
  /// The download status of the item: always nil, because it is not in iCloud.
  public var ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus? { nil }
}

extension URL {
  /// Returns values of an item that may be in iCloud: here those of the item itself.
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
  /// A notification of a sign-in to iCloud or a sign-out, which is never posted here.
  public static let NSUbiquityIdentityDidChange = NSNotification.Name(
    "NSUbiquityIdentityDidChangeNotification")
}
