internal import Foundation

/// Finds the classes of ``NSDocument`` that override a function that writes: such an override runs
/// on the main actor, and may use the file that `super` has written.
///
/// A class has a table of its functions, with the same entry as the class it inherits one from. If
/// the tables of three known classes do not show that, every class counts as one that overrides.
enum WritingOverrides {
  /// True for an override of a superclass too; complexity: constant.
  static func exist(in documentClass: NSDocument.Type) -> Bool {
    guard let entries else { return true }
    let table = ClassTable(documentClass)
    return !ClassTable(NSDocument.self).isEqual(to: table, at: entries)
  }

  /// The places of the functions in the table; nil if they are unknown.
  private static let entries: [Int]? = {
    let table = ClassTable(NSDocument.self)
    let without = ClassTable(WithoutOverrides.self)
    let with = ClassTable(WithOverrides.self)
    guard let places = table.places else { return nil }
    let found = places.filter {
      table.isEqual(to: without, at: [$0]) && !table.isEqual(to: with, at: [$0])
    }
    return found.count == WithOverrides.count ? found : nil
  }()
}

/// The words of a class in Swift's runtime: a header, the words of its superclass, its functions
/// and the offsets of its properties.
private struct ClassTable {
  private static let headerCount = 7
  private let words: UnsafePointer<UInt64>

  init(_ documentClass: NSDocument.Type) {
    words = unsafeBitCast(documentClass as AnyClass, to: UnsafePointer<UInt64>.self)
  }

  /// The places of all words after the header; nil for an unexpected size.
  var places: Range<Int>? {
    guard MemoryLayout<UInt>.size == 8 else { return nil }
    // The fifth word has the size of the class, and the part of it that precedes the first word.
    let (size, start) = (Int(words[4] & 0xFFFF_FFFF), Int(words[4] >> 32))
    let count = (size - start) / 8
    return Self.headerCount < count && count < 4096 ? Self.headerCount..<count : nil
  }

  func isEqual(to other: ClassTable, at places: [Int]) -> Bool {
    places.allSatisfy { words[$0] == other.words[$0] }
  }
}

private final class WithoutOverrides: NSDocument {}

private final class WithOverrides: NSDocument {
  nonisolated static let count = 3

  nonisolated override func writeSafely(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) throws {
    try super.writeSafely(to: url, ofType: typeName, for: saveOperation)
  }

  override func write(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    originalContentsURL: URL?
  ) throws {
    try super.write(
      to: url, ofType: typeName, for: saveOperation, originalContentsURL: originalContentsURL)
  }

  override func write(to url: URL, ofType typeName: String) throws {
    try super.write(to: url, ofType: typeName)
  }
}
