internal import Synchronization

/// The publishers of objects that have none of their own.
///
/// An extension of a protocol stores nothing, and Foundation on Linux associates nothing with
/// objects. So the publishers are in a table, which forgets those of objects that are gone whenever
/// it has grown to twice its size.
final class ObservableObjectPublishers: Sendable {
  static let shared = ObservableObjectPublishers()

  // Unchecked, because the reference is set once, and reading a weak one is safe on every thread.
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

  /// The publisher of an object, always the same.
  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    if let known = table.withLock({ $0.entries[id].flatMap(Self.publisher) }) { return known }
    let entry = Entry(object)
    return table.withLock { table in
      // Somebody else may have asked meanwhile; what was at this address before is gone.
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
