package import UTIPlatform

/// The remaining work of reading one document, shared by the readers of all formats.
///
/// A step is one value, element, attribute or declaration. Only references in binary property lists
/// and default attributes in XML repeat what is stated once, and the budget bounds that.
package struct ReadingBudget {
  private let stepLimit: Int
  private let byteLimit: Int
  private var stepCount = 0
  private var byteCount = 0

  /// The size is in bytes, at most ``ReadingLimits/documentSize``.
  package init(documentSize size: Int, limits: ReadingLimits) {
    stepLimit = size + limits.spareStepCount
    byteLimit = size * limits.textRepetition + limits.spareStepCount
  }

  /// The bytes are of texts and data; throws `limitExceeded` at the end of the budget; O(1).
  package mutating func spend(
    steps: Int = 1, bytes: Int = 0, at position: @autoclosure () -> SourcePosition
  ) throws(FormatError) {
    stepCount += steps
    byteCount += bytes
    guard stepCount <= stepLimit else {
      throw .exceeds("the values, elements and attributes are", stepLimit, at: position())
    }
    guard byteCount <= byteLimit else {
      throw .exceeds("the bytes of all texts and data are", byteLimit, at: position())
    }
  }
}

/// The limits of one document.
///
/// Declarations come from packages and programs of any author, so every quantity that a reader
/// stores or traverses is bounded. The defaults are far above the needs of real files: the
/// shared-mime-info database of a desktop has 2.4 MB, depth 6, attributes of 200 bytes and texts of
/// 150 bytes.
package struct ReadingLimits: Hashable, Sendable {
  /// The size of a file in bytes; it bounds memory, which is a small multiple of it.
  package var documentSize = 64 << 20
  /// The nesting depth of elements and values; it bounds recursion.
  ///
  /// libxml2 itself rejects more than 256 levels.
  package var depth = 128
  /// The size of the value of one attribute in bytes; magic values and globs are short.
  package var attributeSize = 64 << 10
  /// The size of the text of one element in bytes; property lists may contain images.
  package var textSize = 8 << 20
  /// The attributes of one element; libxml2 compares each with every other.
  package var attributeCount = 256
  /// The namespaces declared by an element and its ancestors; libxml2 searches them for each name.
  package var namespaceCount = 256
  /// The declarations of elements, attributes and notations in a document type; the time of libxml2
  /// grows with their square.
  package var declarationCount = 1000
  /// The values, elements and attributes that a document may have beyond one for each of its bytes.
  ///
  /// Only references in binary property lists and default attributes in XML state more.
  package var spareStepCount = 1 << 16
  /// The bytes of all texts and data that a document may state for each of its bytes.
  ///
  /// A binary property list stores a text once, however many values refer to it. Names of keys are
  /// the honest case: they make up to 4 bytes for each byte of a file.
  package var textRepetition = 16
  /// The findings for one file; a hostile file has one in every element.
  package var findingCount = 1000

  /// Creates the default limits.
  package init() {}
}
