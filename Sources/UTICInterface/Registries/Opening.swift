// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import SystemPackage
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// See the header.
@c @implementation
public func utype_open_embedded(_ error: UnsafeMutablePointer<utype_error>?) -> OpaquePointer? {
  opened(error) { () throws(Failure) in
    do throws(ImageError) {
      return try TypeRegistry(image: BaseRegistry.image())
    } catch {
      throw Failure(UTYPE_BAD_DECLARATIONS, error.description)
    }
  }
}

/// See the header.
@c @implementation
public func utype_open_image(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  opened(error) { () throws(Failure) in
    guard let path else { throw .null("path") }
    let shown = String(cString: path)
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      // The file is read, not mapped: a mapped file that becomes shorter would raise a signal.
      bytes = try RegularFile(at: FilePath(platformString: path), limit: imageSizeLimit).bytes
    } catch {
      throw Failure(
        error, path: shown, of: "a compiled registry", limit: imageSizeLimit)
    }
    do throws(ImageError) {
      let image = try RegistryImage(copying: bytes)
      try image.checkIntegrity()
      return try TypeRegistry(image: image)
    } catch {
      throw Failure(UTYPE_BAD_DECLARATIONS, "\(shown): \(error.description)")
    }
  }
}

/// See the header.
@c @implementation
public func utype_close(_ registry: OpaquePointer?) { Handle<RegistryHandle>.free(registry) }

/// See the header.
@c @implementation
public func utype_version() -> UnsafePointer<CChar>? { Words.version }

/// Offsets in an image have 32 bits.
private let imageSizeLimit = Int(UInt32.max)

/// nil after a failure.
func opened(
  _ error: UnsafeMutablePointer<utype_error>?, _ body: () throws(Failure) -> TypeRegistry
) -> OpaquePointer? {
  do throws(Failure) {
    return Handle.make(RegistryHandle(try body()))
  } catch let failure {
    failure.write(to: error)
    return nil
  }
}

extension Failure {
  /// The contents are named in the singular or plural, such as `compiled registry`.
  init(_ failure: RegularFile.Failure, path: String, of contents: String, limit: Int) {
    switch failure {
    case .system(let error):
      self.init(
        UTYPE_SYSTEM_ERROR, systemError: error.rawValue,
        "\(path): cannot be read as \(contents): \(error.description); check the path and its"
          + " permissions")
    case .notRegular:
      self.init(
        UTYPE_INVALID_ARGUMENT, "\(path): not a regular file; pass the path of \(contents)")
    case .tooLarge(let size):
      self.init(
        UTYPE_BAD_DECLARATIONS,
        "\(path): has \(size) bytes, and \(contents) has at most \(limit)")
    }
  }
}
