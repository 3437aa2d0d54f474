// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import UTITypeGraph
import UniformTypes

/// See the header.
@c @implementation
public func utype_for_name(
  _ registry: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<utype_error>?
) -> UnsafePointer<CChar>? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let bytes = try InputText.bytes(name, length, "name")
    guard let place = handle.registry.place(ofFileName: bytes) else {
      throw Failure(UTYPE_NOT_FOUND, "no declared type has this name; identify the content")
    }
    return handle.identifier(at: place)
  }
}

/// See the header.
@c @implementation
public func utype_for_identifier(
  _ registry: OpaquePointer?, _ identifier: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<utype_error>?
) -> UnsafePointer<CChar>? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    handle.identifier(at: try handle.place(identifier, "identifier"))
  }
}

/// See the header.
@c @implementation
public func utype_for_extension(
  _ registry: OpaquePointer?, _ fileExtension: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<utype_error>?
) -> UnsafePointer<CChar>? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let text = try InputText.text(fileExtension, length, "extension")
    return try handle.declared(
      handle.registry.type(filenameExtension: text), "a filename extension", "without a dot")
  }
}

/// See the header.
@c @implementation
public func utype_for_mime_type(
  _ registry: OpaquePointer?, _ mimeType: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<utype_error>?
) -> UnsafePointer<CChar>? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let text = try InputText.text(mimeType, length, "mime_type")
    let type = handle.registry.type(mimeType: text)
    // Aliases are names of shared-mime-info, not tags.
    let known = type?.place == nil ? handle.registry.type(canonicalMIMEType: text) ?? type : type
    return try handle.declared(known, "a MIME type", "of the form media/subtype")
  }
}

/// See the header.
@c @implementation
public func utype_for_tag(
  _ registry: OpaquePointer?, _ tagClass: UnsafePointer<CChar>?, _ tag: UnsafePointer<CChar>?,
  _ length: Int, _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    let tag = try InputText.tag(tagClass, tag, length)
    let types = handle.registry.candidates(for: tag, beginsWithName: false).types
    return Handle.make(CTextList(types.map(\.identifier)))
  }
}

extension InputText {
  /// Valid in its class.
  static func tag(
    _ tagClass: UnsafePointer<CChar>?, _ tag: UnsafePointer<CChar>?, _ length: Int
  ) throws(Failure) -> Tag {
    let result = Tag(
      tagClass: TagClass(rawValue: try text(tagClass, "tag_class")),
      value: try text(tag, length, "tag"))
    guard result.isValid, !result.value.isEmpty, !result.tagClass.rawValue.isEmpty else {
      throw Failure(
        UTYPE_INVALID_TEXT,
        "\"\(result.value)\" is not a tag of \(result.tagClass.rawValue); pass an extension without a dot"
      )
    }
    return result
  }
}

extension RegistryHandle {
  @inline(__always)
  func place(
    _ identifier: UnsafePointer<CChar>?, _ argument: String
  ) throws(Failure) -> TypeIndex {
    let bytes = try InputText.bytes(identifier, InputText.terminated, argument)
    guard let place = registry.place(ofIdentifier: bytes) else {
      throw .unknownType(String(decoding: bytes, as: UTF8.self))
    }
    return place
  }

  /// The type may be dynamic.
  func type(_ identifier: UnsafePointer<CChar>?, _ argument: String) throws(Failure) -> UTType {
    let text = try InputText.text(identifier, argument)
    guard let type = registry.type(text) else { throw .unknownType(text) }
    return type
  }

  /// Only if a declaration has the identifier.
  fileprivate func declared(
    _ type: UTType?, _ subject: String, _ form: String
  ) throws(Failure) -> UnsafePointer<CChar>? {
    guard let type else {
      throw Failure(UTYPE_INVALID_TEXT, "the text is not \(subject); pass it \(form)")
    }
    guard let place = type.place else {
      throw Failure(
        UTYPE_NOT_FOUND, "no declared type has it; utype_dynamic_identifier makes a dynamic one")
    }
    return identifier(at: place)
  }
}
