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
