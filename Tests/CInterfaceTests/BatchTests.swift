import CUniformTypes
import Testing

@testable import UTICInterface

/// An array in the memory layout of Arrow, which lives as long as the value.
private final class Column {
  private var buffers: [UnsafeMutableRawPointer?]
  private let list: UnsafeMutablePointer<UnsafeRawPointer?>
  private let format: UnsafeMutablePointer<CChar>
  var schema = ArrowSchema()
  var array = ArrowArray()

  init(_ format: String, count: Int, nullCount: Int = 0, _ parts: [[UInt8]?]) {
    self.format = .allocate(capacity: format.utf8.count + 1)
    _ = OutputText.copy(format, to: self.format, capacity: format.utf8.count + 1)
    buffers = parts.map { part in
      part.map { bytes in
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 8), alignment: 16)
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        return memory
      }
    }
    list = .allocate(capacity: max(buffers.count, 1))
    for (index, buffer) in buffers.enumerated() {
      (list + index).initialize(to: buffer.map { UnsafeRawPointer($0) })
    }
    schema.format = UnsafePointer(self.format)
    schema.release = { _ in }
    array.length = Int64(count)
    array.null_count = Int64(nullCount)
    array.n_buffers = Int64(parts.count)
    array.buffers = list
    array.release = { _ in }
  }

  deinit {
    for buffer in buffers { buffer?.deallocate() }
    list.deallocate()
    format.deallocate()
  }

  /// A column of strings with offsets of a width.
  static func strings<Offset: FixedWidthInteger & BitwiseCopyable>(
    _ format: String, _ texts: [String], _: Offset.Type
  ) -> Column {
    var offsets: [Offset] = [0]
    var bytes: [UInt8] = []
    for text in texts {
      bytes += text.utf8
      offsets.append(Offset(bytes.count))
    }
    return Column(format, count: texts.count, [nil, Self.bytes(offsets), bytes])
  }

  static func bytes<Element: BitwiseCopyable>(_ elements: [Element]) -> [UInt8] {
    elements.withUnsafeBytes { Array($0) }
  }

  /// The texts of the rows, or the message of the error.
  func rows() -> [String?] {
    do throws(Failure) {
      let column = try ByteColumn(&schema, &array, "names")
      var rows: [String?] = []
      for row in 0..<column.count {
        rows.append(try column.bytes(row).map { String(decoding: $0, as: UTF8.self) })
      }
      return rows
    } catch {
      return ["error: " + error.message]
    }
  }
}

@Suite struct Batches {
  @Test func `Strings with offsets of both widths have the same rows`() {
    let texts = ["a.png", "", "日.txt"]
    #expect(Column.strings("u", texts, Int32.self).rows() == texts)
    #expect(Column.strings("U", texts, Int64.self).rows() == texts)
    #expect(Column.strings("z", texts, Int32.self).rows() == texts)
  }

  @Test func `Views have their text inside or in a buffer`() {
    let long = "a-long-name-of-a-file.png"
    func view(_ text: String, at start: Int32) -> [UInt8] {
      let bytes = Array(text.utf8)
      guard bytes.count > 12 else {
        return Column.bytes([Int32(bytes.count)]) + bytes
          + Array(repeating: 0, count: 12 - bytes.count)
      }
      return Column.bytes([Int32(bytes.count)]) + bytes.prefix(4) + Column.bytes([Int32(0), start])
    }
    let twelve = "twelve.bytes"
    let views = view("a.png", at: 0) + view(twelve, at: 0) + view(long, at: 3)
    let column = Column(
      "vu", count: 3, [nil, views, Array(("xyz" + long).utf8), Column.bytes([Int64(28)])])
    #expect(column.rows() == ["a.png", twelve, long])
    // A view of a buffer that the array does not have is an error, not a read outside.
    column.array.n_buffers = 3
    #expect(column.rows().first??.hasPrefix("error: row 2 has offsets") == true)
  }

