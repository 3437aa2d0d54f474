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
