import DeclarationTestSupport
import Foundation
import TestSupport
import Testing
import UTIDataFormats
import UTITypeDeclarations
import UTITypeGraph
import UTIXMLFormats

/// Writes a binary property list from the bytes of its objects, the first of which is the root.
private func file(_ objects: [[UInt8]], root: Int = 0, referenceSize: UInt8 = 1) -> [UInt8] {
  var bytes = Array("bplist00".utf8)
  var table: [UInt8] = []
  for object in objects {
    table += [UInt8(bytes.count >> 16), UInt8(bytes.count >> 8 & 255), UInt8(bytes.count & 255)]
    bytes += object
  }
  func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(value >> (56 - 8 * $0) & 255) } }
  let start = bytes.count
  return bytes + table + [0, 0, 0, 0, 0, 0, 3, referenceSize] + number(objects.count)
    + number(root) + number(start)
}

private func read(
  _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()
) throws(FormatError) -> PropertyListValue {
  try BinaryPropertyListReader.read(bytes, limits: limits)
}

@Suite("The binary property-list reader")
struct BinaryPropertyListTests {
  @Test(
    "reads every kind of object",
    arguments: [
      ([0x08], PropertyListValue.Content.boolean(false)),
      ([0x09], .boolean(true)),
      ([0x10, 0xFF], .integer(255)),
      ([0x11, 0x01, 0x00], .integer(256)),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(0xFFFF_FFFF)),
      ([0x13] + [UInt8](repeating: 0xFF, count: 8), .integer(-1)),
      (
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
        .integer(0xFFFF_FFFF_FFFF_FFFF)
      ),
      ([0x22, 0x3F, 0x80, 0, 0], .real(1)),
      ([0x23, 0xC0, 0, 0, 0, 0, 0, 0, 0], .real(-2)),
      ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], .date(978_307_200)),
      ([0x42, 7, 8], .data([7, 8])),
      ([0x52, 0x68, 0x69], .string("hi")),
      ([0x61, 0x20, 0xAC], .string("€")),
      ([0x5F, 0x10, 0x02, 0x68, 0x69], .string("hi")),
      ([0xA0], .array([])),
      ([0xD0], .dictionary([])),
    ])
  func objects(object: [UInt8], expected: PropertyListValue.Content) throws {
    #expect(try read(file([object])).content == expected)
  }

  @Test("gives every value its path from the root")
  func paths() throws {
    let bytes = file([[0xD1, 1, 2], [0x51, 0x6B], [0xA2, 3, 3], [0x09]])
    guard case .array(let values)? = try read(bytes)["k"]?.content else {
      Issue.record("not an array")
      return
    }
    #expect(values.map { $0.path?.description } == ["k[0]", "k[1]"])
  }

  @Test(
    "rejects damage",
    arguments: [
      file([[0x0F]]), file([[0x1F]]), file([[0xA1, 9]]), file([[0xA9, 0]]), file([[0x4F, 0x33]]),
      file([[0x4F, 0x10, 0xFF]]), file([[0x5E]]), file([[0x6E, 0]]), file([[0xD1, 1, 1], [0x09]]),
      file([[0x09]], root: 1), file([[0x09]], referenceSize: 0), file([[0x09]], referenceSize: 9),
      file([[0xA1] + [UInt8](repeating: 0xFF, count: 8)], referenceSize: 8), file([]),
      file([[0x4F, 0x13] + [UInt8](repeating: 0xFF, count: 8)]),
      file([[0x4F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)]),
    ])
  func damaged(bytes: [UInt8]) {
    #expect {
      try read(bytes)
    } throws: { error in
      (error as? FormatError)?.code == .notWellFormed
    }
  }

  @Test("ends at an object that contains itself, and at one that is referenced 2^40 times")
  func bombs() {
    let itself = file([[0xA2, 0, 0]])
    let bomb = file((0..<40).map { [0xA2, $0 + 1, $0 + 1] } + [[0x09]])
    for bytes in [itself, bomb] {
      #expect {
        try read(bytes)
      } throws: { error in
        (error as? FormatError)?.code == .limitExceeded
      }
    }
  }

  /// An array of references to one object.
  private static func repeated(_ count: UInt16, _ object: [UInt8]) -> [UInt8] {
    let references = [UInt8](repeating: 1, count: Int(count))
    return file([[0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)] + references, object])
  }

  @Test("decodes a text once, however many values state it")
  func sharedText() throws {
    let text = [0x5F, 0x11, 0x10, 0x00] + [UInt8](repeating: 0x61, count: 4096)
    let value = try read(Self.repeated(20, text))
    guard case .array(let values) = value.content else {
      Issue.record("not an array")
      return
    }
    var storages: Set<UnsafeRawPointer> = []
    for value in values {
      guard case .string(var text) = value.content else { continue }
      #expect(text.utf8.count == 4096)
      text.withUTF8 { if let start = $0.baseAddress { storages.insert(start) } }
    }
    #expect(values.count == 20 && storages.count == 1)
  }

  @Test(
    "rejects a text or data that is stated many more times than it is stored",
    arguments: [
      [0x5F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x61, count: 1 << 16),
      [0x4F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x61, count: 1 << 16),
      [0x6F, 0x12, 0, 0, 0x80, 0] + [UInt8](repeating: 0x61, count: 1 << 16),
    ])
  func repeatedText(object: [UInt8]) throws {
    _ = try read(Self.repeated(16, object))
    #expect {
      try read(Self.repeated(4000, object))
    } throws: { error in
      (error as? FormatError)?.code == .limitExceeded
    }
  }

  @Test("accepts a value for each byte of the file, and the spare ones")
  func steps() throws {
    var limits = ReadingLimits()
    limits.spareStepCount = 0
    // The array is one value, and the trailer and the table have enough bytes for it.
    _ = try read(Self.repeated(1000, [0x09]), limits: limits)
    // Each level states the next one twice.
    let doubling = file((0..<8).map { [0xA2, $0 + 1, $0 + 1] } + [[0x09]])
    #expect(throws: FormatError.self) { try read(doubling, limits: limits) }
    limits.spareStepCount = 511
    _ = try read(doubling, limits: limits)
  }

  @Test("survives every truncation and every changed byte")
  func fuzz() throws {
    let value = try PropertyListSerialization.propertyList(
      from: Data(try fixture("editor.plist")), format: nil)
    let bytes = [UInt8](
      try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    for count in bytes.indices {
      #expect(throws: FormatError.self) { try read(Array(bytes.prefix(count))) }
    }
    var generator = SeededGenerator(seed: 7)
    var limits = ReadingLimits()
    limits.spareStepCount = 10_000
    var refused = 0
    for _ in 0..<5000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        changed[index] = UInt8.random(in: 0...255, using: &generator)
      }
      do throws(FormatError) {
        _ = try read(changed, limits: limits)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}
