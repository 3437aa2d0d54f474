package import UTIDataFormats
internal import UTIPlatform

/// A reader of binary property lists (`bplist00`).
///
/// ```
/// bplist00 | objects | offset table | trailer (32 bytes)
///
/// trailer: 6 unused bytes, size of an offset (1 byte), size of a reference (1 byte),
///          number of objects, index of the root, place of the offset table (8 bytes each)
/// object:  marker (kind in the high half, size or count in the low one; 15: an integer object with
///          the count follows), then bytes, or references to other objects
/// ```
///
/// Numbers are big-endian. The layout follows Apple's published CFBinaryPList. Foundation's reader
/// on Linux is not used: a file that refers to itself or refers to one array many times hangs or
/// crashes it. Here every offset is checked, and depth and number of values are bounded.
package struct BinaryPropertyListReader {
  let bytes: [UInt8]
  private let limits: ReadingLimits
  let offsetSize: Int
  let referenceSize: Int
  let objectCount: Int
  let tableStart: Int
  private let rootIndex: Int
  private var budget: ReadingBudget
  /// The keys are offsets of objects, to which several values may refer.
  private var contents: [Int: PropertyListValue.Content] = [:]

  private static let trailerSize = 32
  private static let position = SourcePosition(line: 1, column: 1)

  package static func recognizes(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: "bplist".utf8)
  }

  /// A value has its path, and as its position line 1 and the byte of the reference to it.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package static func read(
    _ bytes: [UInt8], limits: ReadingLimits
  ) throws(FormatError) -> PropertyListValue {
    var reader = try BinaryPropertyListReader(bytes, limits: limits)
    return try reader.value(at: reader.rootIndex, statedAt: position, path: .root, depth: 1)
  }

  private init(_ bytes: [UInt8], limits: ReadingLimits) throws(FormatError) {
    self.bytes = bytes
    self.limits = limits
    budget = ReadingBudget(documentSize: bytes.count, limits: limits)
    let trailer = bytes.count - Self.trailerSize
    guard trailer >= 8, bytes.starts(with: "bplist0".utf8) else {
      throw Self.damaged("it is cut off, or of an unknown version")
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize,
      let count = Self.number(in: bytes[(trailer + 8)..<(trailer + 16)]),
      let root = Self.number(in: bytes[(trailer + 16)..<(trailer + 24)]),
      let table = Self.number(in: bytes[(trailer + 24)..<(trailer + 32)]),
      table >= 8, table <= trailer, root < count, count <= (trailer - table) / offsetSize
    else { throw Self.damaged("the trailer names places outside of the file") }
    objectCount = count
    rootIndex = root
    tableStart = table
  }

  private static func damaged(_ reason: String) -> FormatError {
    FormatError(
      .notWellFormed, at: position,
      "damaged binary property list: \(reason)", remedy: "write the file again")
  }

  /// nil for a number that does not fit, of up to eight bytes.
  static func number(in bytes: ArraySlice<UInt8>) -> Int? {
    var result: UInt64 = 0
    for byte in bytes { result = result << 8 | UInt64(byte) }
    return Int(exactly: result)
  }
}

// MARK: Objects

extension BinaryPropertyListReader {
  func damaged(_ reason: String, at path: PropertyListPath) -> FormatError {
    Self.damaged(path == .root ? reason : "\(reason) at \(path)")
  }

  private mutating func value(
    at index: Int, statedAt position: SourcePosition, path: PropertyListPath, depth: Int
  ) throws(FormatError) -> PropertyListValue {
    guard depth <= limits.depth else {
      throw FormatError.exceeds("the levels of nested values are", limits.depth, at: position)
    }
    try budget.spend(at: position)
    var place = try offset(of: index, path: path)
    let start = place
    let marker = bytes[place]
    place += 1
    let content: PropertyListValue.Content
    switch (marker >> 4, Int(marker & 15)) {
    case (0, 8): content = .boolean(false)
    case (0, 9): content = .boolean(true)
    case (1, 0...4): content = .integer(try integer(at: place, power: marker & 15, path: path))
    case (2, 2):
      let bits = UInt32(truncatingIfNeeded: try integer(at: place, power: 2, path: path))
      content = .real(Double(Float(bitPattern: bits)))
    case (2, 3):
      let bits = UInt64(truncatingIfNeeded: try integer(at: place, power: 3, path: path))
      content = .real(Double(bitPattern: bits))
    case (3, 3):
      let bits = UInt64(truncatingIfNeeded: try integer(at: place, power: 3, path: path))
      content = .date(Double(bitPattern: bits) + Self.referenceDate)
    case (4, let size):
      let count = try count(size, at: &place, path: path)
      content = try shared(start, size: count, at: position) { (reader) throws(FormatError) in
        .data(Array(try reader.slice(at: place, count: count, path: path)))
      }
    case (5, let size):
      let count = try count(size, at: &place, path: path)
      content = try shared(start, size: count, at: position) { (reader) throws(FormatError) in
        .string(
          String(decoding: try reader.slice(at: place, count: count, path: path), as: UTF8.self))
      }
    case (6, let size):
      let count = try count(size, at: &place, path: path)
      content = try shared(start, size: 2 * count, at: position) { (reader) throws(FormatError) in
        .string(try reader.text(at: place, count: count, path: path))
      }
    case (10, let size), (12, let size):
      let count = try count(size, at: &place, path: path)
      content = .array(try values(at: place, count: count, path: path, depth: depth))
    case (13, let size):
      let count = try count(size, at: &place, path: path)
      content = .dictionary(try entries(at: place, count: count, path: path, depth: depth))
    default:
      throw damaged("an object of unknown kind \(marker)", at: path)
    }
    return PropertyListValue(content, at: position, path: path)
  }

