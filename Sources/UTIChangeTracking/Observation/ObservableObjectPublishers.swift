internal import Synchronization

/// The publishers of objects without a stored one.
///
/// A protocol extension cannot store properties, and Foundation on Linux has no associated objects.
/// The publishers are therefore in a table, which removes entries of released objects each time it
/// has doubled in size.
final class ObservableObjectPublishers: Sendable {
  static let shared = ObservableObjectPublishers()

  // Unchecked because the reference is set once, and reading a weak reference is safe on any
  // thread.
  private struct Entry: @unchecked Sendable {
    private(set) weak var object: AnyObject?
    let publisher = ObservableObjectPublisher()

    init(_ object: AnyObject) { self.object = object }
  }

  private struct Table: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var largestCount = 64
  }

  private let table = Mutex(Table())

  /// Returns the publisher of an object, which is always the same.
  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    if let known = table.withLock({ $0.entries[id].flatMap(Self.publisher) }) { return known }
    let entry = Entry(object)
    return table.withLock { table in
      // Another thread may have added it, and an earlier object at this address no longer exists.
      if let known = table.entries[id].flatMap(Self.publisher) { return known }
      table.entries[id] = entry
      if table.entries.count > table.largestCount {
        table.entries = table.entries.filter { $0.value.object != nil }
        table.largestCount = max(64, table.entries.count * 2)
      }
      return entry.publisher
    }
  }

  private static func publisher(of entry: Entry) -> ObservableObjectPublisher? {
    entry.object == nil ? nil : entry.publisher
  }
}
