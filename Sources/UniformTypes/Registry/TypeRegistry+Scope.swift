import Synchronization

extension TypeRegistry {
  /// Calls a function with another registry as the current one, in this task alone.
  ///
  /// Other tasks and threads keep theirs, so that tests with different registries can run in parallel.
  ///
  /// - Parameters:
  ///   - registry: the registry that ``current`` returns, and that `UTType` uses.
  ///   - body: the function.
  /// - Throws: what the function throws.
  @_alwaysEmitIntoClient
  public static func withCurrent<Value>(
    _ registry: TypeRegistry, _ body: () throws -> Value
  ) rethrows -> Value {
    try taskLocal().withValue(registry, operation: body)
  }

  /// Calls an asynchronous function with another registry as the current one, in this task and the
  /// tasks that it starts as its children.
  ///
  /// - Parameters:
  ///   - registry: the registry that ``current`` returns, and that `UTType` uses.
  ///   - body: the function.
  /// - Throws: what the function throws.
  @_alwaysEmitIntoClient
  public static func withCurrent<Value>(
    _ registry: TypeRegistry, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await taskLocal().withValue(registry, operation: body)
  }

  @_alwaysEmitIntoClient
  static func taskLocal() -> TaskLocal<TypeRegistry?> {
    let value = RegistryScope.shared {
      let value = TaskLocal<TypeRegistry?>(wrappedValue: nil)
      return (value, { value.get() })
    }
    return unsafeDowncast(value, to: TaskLocal<TypeRegistry?>.self)
  }
}

/// The registry of a task.
///
/// A program that never sets one must not contain the runtime of tasks, and a linker extracts that for any
/// reference in this module. Therefore the functions that refer to it are compiled into their callers.
@usableFromInline
final class RegistryScope: Sendable {
  private static let current = AtomicLazyReference<RegistryScope>()

  private let value: any AnyObject & Sendable
  private let read: @Sendable () -> TypeRegistry?

  private init(_ parts: (any AnyObject & Sendable, @Sendable () -> TypeRegistry?)) {
    (value, read) = parts
  }

  /// Returns the value that has the registry of each task.
  ///
  /// - Parameter make: the function that makes the value, and the function that reads it, on first use.
  @usableFromInline
  static func shared(
    _ make: () -> (any AnyObject & Sendable, @Sendable () -> TypeRegistry?)
  ) -> any AnyObject & Sendable {
    (current.load() ?? current.storeIfNil(RegistryScope(make()))).value
  }

  /// The registry of the running task; nil if no function has set one.
  @inline(__always)
  static var snapshot: RegistrySnapshot? {
    current.load()?.read()?.snapshot
  }
}
