internal import UTIDataFormats

/// Access to the bytes of the file, in which every read is checked.
extension BinaryPropertyListReader {
  func offset(
    of index: Int, path: PropertyListPath
  ) throws(FormatError) -> Int {
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

  /// Returns an integer whose size is a power of two: unsigned up to four bytes, signed from eight
  /// on.
  func integer(
    at place: Int, power: UInt8, path: PropertyListPath
  ) throws(FormatError) -> Int128 {
    var bits: UInt128 = 0
    for byte in try slice(at: place, count: 1 << Int(power), path: path) {
      bits = bits << 8 | UInt128(byte)
    }
    return power == 3 ? Int128(Int64(truncatingIfNeeded: bits)) : Int128(truncatingIfNeeded: bits)
  }

  /// Returns the count in a marker, or the one after it.
  func count(
    _ size: Int, at place: inout Int, path: PropertyListPath
  ) throws(FormatError) -> Int {
    guard size == 15 else { return size }
    let marker = try slice(at: place, count: 1, path: path).first ?? 0
    guard marker >> 4 == 1, marker & 15 <= 3 else {
      throw damaged("a count that is no integer", at: path)
    }
    let value = try integer(at: place + 1, power: marker & 15, path: path)
    place += 1 + 1 << Int(marker & 15)
    guard let count = Int(exactly: value), 0...bytes.count ~= count else {
      throw damaged("a count beyond the end", at: path)
    }
    return count
  }

  func references(
    at place: Int, count: Int, path: PropertyListPath
  ) throws(FormatError) -> [Int] {
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

  /// Returns UTF-16 text, most significant byte first.
  func text(
    at place: Int, count: Int, path: PropertyListPath
  ) throws(FormatError) -> String {
    let all = try slice(at: place, count: count * 2, path: path)
    var units: [UInt16] = []
    units.reserveCapacity(count)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      units.append(UInt16(all[index]) << 8 | UInt16(all[index + 1]))
    }
    return String(decoding: units, as: UTF16.self)
  }
}
