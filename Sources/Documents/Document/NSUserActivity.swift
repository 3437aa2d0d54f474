/// What somebody is doing, so that it can be continued later; Foundation on Linux has no such
/// class.
///
/// Nothing hands activities to other devices here. A program keeps them itself.
open class NSUserActivity {
  /// The kind of activity, in reverse domain style.
  public let activityType: String
  /// What the activity is called for people.
  open var title: String?
  /// What it takes to continue.
  open var userInfo: [AnyHashable: Any]?
  /// Whether ``userInfo`` is to be brought up to date before it is used.
  open var needsSave = false

  /// Makes an activity.
  ///
  /// - Parameter activityType: the kind of activity, in reverse domain style.
  public init(activityType: String) { self.activityType = activityType }

  /// Adds to what it takes to continue.
  ///
  /// - Parameter otherDictionary: the entries to add; they replace those with the same keys.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Says that this is what the user does now; nobody listens here.
  open func becomeCurrent() {}

  /// Says that the user does something else now; nobody listens here.
  open func resignCurrent() {}

  /// Says that the activity is over; nobody listens here.
  open func invalidate() {}
}
