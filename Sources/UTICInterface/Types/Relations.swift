// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import UTITypeGraph
import UniformTypes

/// See the header.
@c @implementation
public func utype_conforms(
  _ registry: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ supertype: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<utype_error>?
) -> Int32 {
  result(registry, error, failed: -1) { (handle: RegistryHandle) throws(Failure) in
    let bytes = try InputText.bytes(type, InputText.terminated, "type")
    let superBytes = try InputText.bytes(supertype, InputText.terminated, "supertype")
    if let place = handle.registry.place(ofIdentifier: bytes),
      let superplace = handle.registry.place(ofIdentifier: superBytes)
    {
      return handle.registry.conforms(place, to: superplace) ? 1 : 0
    }
    let types = (try handle.type(type, "type"), try handle.type(supertype, "supertype"))
    return types.0.conforms(to: types.1) ? 1 : 0
  }
}

/// See the header.
@c @implementation
public func utype_supertypes(
  _ registry: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ reach: utype_reach,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    try handle.relatives(type, reach, \.parents)
  }
}

/// See the header.
@c @implementation
public func utype_subtypes(
  _ registry: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ reach: utype_reach,
  _ error: UnsafeMutablePointer<utype_error>?
) -> OpaquePointer? {
  result(registry, error, failed: nil) { (handle: RegistryHandle) throws(Failure) in
    try handle.relatives(type, reach, \.children)
  }
}

extension RegistryHandle {
  /// The nearest first.
  fileprivate func relatives(
    _ identifier: UnsafePointer<CChar>?, _ reach: utype_reach, _ direct: (UTType) -> [UTType]
  ) throws(Failure) -> OpaquePointer {
    guard reach == UTYPE_DIRECT || reach == UTYPE_ALL else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT, "reach is \(reach.rawValue); pass UTYPE_DIRECT or UTYPE_ALL")
    }
    let type = try type(identifier, "type")
    var seen: Set<UTType> = [type]
    var found: [UTType] = []
    var pending = [type][...]
    while let next = pending.popFirst() {
      for relative in direct(next) where seen.insert(relative).inserted {
        found.append(relative)
        if reach == UTYPE_ALL { pending.append(relative) }
      }
    }
    return Handle.make(CTextList(found.map(\.identifier)))
  }
}
