// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
#if !Declarations
public import CUniformTypes
import UniformTypes

/// See the header.
@c @implementation
public func utype_open_system(_ error: UnsafeMutablePointer<utype_error>?) -> OpaquePointer? {
  opened(error) { () throws(Failure) in throw .withoutDeclarations }
}

/// See the header.
@c @implementation
public func utype_open_directory(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  opened(error) { () throws(Failure) in throw .withoutDeclarations }
}

extension Failure {
  fileprivate static var withoutDeclarations: Failure {
    Failure(
      UTYPE_UNSUPPORTED,
      "this library reads no declarations; compile them with uti compile and use utype_open_image")
  }
}
#endif
