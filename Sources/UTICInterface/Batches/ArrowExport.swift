import CUniformTypes
import UTIPlatform

/// Columns in separate memory, which their release functions free.
enum ArrowExport {
  /// 32-bit indices into a dictionary of strings.
  static func write(
    _ column: DictionaryColumn, to schema: UnsafeMutablePointer<ArrowSchema>,
    _ array: UnsafeMutablePointer<ArrowArray>
  ) {
    let textSchema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
    textSchema.initialize(to: self.schema("u"))
    schema.initialize(to: self.schema("i"))
    schema.pointee.dictionary = textSchema

    let texts = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
    texts.initialize(to: self.texts(of: column.texts))
    let validity = column.nullCount == 0 ? nil : validity(of: column.indices)
    array.initialize(
      to: self.array(
        length: column.indices.count, nullCount: column.nullCount,
        buffers: [validity, copy(column.indices.map { max($0, 0) })]))
    array.pointee.dictionary = texts
  }

  private static func texts(of texts: [String]) -> ArrowArray {
    var offsets: [Int32] = [0]
    var bytes: [UInt8] = []
    for text in texts {
      bytes += text.utf8
      offsets.append(Int32(clamping: bytes.count))
    }
    return array(length: texts.count, nullCount: 0, buffers: [nil, copy(offsets), copy(bytes)])
  }

  /// A bit for each row, which is set if the row is not null.
  private static func validity(of indices: [Int32]) -> UnsafeMutableRawPointer {
    var bits = [UInt8](repeating: 0, count: (indices.count + 7) / 8)
    for row in indices.indices where indices[row] != DictionaryColumn.null {
      bits[row >> 3] |= 1 << (row & 7)
    }
    return copy(bits)
  }

  private static func copy<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafeMutableRawPointer {
    elements.withUnsafeBytes { bytes in
      let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 64), alignment: 64)
      if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
      return memory
    }
  }

  private static func array(
    length: Int, nullCount: Int, buffers: [UnsafeMutableRawPointer?]
  ) -> ArrowArray {
    let pointers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: buffers.count)
    for (place, buffer) in buffers.enumerated() {
      (pointers + place).initialize(to: buffer.map { UnsafeRawPointer($0) })
    }
    var array = ArrowArray()
    array.length = Int64(length)
    array.null_count = Int64(nullCount)
    array.n_buffers = Int64(buffers.count)
    array.buffers = pointers
    array.release = { array in
      guard let array, array.pointee.release != nil else { return }
      if let buffers = array.pointee.buffers {
        for place in 0..<Int(array.pointee.n_buffers) { buffers[place]?.deallocate() }
        buffers.deallocate()
      }
      if let dictionary = array.pointee.dictionary {
        dictionary.pointee.release?(dictionary)
        dictionary.deallocate()
      }
      array.pointee.release = nil
    }
    return array
  }

  private static func schema(_ format: StaticString) -> ArrowSchema {
    var schema = ArrowSchema()
    schema.format = Words.pointer(format)
    schema.name = Words.pointer("")
    schema.flags = Int64(ARROW_FLAG_NULLABLE)
    schema.release = { schema in
      guard let schema, schema.pointee.release != nil else { return }
      if let dictionary = schema.pointee.dictionary {
        dictionary.pointee.release?(dictionary)
        dictionary.deallocate()
      }
      schema.pointee.release = nil
    }
    return schema
  }
}
