/// An object that an opaque pointer of the header refers to.
protocol HandleObject: AnyObject {
  /// The number by which a handle of this kind is recognised.
  static var mark: UInt64 { get }
}

/// The memory that an opaque pointer of the header refers to.
///
/// The mark shows a handle of another kind. In debug builds the memory of a freed handle is never used
/// again, so that it is recognised too; in release builds that depends on the allocator.
struct Handle<Object: HandleObject> {
  private var mark: UInt64
  private let object: Unmanaged<Object>

  /// Makes a handle, which owns an object until it is freed.
  static func make(_ object: Object) -> OpaquePointer {
    let pointer = UnsafeMutablePointer<Handle>.allocate(capacity: 1)
    pointer.initialize(to: Handle(mark: Object.mark, object: .passRetained(object)))
    return OpaquePointer(pointer)
  }

  /// Calls a body with the object of a handle, without counting a reference: the caller keeps the
  /// handle until the call returns.
  ///
  /// - Returns: nil when the handle is NULL, of another kind or known to be freed.
  @inline(__always)
  static func with<Value>(_ handle: OpaquePointer?, _ body: (Object) -> Value) -> Value? {
    guard let pointer = UnsafeMutablePointer<Handle>(handle), pointer.pointee.mark == Object.mark
    else { return nil }
    return pointer.pointee.object._withUnsafeGuaranteedRef(body)
  }

  /// Frees a handle; one that is NULL, of another kind or known to be freed is left alone.
  static func free(_ handle: OpaquePointer?) {
    guard let pointer = UnsafeMutablePointer<Handle>(handle), pointer.pointee.mark == Object.mark
    else { return }
    pointer.pointee.mark = 0
    pointer.pointee.object.release()
    #if !DEBUG
    pointer.deallocate()
    #endif
  }
}
