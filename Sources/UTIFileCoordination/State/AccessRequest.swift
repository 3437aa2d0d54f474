package import Foundation
internal import SystemPackage

/// The options of a coordinated read.
public struct NSFileCoordinatorReadingOptions: OptionSet, Sendable {
  /// The members as bits.
  public let rawValue: UInt
  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Reads without asking presenters to save.
  public static let withoutChanges = Self(rawValue: 1 << 0)
  /// Reads the destination of a symbolic link.
  public static let resolvesSymbolicLink = Self(rawValue: 1 << 1)
  /// Reads only metadata that is available at once.
  public static let immediatelyAvailableMetadataOnly = Self(rawValue: 1 << 2)
  /// Reads a copy for an upload, which is removed after the access; a zip archive for a directory.
  public static let forUploading = Self(rawValue: 1 << 3)
}

/// The options of a coordinated write.
public struct NSFileCoordinatorWritingOptions: OptionSet, Sendable {
  /// The members as bits.
  public let rawValue: UInt
  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Deletes the item.
  public static let forDeleting = Self(rawValue: 1 << 0)
  /// Moves the item.
  public static let forMoving = Self(rawValue: 1 << 1)
  /// Changes the latest contents, which presenters save first.
  public static let forMerging = Self(rawValue: 1 << 2)
  /// Puts another item in place of this one.
  public static let forReplacing = Self(rawValue: 1 << 3)
  /// Changes attributes only.
  public static let contentIndependentMetadataOnly = Self(rawValue: 1 << 4)
}

/// A coordinated access to one item.
package struct AccessRequest: Sendable {
  package let url: URL
  let access: ItemAccess
  var reading: NSFileCoordinatorReadingOptions = []
  var writing: NSFileCoordinatorWritingOptions = []

  func item(at path: FilePath) -> ClaimedItem {
    ClaimedItem(path: path, access: access, coversContents: takesItemAway)
  }

  /// True if the item and its contents may not exist afterwards.
  var takesItemAway: Bool {
    access == .writing && !writing.isDisjoint(with: [.forDeleting, .forMoving, .forReplacing])
  }

  var wantsChanges: Bool {
    access == .reading
      ? reading.isDisjoint(with: [.withoutChanges, .immediatelyAvailableMetadataOnly])
      : writing.contains(.forMerging)
  }

  var deletes: Bool {
    access == .writing && !writing.isDisjoint(with: [.forDeleting, .forReplacing])
  }

  /// True if the item still exists afterwards, with other contents.
  var changesItem: Bool { access == .writing && !takesItemAway }

  package static func reading(
    _ url: URL, _ options: NSFileCoordinatorReadingOptions = []
  ) -> AccessRequest {
    AccessRequest(url: url, access: .reading, reading: options)
  }

  package static func writing(
    _ url: URL, _ options: NSFileCoordinatorWritingOptions = []
  ) -> AccessRequest {
    AccessRequest(url: url, access: .writing, writing: options)
  }
}
