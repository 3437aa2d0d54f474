internal import UTIPortable

/// A range of the store that all texts of a file share.
///
/// A database has tens of thousands of texts, most never read: each is a string only on access.
package struct LocalizedTexts: Sendable {
  private let store: LocalizedTextStore
  private let range: Range<Int>

  package init(_ store: LocalizedTextStore, _ range: Range<Int>) {
    self.store = store
    self.range = range
  }

  package init(_ texts: [LocalizedText]) {
    self = Self.lists(of: [texts]).first ?? LocalizedTexts()
  }

  /// The lists share one store.
  static func lists(of lists: [[LocalizedText]]) -> [LocalizedTexts] {
    var builder = LocalizedTextStore.Builder()
    let ranges = lists.map { texts in
      let start = builder.count
      for text in texts {
        text.language.withBytes { builder.begin(language: $0, at: text.position) }
        text.text.withBytes { builder.append($0) }
        _ = builder.end { 0..<$0.count }
      }
      return start..<builder.count
    }
    let store = builder.store
    return ranges.map { LocalizedTexts(store, $0) }
  }

  package init() {
    self.init(.empty, 0..<0)
  }

  package var texts: [LocalizedText] {
    range.map { place in
      let entry = store.entries[place]
      return LocalizedText(
        language: store.withLanguage(of: place) { String(decoding: $0, as: UTF8.self) },
        text: store.withText(at: place) { String(decoding: $0, as: UTF8.self) },
        position: SourcePosition(line: Int(entry.line), column: Int(entry.column)))
    }
  }

  var isEmpty: Bool { range.isEmpty }
}

extension LocalizedTexts: Hashable {
  package static func == (left: LocalizedTexts, right: LocalizedTexts) -> Bool {
    left.texts == right.texts
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
  }
}

extension LocalizedTexts {
  var count: Int { range.count }

  var sharedStore: LocalizedTextStore { store }

  /// The places in their stores; for a language with several texts, only the last one's.
  static func lastOfEachLanguage(_ lists: [LocalizedTexts]) -> [[Int]] {
    var kept: [[Int]] = []
    // The languages of one store are numbered already.
    let isOneStore = lists.dropFirst().allSatisfy { $0.store === lists[0].store }
    var languages = isOneStore ? nil : StringInterner()
    var isKnown = [Bool](
      repeating: false, count: isOneStore ? lists.first?.store.languages.count ?? 0 : 0)
    for texts in lists.reversed() {
      var places: [Int] = []
      places.reserveCapacity(texts.count)
      let store = texts.store
      for place in texts.range.reversed() {
        if isOneStore {
          let language = Int(store.entries[place].language)
          guard !isKnown[language] else { continue }
          isKnown[language] = true
        } else {
          let count = languages?.count
          let language = store.withLanguage(of: place) { languages?.number(of: $0) }
          guard language == count else { continue }
        }
        places.append(place)
      }
      places.reverse()
      kept.append(places)
    }
    kept.reverse()
    return kept
  }
}