  /// The text or the data is decoded once; the size is in bytes.
  private mutating func shared(
    _ offset: Int, size: Int, at position: SourcePosition,
    _ decode: (BinaryPropertyListReader) throws(FormatError) -> PropertyListValue.Content
  ) throws(FormatError) -> PropertyListValue.Content {
    try budget.spend(steps: 0, bytes: size, at: position)
    // A short text is stored in its value.
    guard size > 15 else { return try decode(self) }
    if let known = contents[offset] { return known }
    let content = try decode(self)
    contents[offset] = content
    return content
  }

  private mutating func values(
    at place: Int, count: Int, path: PropertyListPath, depth: Int
  ) throws(FormatError) -> [PropertyListValue] {
    var result: [PropertyListValue] = []
    for (index, object) in try references(at: place, count: count, path: path).enumerated() {
      result.append(
        try value(
          at: object, statedAt: position(ofReference: index, at: place),
          path: .index(index, of: path), depth: depth + 1))
    }
    return result
  }

  private mutating func entries(
    at place: Int, count: Int, path: PropertyListPath, depth: Int
  ) throws(FormatError) -> [PropertyListEntry] {
    let keys = try references(at: place, count: count, path: path)
    let objects = try references(at: place + count * referenceSize, count: count, path: path)
    var result: [PropertyListEntry] = []
    for (index, (key, object)) in zip(keys, objects).enumerated() {
      let keyPosition = position(ofReference: index, at: place)
      let name = try value(at: key, statedAt: keyPosition, path: path, depth: depth + 1)
      guard case .string(let name) = name.content else {
        throw damaged("the key of a dictionary is \(name.kindName)", at: path)
      }
      let value = try value(
        at: object, statedAt: position(ofReference: count + index, at: place),
        path: .key(name, of: path), depth: depth + 1)
      result.append(PropertyListEntry(key: name, keyPosition: keyPosition, value: value))
    }
    return result
  }

  private func position(ofReference index: Int, at place: Int) -> SourcePosition {
    SourcePosition(line: 1, column: place + index * referenceSize + 1)
  }

  /// The beginning of 2001.
  private static var referenceDate: Double { 978_307_200 }
}

/// Access to the bytes of the file, in which every read is checked.
extension BinaryPropertyListReader {
  func offset(of index: Int, path: PropertyListPath) throws(FormatError) -> Int {
    guard index < objectCount else { throw damaged("a reference to no object", at: path) }
    let entry = tableStart + index * offsetSize
    guard let offset = Self.number(in: bytes[entry..<(entry + offsetSize)]), offset >= 8,
      offset < tableStart
    else { throw damaged("a reference to no object", at: path) }
    return offset
  }

  func slice(
    at place: Int, count: Int, path: PropertyListPath
  ) throws(FormatError) -> ArraySlice<UInt8> {
    guard count >= 0, place <= tableStart, count <= tableStart - place else {
      throw damaged("an object reaches beyond the end", at: path)
    }
    return bytes[place..<(place + count)]
  }

  /// The size is a power of two: unsigned up to four bytes, signed from eight on.
  func integer(at place: Int, power: UInt8, path: PropertyListPath) throws(FormatError) -> Int128 {
    var bits: UInt128 = 0
    for byte in try slice(at: place, count: 1 << Int(power), path: path) {
      bits = bits << 8 | UInt128(byte)
    }
    return power == 3 ? Int128(Int64(truncatingIfNeeded: bits)) : Int128(truncatingIfNeeded: bits)
  }

  /// The count is in a marker, or after it.
  func count(_ size: Int, at place: inout Int, path: PropertyListPath) throws(FormatError) -> Int {
    guard size == 15 else { return size }
    let marker = try slice(at: place, count: 1, path: path).first ?? 0
    guard marker >> 4 == 1, marker & 15 <= 3 else {
      throw damaged("a count that is not an integer", at: path)
    }
    let value = try integer(at: place + 1, power: marker & 15, path: path)
    place += 1 + 1 << Int(marker & 15)
    guard let count = Int(exactly: value), 0...bytes.count ~= count else {
      throw damaged("a count beyond the end", at: path)
    }
    return count
  }

  func references(at place: Int, count: Int, path: PropertyListPath) throws(FormatError) -> [Int] {
    let all = try slice(at: place, count: count * referenceSize, path: path)
    var result: [Int] = []
    for start in stride(from: all.startIndex, to: all.endIndex, by: referenceSize) {
      guard let index = Self.number(in: all[start..<(start + referenceSize)]) else {
        throw damaged("a reference to no object", at: path)
      }
      result.append(index)
    }
    return result
  }

  /// UTF-16, most significant byte first.
  func text(at place: Int, count: Int, path: PropertyListPath) throws(FormatError) -> String {
    let all = try slice(at: place, count: count * 2, path: path)
    var units: [UInt16] = []
    units.reserveCapacity(count)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      units.append(UInt16(all[index]) << 8 | UInt16(all[index + 1]))
    }
    return String(decoding: units, as: UTF16.self)
  }
}
