internal import UTIPlatform

/// The texts in languages of one file, their bytes one behind the other.
package final class LocalizedTextStore: Sendable {
  /// Where a text stands and what is known of it.
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

  /// Calls a body with the bytes of all texts, in which the entries say where each stands.
  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes(body)
  }

  func withText<Result>(
    at place: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = Int(entries[place].start)
    let end = start + Int(entries[place].count)
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
  }

  func withLanguage<Result>(
    of place: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    languages.withBytes(of: Int(entries[place].language), body)
  }

  /// Collects the texts of a file.
  package struct Builder {
    private var entries: [Entry] = []
    private var languages = StringInterner()
    /// The language that was met last with a hash, or more than there are; empty for a few texts.
    private var recentLanguages: [Int] = []
    private static let recentCount = 1_024
    private var bytes: [UInt8] = []
    private var language = 0
    private var position = SourcePosition.none
    private var start = 0

    package init() {}

    /// The number of texts so far.
    package var count: Int { entries.count }

    /// Makes room for the texts of a document of some size, so that the lists need not grow.
    package mutating func reserve(forDocumentOf size: Int) {
      // What a translated database has; room that is not used is never touched.
      bytes.reserveCapacity(size / 3)
      entries.reserveCapacity(size / 64)
      recentLanguages = Array(repeating: .max, count: Self.recentCount)
    }

    /// Begins a text, of which nothing counts before its end.
    ///
    /// - Parameters:
    ///   - language: the language as the file writes it; no bytes when it names none.
    ///   - position: where the text is stated.
    package mutating func begin(
      language: UnsafeRawBufferPointer, at position: SourcePosition
    ) {
      self.language = number(of: language)
      self.position = position
      start = bytes.count
    }

    /// Every text names its language, of which there are a hundred: nearly all are found at the one
    /// place where they can be, without going through a table.
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

    /// Adds UTF-8 to the text.
    package mutating func append(_ text: UnsafeRawBufferPointer) {
      bytes += text
    }

    /// Ends a text.
    ///
    /// - Parameter part: the part of the text that counts; nil for a text that is none.
    /// - Returns: whether there is a text.
    package mutating func end(
      _ part: (UnsafeRawBufferPointer) -> Range<Int>?
    ) -> Bool {
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

    /// The texts so far.
    package var store: LocalizedTextStore {
      LocalizedTextStore(entries: entries, languages: languages, bytes: bytes)
    }
  }
}
