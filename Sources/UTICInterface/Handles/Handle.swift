/// An object that an opaque pointer of the header refers to.
protocol HandleObject: AnyObject {
  /// Recognises a handle of this kind.
  static var mark: UInt64 { get }
  /// The argument of functions that has the handle.
  static var argument: String { get }
}

extension HandleObject {
  static var argument: String { "registry" }
}

/// The memory of an opaque pointer; the mark shows a handle of another kind.
///
/// A freed handle is recognised in debug builds, which never use the memory again.
struct Handle<Object: HandleObject> {
  private var mark: UInt64
  private let object: Unmanaged<Object>

  /// The handle owns the object until it is freed.
  static func make(_ object: Object) -> OpaquePointer {
    let pointer = UnsafeMutablePointer<Handle>.allocate(capacity: 1)
    pointer.initialize(to: Handle(mark: Object.mark, object: .passRetained(object)))
    return OpaquePointer(pointer)
  }

  /// Without counting a reference: the caller keeps the handle until the call returns.
  ///
  /// nil when the handle is NULL, of another kind or known to be freed.
  @inline(__always)
  static func with<Value>(_ handle: OpaquePointer?, _ body: (Object) -> Value) -> Value? {
    guard let pointer = UnsafeMutablePointer<Handle>(handle), pointer.pointee.mark == Object.mark
    else { return nil }
    return pointer.pointee.object._withUnsafeGuaranteedRef(body)
  }

  /// A handle that is NULL, of another kind or known to be freed is left alone.
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
