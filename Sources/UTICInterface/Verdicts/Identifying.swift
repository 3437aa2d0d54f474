// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import SystemPackage
import UTIPlatform
import UTITypeDetection
import UniformTypes

/// See the header.
@c @implementation
public func utype_identify_path(
  _ registry: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UInt32,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    guard let path else { throw .null("path") }
    let basis = try DetectionInput(options: options)
    let followsLinks = options & UTYPE_NO_FOLLOW == 0
    do throws(DetectionError) {
      // A path that is UTF-8 needs no other form.
      let verdict =
        if let text = String(validatingCString: path) {
          try handle.registry.identify(path: text, by: basis, followsLinks: followsLinks)
        } else {
          try handle.registry.identify(
            path: FilePath(platformString: path), by: basis, followsLinks: followsLinks)
        }
      return Handle.make(VerdictHandle(verdict, in: handle))
    } catch {
      throw Failure(error)
    }
  }
}

/// See the header.
@c @implementation
public func utype_identify_descriptor(
  _ registry: OpaquePointer?, _ descriptor: Int32, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let name = try InputText.fileName(name, length)
    do throws(DetectionError) {
      let verdict = try handle.registry.identify(
        descriptor: FileDescriptor(rawValue: descriptor), name: name)
      return Handle.make(VerdictHandle(verdict, in: handle))
    } catch {
      throw Failure(error)
    }
  }
}

/// See the header.
@c @implementation
public func utype_identify_bytes(
  _ registry: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int, _ size: UInt64,
  _ name: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    guard count >= 0, bytes != nil || count == 0 else { throw .null("bytes") }
    guard size >= UInt64(count) else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT,
        "the size is \(size) and the bytes are \(count); pass the size of the whole item")
    }
    let verdict = handle.registry.identify(
      bytes: UnsafeRawBufferPointer(start: bytes, count: count),
      name: try InputText.fileName(name, length), size: wholeSize(size, count: count))
    return Handle.make(VerdictHandle(verdict, in: handle))
  }
}

/// Returns the size to assume for an item: one byte more than are at hand if it is unknown.
func wholeSize(_ size: UInt64, count: Int) -> Int {
  size == .max ? count + 1 : Int(clamping: size)
}

extension DetectionInput {
  fileprivate init(options: UInt32) throws(Failure) {
    let known = UTYPE_NAME_ONLY | UTYPE_CONTENT_ONLY | UTYPE_NO_FOLLOW
    switch options & (UTYPE_NAME_ONLY | UTYPE_CONTENT_ONLY) {
    case _ where options & ~known != 0:
      throw Failure(UTYPE_INVALID_ARGUMENT, "options has unknown bits: \(options)")
    case 0: self = .both
    case UTYPE_NAME_ONLY: self = .name
    case UTYPE_CONTENT_ONLY: self = .content
    default:
      throw Failure(
        UTYPE_INVALID_ARGUMENT, "UTYPE_NAME_ONLY and UTYPE_CONTENT_ONLY exclude each other")
    }
  }
}
