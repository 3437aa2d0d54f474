package import UTIPlatform

/// The remaining work of reading one document, shared by the readers of all formats.
///
/// A step is one value, element, attribute or declaration. A document that states each of them once
/// takes fewer steps than it has bytes; only references in binary property lists and default
/// attributes in XML repeat what is stated once, and the budget bounds the repetition.
package struct ReadingBudget {
  private let stepLimit: Int
  private let byteLimit: Int
  private var stepCount = 0
  private var byteCount = 0

  /// Creates the budget for a document.
  ///
  /// - Parameters:
  ///   - size: the size of the document in bytes.
  ///   - limits: the limits; the size is at most ``ReadingLimits/documentSize``.
  package init(documentSize size: Int, limits: ReadingLimits) {
    stepLimit = size + limits.spareStepCount
    byteLimit = size * limits.textRepetition + limits.spareStepCount
  }

  /// Takes steps from the budget.
  ///
  /// - Parameters:
  ///   - steps: the number of values, elements, attributes and declarations.
  ///   - bytes: the bytes of the texts and the data that they state.
  ///   - position: the position of the first of them.
  /// - Throws: `FormatError` with the code `limitExceeded` if the budget is exhausted.
  /// - Complexity: O(1).
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
