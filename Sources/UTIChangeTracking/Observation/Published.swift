// Observation is re-exported because SwiftUI code with @Observable imports no other module.
@_exported public import Observation
internal import Synchronization

/// A property of an ``ObservableObject`` that announces its changes.
///
/// It is the part of Combine's property wrapper that documents need: an assignment calls
/// ``ObservableObject/objectWillChange``. A property has no separate publisher (`$property`).
@propertyWrapper public struct Published<Value> {
  private var value: Value

  /// Creates a property with a value.
  ///
  /// - Parameter wrappedValue: the value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Creates a property with a value.
  ///
  /// - Parameter initialValue: the value.
  public init(initialValue: Value) { value = initialValue }

  /// The value, which is only available for properties of classes.
  @available(*, unavailable, message: "@Published is for properties of classes")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The value of a property of an object, whose assignment is announced by the object.
  ///
  /// - Parameters:
  ///   - object: the object.
  ///   - wrappedKeyPath: the property.
  ///   - storageKeyPath: the storage of its value.
  public static subscript<Object: ObservableObject>(
    _enclosingInstance object: Object,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].value }
    set {
      object.objectWillChange.send()
      object[keyPath: storageKeyPath].value = newValue
    }
  }
}

extension Published: Sendable where Value: Sendable {}

/// An object that announces its changes, with the part of Combine's protocol for documents.
///
/// ``ReferenceFileDocument`` requires it, and Linux lacks Combine. Properties with ``Published``
/// announce their changes automatically. A file that also imports OpenCombine must write
/// `UniformDocuments.ObservableObject` and `@UniformDocuments.Published` for these types.
public protocol ObservableObject: AnyObject {
  /// The publisher that announces changes of the object.
  ///
  /// Each object has one; a class may define it as a stored property.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  /// The publisher that announces changes of the object, created on first use.
  ///
  /// - Complexity: O(1) on average.
  public var objectWillChange: ObservableObjectPublisher {
    ObservableObjectPublishers.shared.publisher(of: self)
  }
}

/// A table of publishers, because protocol extensions cannot store properties and Foundation on
/// Linux has no associated objects.
///
/// Entries of released objects are removed when it has doubled in size.
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
