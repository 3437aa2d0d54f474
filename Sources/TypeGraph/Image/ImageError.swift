/// Why bytes are not a registry image, or declarations give none.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public struct Code: Hashable, Sendable {
    private enum Value {
      case notAnImage, otherVersion, otherByteOrder, truncated, damaged, tooLarge
    }
    private let value: Value

    /// The bytes do not begin like an image.
    public static let notAnImage = Code(value: .notAnImage)
    /// The image has the format of another version.
    public static let otherVersion = Code(value: .otherVersion)
    /// The image was made on a machine of the other byte order.
    public static let otherByteOrder = Code(value: .otherByteOrder)
    /// The image ends early or has bytes to spare.
    public static let truncated = Code(value: .truncated)
    /// The image holds something that no builder wrote.
    public static let damaged = Code(value: .damaged)
    /// The declarations make more than an image can hold.
    public static let tooLarge = Code(value: .tooLarge)
  }

  /// The kind of failure.
  public let code: Code
  /// What is wrong, and what to do about it.
  public let description: String

  init(_ code: Code, _ message: String) {
    self.code = code
    description = message + "; compile the registry again"
  }

  /// - Parameter what: what there is too much of.
  init(tooMuch what: String) {
    code = .tooLarge
    description = "a registry image cannot hold \(what); declare less in one registry"
  }
}
