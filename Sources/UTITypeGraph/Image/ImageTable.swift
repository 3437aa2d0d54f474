/// One section of an image: records of 32-bit words.
///
/// Every read is checked against the section, so an altered image can give wrong results but a read
/// never leaves its bytes. A read outside the section gives zero, which every field treats as
/// "none" or "first".
struct ImageTable: @unchecked Sendable {
  // Sendable because the words belong to an `ImageStorage`, whose bytes never change; the image
  // that holds the table keeps the storage alive.
  private let words: UnsafePointer<UInt32>?
  private let wordCount: Int
  private let width: Int
  /// The number of records.
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer, width: Int) {
    words = bytes.baseAddress?.assumingMemoryBound(to: UInt32.self)
    wordCount = words == nil ? 0 : bytes.count / 4
    self.width = width
    count = wordCount / width
  }

  /// The words of all records.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: words, count: wordCount * 4) }

  /// All words, for loops that check their bounds once; the image has to outlive them.
  var elements: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: words, count: wordCount)
  }

  /// Returns the words of a record, one for each of its fields; nil when there is no such record.
  @inline(__always)
  func record(_ index: Int) -> UnsafePointer<UInt32>? {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let words else { return nil }
    return words + index &* width
  }

  /// Returns a word of a table whose records are single words.
  @inline(__always)
  subscript(_ index: Int) -> UInt32 {
    guard UInt(bitPattern: index) < UInt(bitPattern: wordCount), let words else { return 0 }
    return words[index]
  }

  /// Returns a field of a record.
  @inline(__always)
  subscript<Field: RawRepresentable<Int>>(_ record: Int, _ field: Field) -> UInt32 {
    guard UInt(bitPattern: record) < UInt(bitPattern: count) else { return 0 }
    return self[record &* width &+ field.rawValue]
  }

  /// Returns the records from a first one on, limited to the existing ones.
  @inline(__always)
  func range(first: UInt32, count: UInt32) -> Range<Int> {
    let start = min(Int(first), self.count)
    return start..<min(start &+ Int(count), self.count)
  }
}

/// The fields of a record with a position in a file.
protocol PlacedField: RawRepresentable<Int> {
  static var line: Self { get }
  static var column: Self { get }
}

/// The fields of a record with a file and a position.
protocol SourcedField: PlacedField {
  static var source: Self { get }
}

extension ImageTable {
  /// Returns the position of a record's statement.
  func position<Field: PlacedField>(_ record: Int, _ fields: Field.Type) -> SourcePosition {
    SourcePosition(line: Int(self[record, Field.line]), column: Int(self[record, Field.column]))
  }
}
