/// One section of an image: records of 32-bit words.
///
/// Every read is checked against the section, so that an altered image only gives wrong results. A
/// read outside gives zero, which every field treats as "none" or "first".
struct ImageTable: @unchecked Sendable {
  // Sendable because the words belong to an `ImageStorage`, whose bytes never change; the image
  // that holds the table keeps the storage alive.
  private let words: UnsafePointer<UInt32>?
  private let wordCount: Int
  private let width: Int
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer, width: Int) {
    words = bytes.baseAddress?.assumingMemoryBound(to: UInt32.self)
    wordCount = words == nil ? 0 : bytes.count / 4
    self.width = width
    count = wordCount / width
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: words, count: wordCount * 4) }

  /// Loops over it check their bounds once; the image has to outlive it.
  var elements: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: words, count: wordCount)
  }

  /// One word for each field; nil when there is no such record.
  @inline(__always)
  func record(_ index: Int) -> UnsafePointer<UInt32>? {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let words else { return nil }
    return words + index &* width
  }

  /// A word of a table whose records are single words.
  @inline(__always)
  subscript(_ index: Int) -> UInt32 {
    guard UInt(bitPattern: index) < UInt(bitPattern: wordCount), let words else { return 0 }
    return words[index]
  }

  @inline(__always)
  subscript<Field: RawRepresentable<Int>>(_ record: Int, _ field: Field) -> UInt32 {
    guard UInt(bitPattern: record) < UInt(bitPattern: count) else { return 0 }
    return self[record &* width &+ field.rawValue]
  }

  /// Limited to the existing records.
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
  func position<Field: PlacedField>(_ record: Int, _ fields: Field.Type) -> SourcePosition {
    SourcePosition(line: Int(self[record, Field.line]), column: Int(self[record, Field.column]))
  }
}
