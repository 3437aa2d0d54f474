/// The reason why bytes are not a registry image, or why declarations make none.
package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  package struct Code: Hashable, Sendable {
    private enum Value {
      case notAnImage, otherVersion, otherByteOrder, truncated, damaged, tooLarge
    }
    private let value: Value

    /// The bytes do not begin as an image does.
    package static let notAnImage = Code(value: .notAnImage)
    /// The image has the format of another version.
    package static let otherVersion = Code(value: .otherVersion)
    /// The image was made on a machine of the other byte order.
    package static let otherByteOrder = Code(value: .otherByteOrder)
    /// The image is shorter or longer than its header states.
    package static let truncated = Code(value: .truncated)
    /// The image has contents that no builder writes.
    package static let damaged = Code(value: .damaged)
    /// The declarations need more space than an image has.
    package static let tooLarge = Code(value: .tooLarge)
  }

  /// The kind of failure.
  package let code: Code
  /// The problem and its remedy.
  package let description: String

  init(_ code: Code, _ message: String) {
    self.code = code
    description = message + "; compile the registry again"
  }

  /// - Parameter what: the items that are too many.
  init(tooMuch what: String) {
    code = .tooLarge
    description = "a registry image cannot hold \(what); declare less in one registry"
  }
}
