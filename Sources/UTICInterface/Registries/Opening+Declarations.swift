// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
#if Declarations
public import CUniformTypes
import UTITypeDeclarations
import UTIPlatform
import UniformTypes

/// See the header.
@c @implementation
public func utype_open_system(_ error: UnsafeMutablePointer<utype_error>?) -> OpaquePointer? {
  opened(error) { () throws(Failure) in try registry(RegistryConfiguration()) }
}

/// See the header.
@c @implementation
public func utype_open_directory(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  opened(error) { () throws(Failure) in
    guard let path else { throw .null("path") }
    guard let text = String(validatingCString: path) else {
      throw Failure(UTYPE_INVALID_TEXT, "the path is not UTF-8; rename the directory")
    }
    return try registry(
      RegistryConfiguration(
        includesInstalledDeclarations: false, directories: [text], usesCache: false))
  }
}

private func registry(_ configuration: RegistryConfiguration) throws(Failure) -> TypeRegistry {
  do throws(DeclarationError) {
    return try TypeRegistry(configuration)
  } catch {
    throw Failure(
      error.errno == nil ? UTYPE_BAD_DECLARATIONS : UTYPE_SYSTEM_ERROR,
      systemError: error.errno ?? 0, error.description)
  }
}
#endif
