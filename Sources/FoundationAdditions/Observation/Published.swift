/// A property of an ``ObservableObject`` that tells of its changes before they are made.
///
/// It is what documents need of Combine's property wrapper: assigning calls
/// ``ObservableObject/objectWillChange``. A property has no publisher of its own (`$property`).
@propertyWrapper public struct Published<Value> {
  private var value: Value

  /// Makes a property with a value.
  ///
  /// - Parameter wrappedValue: the value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Makes a property with a value.
  ///
  /// - Parameter initialValue: the value.
  public init(initialValue: Value) { value = initialValue }

  /// The value; only properties of classes have one.
  @available(*, unavailable, message: "@Published is for properties of classes")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The value of a property of an object, which is told when the value is assigned.
  ///
  /// - Parameters:
  ///   - object: the object.
  ///   - wrappedKeyPath: the property.
  ///   - storageKeyPath: where its value is kept.
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
