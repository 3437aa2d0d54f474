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
  verdict(registry, name, length, error) { (registry, name) throws(DetectionError) in
    try registry.identify(descriptor: FileDescriptor(rawValue: descriptor), name: name)
  }
}

/// See the header.
@c @implementation
public func utype_identify_upload_descriptor(
  _ registry: OpaquePointer?, _ descriptor: Int32, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  verdict(registry, name, length, error) { (registry, name) throws(DetectionError) in
    try registry.identify(descriptor: FileDescriptor(rawValue: descriptor), untrustedName: name)
  }
}

private func verdict(
  _ registry: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<utype_error>?,
  by identify: (TypeRegistry, String?) throws(DetectionError) -> Verdict
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let name = try InputText.fileName(name, length)
    do throws(DetectionError) {
      return Handle.make(VerdictHandle(try identify(handle.registry, name), in: handle))
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
  verdict(registry, bytes, count, size, name, length, error) { registry, bytes, size, name in
    registry.identify(bytes: bytes, name: name, size: size)
  }
}

/// See the header.
@c @implementation
public func utype_identify_upload_bytes(
  _ registry: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int, _ size: UInt64,
  _ name: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  verdict(registry, bytes, count, size, name, length, error) { registry, bytes, size, name in
    registry.identify(bytes: bytes, untrustedName: name, size: size)
  }
}

private func verdict(
  _ registry: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int, _ size: UInt64,
  _ name: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<utype_error>?,
  by identify: (TypeRegistry, UnsafeRawBufferPointer, Int, String?) -> Verdict
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let content = try InputText.content(bytes, count, size)
    let name = try InputText.fileName(name, length)
    let verdict = identify(handle.registry, content, wholeSize(size, count: count), name)
    return Handle.make(VerdictHandle(verdict, in: handle))
  }
}

/// One byte more than are at hand if the size is unknown.
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
