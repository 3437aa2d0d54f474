public import Foundation

/// An activity of the user that can be continued later; Foundation on Linux has no such class.
///
/// No service passes activities to other devices here. The program stores them itself.
open class NSUserActivity {
  /// The kind of activity, in reverse domain style.
  public let activityType: String
  /// The title to display.
  open var title: String?
  /// The state that continues the activity.
  open var userInfo: [AnyHashable: Any]?
  /// The page on the web that has the same contents, for a device without the program.
  open var webpageURL: URL?
  /// A Boolean value that indicates whether ``userInfo`` must be updated before it is used.
  open var needsSave = false

  /// Creates an activity.
  ///
  /// - Parameter activityType: the kind of activity, in reverse domain style.
  public init(activityType: String) { self.activityType = activityType }

  /// Adds entries to the state that continues the activity.
  ///
  /// - Parameter otherDictionary: the entries to add; they replace entries with the same keys.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Marks the activity as the user's current one; has no effect here.
  open func becomeCurrent() {}

  /// Marks the activity as no longer current; has no effect here.
  open func resignCurrent() {}

  /// Marks the activity as ended; has no effect here.
  open func invalidate() {}
}

/// The size of a thumbnail among the attributes that a document writes.
///
/// On Apple's systems ``Document/fileAttributesToWrite(to:for:)`` may return images of these sizes
/// under `URLResourceKey.thumbnailDictionaryKey`. Files on Linux cannot store them, so they are
/// ignored, and all other attributes are written.
public struct URLThumbnailDictionaryItem: RawRepresentable, Hashable, Sendable {
  /// The name of the size.
  public let rawValue: String

  /// Creates a size from its name.
  ///
  /// - Parameter rawValue: the name.
  public init(rawValue: String) { self.rawValue = rawValue }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  // The name is Apple's.
  /// An image of 1024 by 1024 points.
  public static let NSThumbnail1024x1024SizeKey = Self(rawValue: "NSThumbnail1024x1024SizeKey")
}
