import CUniformTypes
import UTIPlatform
import UTITypeDetection
import UTITypeGraph

/// A column of texts that is made row by row: indices into a dictionary of texts.
struct DictionaryColumn {
  private(set) var indices: [Int32] = []
  private(set) var nullCount = 0
  private(set) var texts: [String] = []
  /// The keys are numbers of the caller; -1 if the text is not known yet.
  private var indicesByKey: [Int32]
  private var indicesByText: [String: Int32] = [:]

  /// Keys count from 0; memory is reserved for the rows.
  init(rowCount: Int, keyCount: Int) {
    indices.reserveCapacity(rowCount)
    indicesByKey = Array(repeating: -1, count: keyCount)
  }

  /// The index of a null row.
  static var null: Int32 { -1 }

  mutating func appendNull() {
    nullCount += 1
    indices.append(Self.null)
  }

  /// A key has one text, or is nil; a row without a text is null.
  @inline(__always)
  mutating func append(key: Int?, _ text: () -> String?) {
    if let key, key < indicesByKey.count {
      let known = indicesByKey[key]
      if known >= 0 { return indices.append(known) }
    }
    guard let text = text() else { return appendNull() }
    let index = index(of: text)
    if let key, key < indicesByKey.count { indicesByKey[key] = index }
    indices.append(index)
  }

  private mutating func index(of text: String) -> Int32 {
    if let known = indicesByText[text] { return known }
    let index = Int32(texts.count)
    texts.append(text)
    indicesByText[text] = index
    return index
  }
}
