internal import UTIPortable

/// Descriptions, which are by far the most statements of a translated database.
extension ImageComposer {
  /// The offsets of the languages of a store among the strings of the image.
  struct LanguageOffsets {
    let store: LocalizedTextStore
    /// Zero for a language that is not written yet.
    fileprivate var offsets: [UInt32]

    fileprivate init(_ store: LocalizedTextStore) {
      self.store = store
      offsets = Array(repeating: 0, count: store.languages.count)
    }
  }

  mutating func reserveDescriptions() {
    let count = table.catalog.types.reduce(0) { sum, type in
      type.comments.reduce(sum) { $0 + $1.value.count }
    }
    writer.reserve(.statements, count)
    // A type also has a name, an identifier and a few patterns.
    writer.reserveStrings(count + 4 * table.catalog.types.count)
  }

  mutating func appendComments(of type: MergedMIMEType) {
    let kept = LocalizedTexts.lastOfEachLanguage(type.comments.map { $0.value })
    for (comment, places) in zip(type.comments, kept) {
      append(places, of: comment.value.sharedStore, file: UInt32(comment.file))
    }
  }

  private mutating func append(_ places: [Int], of store: LocalizedTextStore, file: UInt32) {
    var languages =
      languageOffsets?.store === store ? languageOffsets : LanguageOffsets(store)
    languageOffsets = nil
    defer { languageOffsets = languages }
    store.withBytes { bytes in
      for place in places {
        let entry = store.entries[place]
        var language = languages?.offsets[Int(entry.language)] ?? 0
        if language == 0 {
          language = store.withLanguage(of: place) { writer.string($0) }
          languages?.offsets[Int(entry.language)] = language
        }
        let text = bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
        writer.append(
          .statements,
          record: [
            StatementKind.comment.rawValue, language,
            writer.string(UnsafeRawBufferPointer(rebasing: text)), file, entry.line, entry.column,
          ])
      }
    }
  }
}