  @Test func `Rows of a fixed width, null rows and an offset are read`() {
    let fixed = Column("w:3", count: 2, [[0b101], Array("abcdefghi".utf8)])
    #expect(fixed.rows() == ["abc", nil])
    fixed.array.offset = 1
    #expect(fixed.rows() == [nil, "ghi"])
    #expect(Column("n", count: 2, []).rows() == [nil, nil])
  }

  @Test func `Damaged arrays are errors`() {
    func error(_ format: String, _ parts: [[UInt8]?], count: Int = 1) -> String {
      Column(format, count: count, parts).rows().first.flatMap(\.self) ?? "none"
    }
    let backwards = Column.bytes([Int32(3), Int32(1)])
    #expect(error("u", [nil, backwards, [1, 2, 3]]).hasPrefix("error: row 0 has offsets"))
    #expect(error("u", [nil, Column.bytes([Int32(-1), Int32(1)]), [1]]).hasPrefix("error: row 0"))
    #expect(error("u", [nil, nil, nil]).contains("lacks buffers"))
    #expect(error("u", [nil]).contains("lacks buffers"))
    #expect(error("u", [nil, [], []], count: -1).contains("out of range"))
    for format in ["i", "w:", "w:-1", "w:x", "+s", ""] {
      #expect(error(format, [nil, [], []]).contains("is a column of"), "\(format)")
    }
    let released = Column.strings("u", ["a"], Int32.self)
    released.array.release = nil
    #expect(released.rows().first??.contains("was released") == true)
  }

  @Test func `A batch of names has the types of each name, with null for unknown ones`() throws {
    let registry = try #require(utype_open_embedded(nil))
    defer { utype_close(registry) }
    let names = Column.strings("u", ["a.png", "b.none-such", "c.png", "d.txt"], Int32.self)
    var schema = ArrowSchema()
    var array = ArrowArray()
    let status = utype_batch_names(
      registry, &names.schema, &names.array, UTYPE_COLUMN_MIME_TYPE, &schema, &array, nil)
    #expect(status == UTYPE_OK)
    defer {
      array.release?(&array)
      schema.release?(&schema)
    }
    #expect(array.length == 4 && array.null_count == 1)
    let indices = try #require(array.buffers?[1]).assumingMemoryBound(to: Int32.self)
    let texts = try #require(array.dictionary).pointee
    let offsets = try #require(texts.buffers?[1]).assumingMemoryBound(to: Int32.self)
    let bytes = try #require(texts.buffers?[2])
    let words = [0, 2, 3].map { row in
      let index = Int(indices[row])
      return String(
        decoding: UnsafeRawBufferPointer(
          start: bytes + Int(offsets[index]), count: Int(offsets[index + 1] - offsets[index])),
        as: UTF8.self)
    }
    #expect(words == ["image/png", "image/png", "text/plain"])
    let validity = try #require(array.buffers?[0]).load(as: UInt8.self)
    #expect(validity & 0xF == 0b1101)
  }

  @Test func `Bytes and names of different lengths are refused`() throws {
    let registry = try #require(utype_open_embedded(nil))
    defer { utype_close(registry) }
    let bytes = Column.strings("z", ["a", "b"], Int32.self)
    let names = Column.strings("u", ["a"], Int32.self)
    var schema = ArrowSchema()
    var array = ArrowArray()
    var error = utype_error()
    let status = utype_batch_bytes(
      registry, &bytes.schema, &bytes.array, &names.schema, &names.array, -1,
      UTYPE_COLUMN_IDENTIFIER,
      &schema, &array, &error)
    #expect(status == UTYPE_INVALID_ARGUMENT && array.release == nil)
    let own = utype_batch_bytes(
      registry, &bytes.schema, &bytes.array, nil, nil, -1, UTYPE_COLUMN_IDENTIFIER, &schema, &array,
      &error)
    #expect(own == UTYPE_OK && array.length == 2)
    array.release?(&array)
    schema.release?(&schema)
  }
}
