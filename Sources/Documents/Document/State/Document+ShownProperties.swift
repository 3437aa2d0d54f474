internal import Foundation
internal import Synchronization
internal import UTIFoundationBridge

/// The properties of a document that observers were last notified of.
final class ShownProperties: Sendable {
  struct Values: Equatable, Sendable {
    var isEdited: Bool
    var name: String
    var place: URL
    var problem: DocumentProblem?

    /// Returns the properties that differ in other values.
    func differences(to other: Values) -> DocumentStateChange.Properties {
      var properties: DocumentStateChange.Properties = []
      if isEdited != other.isEdited { properties.insert(.isEdited) }
      if name != other.name { properties.insert(.name) }
      if place != other.place { properties.insert(.place) }
      if problem != other.problem { properties.insert(.problem) }
      return properties
    }
  }

  private let reported = Mutex<Values?>(nil)

  /// Sets the initial values, unless they are set.
  func begin(with values: Values) { reported.withLock { $0 = $0 ?? values } }

  var isNeeded: Bool { reported.withLock { $0 != nil } }

  /// Stores values and notifies observers of the differences under the lock.
  ///
  /// - Returns: whether there were differences.
  func update(to values: Values, _ notify: (DocumentStateChange.Properties) -> Void) -> Bool {
    reported.withLock { reported in
      guard let old = reported else { return false }
      let properties = old.differences(to: values)
      guard !properties.isEmpty else { return false }
      reported = values
      notify(properties)
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

  /// Starts to track visible properties, for a stream that is going to be read.
  func beginNotifying() {
    if !shown.isNeeded { shown.begin(with: shownValues) }
  }

  /// Notifies the streams of differences in visible properties, on the thread of the change.
  func notifyStreams(of changes: DocumentRecord.Changes) {
    guard shown.isNeeded, !changes.isDisjoint(with: .shown) else { return }
    // Another thread may change values at the same moment: the last thread to compare sends the
    // final values.
    while shown.update(to: shownValues, { notifyStreams(of: $0) }) {}
  }

  /// Notifies the streams of changed properties and their originator.
  func notifyStreams(
    of properties: DocumentStateChange.Properties, by originator: ChangeOriginator? = nil
  ) {
    let (state, streams) = record.withValues { ($0.state, Array($0.streams.values)) }
    var change = DocumentStateChange(previous: state, current: state, error: nil)
    change.properties = properties
    change.originator = originator
    for stream in streams { stream.yield(change) }
  }
}
