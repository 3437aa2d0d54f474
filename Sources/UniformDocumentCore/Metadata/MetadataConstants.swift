// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names and their values are Apple's, because predicates also have the values in their formats.

public import Foundation

/// The name of an item with its extension, as `String`.
public let NSMetadataItemFSNameKey = "kMDItemFSName"
/// The name of an item for display, as `String`: the name with its extension.
public let NSMetadataItemDisplayNameKey = "kMDItemDisplayName"
/// The file URL of an item, as `URL`.
public let NSMetadataItemURLKey = "kMDItemURL"
/// The path of an item, as `String`.
public let NSMetadataItemPathKey = "kMDItemPath"
/// The size of an item in bytes, as `NSNumber`; a package has the sum of its files.
public let NSMetadataItemFSSizeKey = "kMDItemFSSize"
/// The date on which an item was created, as `Date`, if the file system records it.
public let NSMetadataItemFSCreationDateKey = "kMDItemFSCreationDate"
/// The date of the last change of an item's contents, as `Date`.
public let NSMetadataItemFSContentChangeDateKey = "kMDItemFSContentChangeDate"
/// The identifier of an item's type, as `String`, by its kind and name.
public let NSMetadataItemContentTypeKey = "kMDItemContentType"
/// The identifiers of an item's type and of all its supertypes, as `[String]`.
public let NSMetadataItemContentTypeTreeKey = "kMDItemContentTypeTree"
/// An `NSNumber` that indicates whether an item is in iCloud: false.
public let NSMetadataItemIsUbiquitousKey = "NSMetadataItemIsUbiquitousKey"

/// The download status of an item: ``NSMetadataUbiquitousItemDownloadingStatusCurrent``.
public let NSMetadataUbiquitousItemDownloadingStatusKey =
  "NSMetadataUbiquitousItemDownloadingStatusKey"
/// The status of an item whose latest version is available locally.
public let NSMetadataUbiquitousItemDownloadingStatusCurrent =
  "NSMetadataUbiquitousItemDownloadingStatusCurrent"
/// The status of an item of which a version is available locally; no item has it here.
public let NSMetadataUbiquitousItemDownloadingStatusDownloaded =
  "NSMetadataUbiquitousItemDownloadingStatusDownloaded"
/// The status of an item that is in iCloud only; no item has it here.
public let NSMetadataUbiquitousItemDownloadingStatusNotDownloaded =
  "NSMetadataUbiquitousItemDownloadingStatusNotDownloaded"
/// An `NSNumber` that indicates whether an item is being downloaded: false.
public let NSMetadataUbiquitousItemIsDownloadingKey = "NSMetadataUbiquitousItemIsDownloadingKey"
/// The downloaded share of an item in percent: 100.
public let NSMetadataUbiquitousItemPercentDownloadedKey =
  "NSMetadataUbiquitousItemPercentDownloadedKey"
/// An `NSNumber` that indicates whether an item has no changes to upload: true.
public let NSMetadataUbiquitousItemIsUploadedKey = "NSMetadataUbiquitousItemIsUploadedKey"
/// An `NSNumber` that indicates whether an item is being uploaded: false.
public let NSMetadataUbiquitousItemIsUploadingKey = "NSMetadataUbiquitousItemIsUploadingKey"
/// An `NSNumber` that indicates whether versions of an item are in conflict: false.
public let NSMetadataUbiquitousItemHasUnresolvedConflictsKey =
  "NSMetadataUbiquitousItemHasUnresolvedConflictsKey"

/// The documents in iCloud: no items here, as for a user who is not signed in.
public let NSMetadataQueryUbiquitousDocumentsScope = "NSMetadataQueryUbiquitousDocumentsScope"
/// The other files in iCloud: no items here, as for a user who is not signed in.
public let NSMetadataQueryUbiquitousDataScope = "NSMetadataQueryUbiquitousDataScope"
/// The user's home directory.
public let NSMetadataQueryUserHomeScope = "NSMetadataQueryUserHomeScope"

/// The key of an update's added items, as `[NSMetadataItem]`.
public let NSMetadataQueryUpdateAddedItemsKey = "kMDQueryUpdateAddedItems"
/// The key of an update's changed items, as `[NSMetadataItem]`.
public let NSMetadataQueryUpdateChangedItemsKey = "kMDQueryUpdateChangedItems"
/// The key of an update's removed items, as `[NSMetadataItem]`.
public let NSMetadataQueryUpdateRemovedItemsKey = "kMDQueryUpdateRemovedItems"

extension NSNotification.Name {
  /// A notification of a query that has begun to gather results.
  public static let NSMetadataQueryDidStartGathering = NSNotification.Name(
    "NSMetadataQueryDidStartGatheringNotification")
  /// A notification of a query whose results are gathered.
  public static let NSMetadataQueryDidFinishGathering = NSNotification.Name(
    "NSMetadataQueryDidFinishGatheringNotification")
  /// A notification of a query whose results changed; its user info has the items.
  public static let NSMetadataQueryDidUpdate = NSNotification.Name(
    "NSMetadataQueryDidUpdateNotification")
}
