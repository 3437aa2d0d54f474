// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// See the header.
@c @implementation
public func utype_tags(
  _ registry: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ tagClass: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let tagClass = UTTagClass(rawValue: try InputText.text(tagClass, "tag_class"))
    return Handle.make(CTextList(try handle.type(type, "type").tags[tagClass] ?? []))
  }
}

/// See the header.
@c @implementation
public func utype_mime_type(
  _ registry: OpaquePointer?, _ type: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<utype_error>?
) -> UnsafePointer<CChar>? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    guard let text = handle.mimeType(at: try handle.place(type, "type")) else {
      throw Failure(UTYPE_NOT_FOUND, "neither the type nor a supertype has a MIME type")
    }
    return text
  }
}

/// See the header.
@c @implementation
public func utype_extension(
  _ registry: OpaquePointer?, _ type: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<utype_error>?
) -> UnsafePointer<CChar>? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let place = try handle.place(type, "type")
    let text = handle.extensions.text(at: place) {
      handle.registry.type(at: place).preferredFilenameExtension
    }
    guard let text else {
      throw Failure(UTYPE_NOT_FOUND, "the type has no filename extension")
    }
    return text
  }
}

/// See the header.
@c @implementation
public func utype_description(
  _ registry: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ language: UnsafePointer<CChar>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ error: UnsafeMutablePointer<utype_error>?
) -> Int {
  result(registry, error, failed: 0) { (handle: RegistryHandle) throws(Failure) in
    try OutputText.check(buffer, capacity)
    let languages =
      language == nil ? [] : UserLanguages.expanded(try InputText.text(language, "language"))
    let type = try handle.type(type, "type")
    guard let text = type.localizedDescription(in: languages), !text.isEmpty else {
      throw Failure(
        UTYPE_NOT_FOUND, "\(type.identifier): neither the type nor a supertype has a description")
    }
    return OutputText.copy(text, to: buffer, capacity: capacity)
  }
}

/// See the header.
@c @implementation
public func utype_dynamic_identifier(
  _ registry: OpaquePointer?, _ tagClass: UnsafePointer<CChar>?, _ tag: UnsafePointer<CChar>?,
  _ length: Int, _ supertype: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ error: UnsafeMutablePointer<utype_error>?
) -> Int {
  result(registry, error, failed: 0) { (handle: RegistryHandle) throws(Failure) in
    try OutputText.check(buffer, capacity)
    let tag = try InputText.tag(tagClass, tag, length)
    let supertypes =
      supertype == nil
      ? [] : [TypeIdentifier(canonical: try handle.type(supertype, "supertype").identifier)]
    let dynamic = DynamicIdentifier(tags: [tag], conformsTo: supertypes)
    return OutputText.copy(dynamic.identifier.rawValue, to: buffer, capacity: capacity)
  }
}

/// See the header.
@c @implementation
public func utype_is_dynamic(
  _ registry: OpaquePointer?, _ identifier: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<utype_error>?
) -> Int32 {
  result(registry, error, failed: -1) { (handle: RegistryHandle) throws(Failure) in
    handle.registry.type(try InputText.text(identifier, "identifier"))?.isDynamic == true ? 1 : 0
  }
}

extension OutputText {
  /// Checks the memory for a text.
  fileprivate static func check(
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
  ) throws(Failure) {
    guard capacity >= 0, buffer != nil || capacity == 0 else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT, "the buffer is NULL or its capacity exceeds the address space")
    }
  }
}
