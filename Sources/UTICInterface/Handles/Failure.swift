import CUniformTypes
import UTIPlatform
import UTITypeDetection

/// A failure of a function of the header.
struct Failure: Error {
  let status: utype_status
  var systemError: Int32 = 0
  /// The place, the reason and the remedy.
  let message: String

  init(_ status: utype_status, systemError: Int32 = 0, _ message: String) {
    self.status = status
    self.systemError = systemError
    self.message = message
  }

  /// The argument is the parameter's name in the header.
  static func null(_ argument: String) -> Failure {
    Failure(UTYPE_INVALID_ARGUMENT, "the argument \(argument) is NULL; pass a value")
  }

  static func unknownType(_ identifier: String) -> Failure {
    Failure(
      UTYPE_NOT_FOUND,
      "\(identifier): the registry has no such type; check the spelling, or open another registry")
  }

  init(_ error: DetectionError) {
    self.init(UTYPE_SYSTEM_ERROR, systemError: error.errorNumber, error.description)
  }

  func write(to error: UnsafeMutablePointer<utype_error>?) {
    guard let error else { return }
    error.pointee.status = Int32(bitPattern: status.rawValue)
    error.pointee.system_error = systemError
    let start = MemoryLayout<utype_error>.size - Int(UTYPE_MESSAGE_SIZE)
    OutputText.copy(
      message, to: UnsafeMutableRawPointer(error) + start, capacity: Int(UTYPE_MESSAGE_SIZE))
  }
}

/// Text in memory that a caller provides.
enum OutputText {
  /// Ends in NUL, cut at a character in small memory; returns the whole size without NUL.
  @discardableResult
  static func copy(_ text: String, to memory: UnsafeMutableRawPointer?, capacity: Int) -> Int {
    text.withBytes { bytes in
      guard let memory, capacity > 0 else { return bytes.count }
      var count = min(bytes.count, capacity - 1)
      // A byte 10xxxxxx continues a character.
      while count > 0, count < bytes.count, bytes[count] & 0xC0 == 0x80 { count -= 1 }
      let target = UnsafeMutableRawBufferPointer(start: memory, count: capacity)
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      target[count] = 0
      return bytes.count
    }
  }
}

/// Writes a failure to memory of the caller, which may be nil, and returns the failed value.
@inline(__always)
func result<Object: HandleObject, Value>(
  _ handle: OpaquePointer?, _ error: UnsafeMutablePointer<utype_error>?, failed: Value,
  _ body: (Object) throws(Failure) -> Value
) -> Value {
  let answer = Handle<Object>.with(handle) { object -> Value in
    do throws(Failure) {
      return try body(object)
    } catch {
      return written(error, failed)
    }
  }
  func written(_ failure: Failure, _ failed: Value) -> Value {
    failure.write(to: error)
    return failed
  }
  guard let answer else {
    Failure.invalidHandle(handle, Object.argument).write(to: error)
    return failed
  }
  return answer
}

extension Failure {
  @inline(never)
  fileprivate static func invalidHandle(
    _ handle: OpaquePointer?, _ argument: String
  ) -> Failure {
    handle == nil
      ? .null(argument)
      : Failure(
        UTYPE_INVALID_HANDLE, "the handle was freed or is of another kind; pass one that is open")
  }
}
