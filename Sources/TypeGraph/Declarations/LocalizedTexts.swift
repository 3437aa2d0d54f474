/// Texts in languages as bytes: some neighbours in the store that all texts of a file share.
///
/// A translated database has tens of thousands of texts, of which hardly any is ever read. Each
/// becomes a string when it is asked for and not before.
package struct LocalizedTexts: Sendable {
  private let store: LocalizedTextStore
  private let range: Range<Int>

  /// The texts of some places in a store.
  package init(_ store: LocalizedTextStore, _ range: Range<Int>) {
    self.store = store
    self.range = range
  }

  /// Texts with a store of their own.
  package init(_ texts: [LocalizedText] = []) {
    var builder = LocalizedTextStore.Builder()
    for text in texts {
      text.language.withBytes { language in
        text.text.withBytes { builder.add($0, language: language, at: text.position) }
      }
    }
    self.init(texts.isEmpty ? .empty : builder.store, 0..<texts.count)
  }

  /// The texts as strings.
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
  /// A text of one of several lists.
  struct Place {
    let store: LocalizedTextStore
    let place: Int
    /// The place of its list among the lists.
    let list: Int
  }

  /// The texts of several lists; of a language that has several only the last.
  static func lastOfEachLanguage(_ lists: [LocalizedTexts]) -> [Place] {
    var kept: [Place] = []
    kept.reserveCapacity(lists.reduce(0) { $0 + $1.range.count })
    // One store numbers its languages already.
    let isOneStore = lists.dropFirst().allSatisfy { $0.store === lists[0].store }
    var languages = TextTable()
    var isKnown = [Bool](
      repeating: false, count: isOneStore ? lists.first?.store.languages.count ?? 0 : 0)
    for (list, texts) in lists.enumerated().reversed() {
      for place in texts.range.reversed() {
        if isOneStore {
          let language = Int(texts.store.entries[place].language)
          guard !isKnown[language] else { continue }
          isKnown[language] = true
        } else {
          let count = languages.count
          let language = texts.store.withLanguage(of: place) { languages.number(of: $0) }
          guard language == count else { continue }
        }
        kept.append(Place(store: texts.store, place: place, list: list))
      }
    }
    kept.reverse()
    return kept
  }
}
