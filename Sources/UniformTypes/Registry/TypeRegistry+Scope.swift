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
  public static func withCurrent<Value>(
    _ registry: TypeRegistry, _ body: () throws -> Value
  ) rethrows -> Value {
    RegistryScope.isUsed()
    return try RegistryScope.$snapshot.withValue(registry.snapshot, operation: body)
  }

  /// Calls an asynchronous function with another registry as the current one, in this task and the
  /// tasks that it starts as its children.
  ///
  /// - Parameters:
  ///   - registry: the registry that ``current`` returns, and that `UTType` uses.
  ///   - body: the function.
  /// - Throws: what the function throws.
  public static func withCurrent<Value>(
    _ registry: TypeRegistry, _ body: () async throws -> Value
  ) async rethrows -> Value {
    RegistryScope.isUsed()
    return try await RegistryScope.$snapshot.withValue(registry.snapshot, operation: body)
  }
}

/// The registry of a task.
///
/// A program that never sets one must not contain the runtime of tasks. Therefore nothing but the functions that
/// set one refers to the value; they leave a function to read it.
enum RegistryScope {
  @TaskLocal fileprivate static var snapshot: RegistrySnapshot?

  /// The address of the function that returns the registry of the running task; 0 before the first use.
  private static let reader = Atomic<UInt>(0)

  private typealias Reader = @convention(c) () -> UnsafeMutableRawPointer?

  fileprivate static func isUsed() {
    let read: Reader = { RegistryScope.snapshot.map { Unmanaged.passRetained($0).toOpaque() } }
    reader.store(UInt(bitPattern: unsafeBitCast(read, to: Int.self)), ordering: .releasing)
  }

  /// The registry of the running task; nil if no function has set one.
  @inline(__always)
  static var current: RegistrySnapshot? {
    let address = reader.load(ordering: .acquiring)
    return address == 0 ? nil : read(address)
  }

  private static func read(_ address: UInt) -> RegistrySnapshot? {
    unsafeBitCast(Int(bitPattern: address), to: Reader.self)()
      .map { Unmanaged<RegistrySnapshot>.fromOpaque($0).takeRetainedValue() }
  }
}
