internal import UTIPortable

/// The localized texts of one file, with their bytes in one buffer.
package final class LocalizedTextStore: Sendable {
  /// The place, language and position of a text.
  struct Entry {
    let language: UInt32
    let start: UInt32
    let count: UInt32
    let line: UInt32
    let column: UInt32
  }

  let entries: [Entry]
  let languages: StringInterner
  private let bytes: [UInt8]

  static let empty = Builder().store

  private init(entries: [Entry], languages: StringInterner, bytes: [UInt8]) {
    self.entries = entries
    self.languages = languages
    self.bytes = bytes
  }

  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes(body)
  }

  func withText<Result>(at place: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = Int(entries[place].start)
    let end = start + Int(entries[place].count)
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
  }

  func withLanguage<Result>(of place: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    languages.withBytes(of: Int(entries[place].language), body)
  }

  /// Collects the texts of a file.
  package struct Builder {
    private var entries: [Entry] = []
    private var languages = StringInterner()
    /// The latest language of each hash, or an index past the end; empty for a few texts.
    private var recentLanguages: [Int] = []
    private static let recentCount = 1_024
    private var bytes: [UInt8] = []
    private var language = 0
    private var position = SourcePosition.none
    private var start = 0

    package init() {}

    package var count: Int { entries.count }

    /// The lists need not grow for a document of this size.
    package mutating func reserve(forDocumentOf size: Int) {
      // The share of texts in a translated database; unused room is never touched.
      bytes.reserveCapacity(size / 3)
      entries.reserveCapacity(size / 64)
      recentLanguages = Array(repeating: .max, count: Self.recentCount)
    }

    /// A text is added only at its end; an empty language means that the file names none.
    package mutating func begin(language: UnsafeRawBufferPointer, at position: SourcePosition) {
      self.language = number(of: language)
      self.position = position
      start = bytes.count
    }

    /// One place for each hash nearly always has one of the hundred languages, without a table.
    private mutating func number(of language: UnsafeRawBufferPointer) -> Int {
      guard !recentLanguages.isEmpty else { return languages.number(of: language) }
      let place = Int(truncatingIfNeeded: InternTable.hash(language)) & (Self.recentCount - 1)
      let recent = recentLanguages[place]
      if recent < languages.count,
        languages.withBytes(of: recent, { $0.hasBytes(of: language) })
      {
        return recent
      }
      recentLanguages[place] = languages.number(of: language)
      return recentLanguages[place]
    }

    package mutating func append(_ text: UnsafeRawBufferPointer) {
      bytes += text
    }

    /// Keeps the part, or discards the text for nil; returns whether a text was added.
    package mutating func end(_ part: (UnsafeRawBufferPointer) -> Range<Int>?) -> Bool {
      let range = bytes.withUnsafeBytes { bytes in
        part(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
      guard let range else { return false }
      entries.append(
        Entry(
          language: UInt32(language), start: UInt32(start + range.lowerBound),
          count: UInt32(range.count), line: UInt32(clamping: position.line),
          column: UInt32(clamping: position.column)))
      return true
    }

    package var store: LocalizedTextStore {
      LocalizedTextStore(entries: entries, languages: languages, bytes: bytes)
    }
  }
}
