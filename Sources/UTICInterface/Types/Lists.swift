// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
import CUniformTypes

/// See the header.
@c @implementation
public func utype_list_count(_ list: OpaquePointer?) -> Int {
  Handle<CTextList>.with(list) { $0.count } ?? 0
}

/// See the header.
@c @implementation
public func utype_list_item(_ list: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
  Handle<CTextList>.with(list) { $0.pointer(at: index) } ?? nil
}

/// See the header.
@c @implementation
public func utype_list_free(_ list: OpaquePointer?) { Handle<CTextList>.free(list) }
