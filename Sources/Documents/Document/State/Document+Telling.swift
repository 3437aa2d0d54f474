internal import Foundation
internal import FoundationAdditions
internal import Synchronization

/// What was last told to those who show a document.
final class ShownProperties: Sendable {
  struct Values: Equatable, Sendable {
    var isEdited: Bool
    var name: String
    var place: URL
    var problem: DocumentProblem?

    /// What is different in other values.
    func differences(to other: Values) -> DocumentStateChange.Properties {
      var properties: DocumentStateChange.Properties = []
      if isEdited != other.isEdited { properties.insert(.isEdited) }
      if name != other.name { properties.insert(.name) }
      if place != other.place { properties.insert(.place) }
      if problem != other.problem { properties.insert(.problem) }
      return properties
    }
  }

  private let told = Mutex<Values?>(nil)

  /// Begins with values, unless somebody has before.
  func begin(with values: Values) { told.withLock { $0 = $0 ?? values } }

  var isNeeded: Bool { told.withLock { $0 != nil } }

  /// Takes over values, and tells what is different while nobody else can.
  ///
  /// - Returns: whether anything was.
  func update(to values: Values, _ tell: (DocumentStateChange.Properties) -> Void) -> Bool {
    told.withLock { told in
      guard let old = told else { return false }
      let properties = old.differences(to: values)
      guard !properties.isEmpty else { return false }
      told = values
      tell(properties)
      return true
    }
  }
}

extension Document {
  private var shownValues: ShownProperties.Values {
    ShownProperties.Values(
      isEdited: hasUnsavedChanges, name: localizedName, place: fileURL,
      problem: record.withValues { $0.problem })
  }

  /// Begins to tell of what people see, for a stream that is going to be read.
  func beginTelling() {
    if !shown.isNeeded { shown.begin(with: shownValues) }
  }

  /// Tells the streams of what is different in what people see; on the thread of the change.
  func tellStreams(of changes: DocumentRecord.Changes) {
    guard shown.isNeeded, !changes.isDisjoint(with: .shown) else { return }
    // Somebody else may change things at the same moment: the last to look tells what holds.
    while shown.update(to: shownValues, { tellStreams(of: $0) }) {}
  }

  /// Tells the streams that something is different, and by whom.
  func tellStreams(
    of properties: DocumentStateChange.Properties, by originator: ChangeOriginator? = nil
  ) {
    let (state, streams) = record.withValues { ($0.state, Array($0.streams.values)) }
    var change = DocumentStateChange(previous: state, current: state, error: nil)
    change.properties = properties
    change.originator = originator
    for stream in streams { stream.yield(change) }
  }
}
