// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The compiler compares functions with the header by their names.
public import CUniformTypes
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// See the header.
@c @implementation
public func utype_batch_names(
  _ registry: OpaquePointer?, _ schema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ column: utype_column,
  _ resultSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ result: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<utype_error>?
) -> utype_status {
  batch(registry, column, resultSchema, result, error) { (handle) throws(Failure) in
    let names = try ByteColumn(schema, names, "names")
    let wantsMIMETypes = column == UTYPE_COLUMN_MIME_TYPE
    var texts = DictionaryColumn(rowCount: names.count, keyCount: handle.registry.placeCount)
    for row in 0..<names.count {
      let place = try names.bytes(row).flatMap {
        handle.registry.place(ofFileName: $0.assumingMemoryBound(to: UInt8.self))
      }
      guard let place else {
        texts.appendNull()
        continue
      }
      texts.append(key: Int(place.rawValue)) {
        let type = handle.registry.type(at: place)
        return wantsMIMETypes ? type.canonicalMIMEType : type.identifier
      }
    }
    return texts
  }
}

/// See the header.
@c @implementation
public func utype_batch_bytes(
  _ registry: OpaquePointer?, _ schema: UnsafePointer<ArrowSchema>?,
  _ bytes: UnsafePointer<ArrowArray>?, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ limit: Int, _ column: utype_column,
  _ resultSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ result: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<utype_error>?
) -> utype_status {
  batch(registry, column, resultSchema, result, error) { (handle) throws(Failure) in
    let rows = try ByteColumn(schema, bytes, "bytes")
    let names = names == nil ? nil : try ByteColumn(namesSchema, names, "names")
    guard names.map({ $0.count == rows.count }) ?? true else {
      throw Failure(UTYPE_INVALID_ARGUMENT, "bytes and names differ in length; pass equal lengths")
    }
    let limit = limit < 0 ? Int.max : limit
    let wantsMIMETypes = column == UTYPE_COLUMN_MIME_TYPE
    // A verdict has a separate key if nothing is known.
    var texts = DictionaryColumn(
      rowCount: rows.count, keyCount: 2 * handle.registry.placeCount)
    for row in 0..<rows.count {
      guard let bytes = try rows.bytes(row) else {
        texts.appendNull()
        continue
      }
      let name = try names?.bytes(row).map { String(decoding: $0, as: UTF8.self) }
      let size = bytes.count < limit ? UInt64(bytes.count) : .max
      let verdict = handle.registry.identify(
        bytes: bytes, name: name, size: wholeSize(size, count: bytes.count))
      texts.append(key: verdict.typeKey) {
        wantsMIMETypes ? verdict.mimeType : verdict.type.rawValue
      }
    }
    return texts
  }
}

/// Checks what both batches are given, and writes the column that a body makes.
private func batch(
  _ registry: OpaquePointer?, _ column: utype_column,
  _ resultSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ resultArray: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<utype_error>?,
  _ body: (RegistryHandle) throws(Failure) -> DictionaryColumn
) -> utype_status {
  var status = UTYPE_INVALID_HANDLE
  let texts: DictionaryColumn? = result(registry, error, failed: nil) {
    (handle: RegistryHandle) throws(Failure) in
    do throws(Failure) {
      guard column == UTYPE_COLUMN_IDENTIFIER || column == UTYPE_COLUMN_MIME_TYPE else {
        throw Failure(UTYPE_INVALID_ARGUMENT, "column is \(column.rawValue); pass a utype_column")
      }
      guard resultSchema != nil else { throw .null("result_schema") }
      guard resultArray != nil else { throw .null("result") }
      return try body(handle)
    } catch {
      status = error.status
      throw error
    }
  }
  guard let texts, let resultSchema, let resultArray else {
    return registry == nil ? UTYPE_INVALID_ARGUMENT : status
  }
  ArrowExport.write(texts, to: resultSchema, resultArray)
  return UTYPE_OK
}
