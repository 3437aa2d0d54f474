/// A pattern of file names with its weight.
public struct GlobDeclaration: Hashable, Sendable {
  /// The weights there are.
  public static let weightRange = 0...100
  /// The weight of a glob that states none.
  public static let defaultWeight = 50

  /// The pattern, such as `*.png`.
  public var pattern: String
  /// How strongly the pattern speaks, 0 to 100.
  public var weight: Int
  /// Whether the pattern distinguishes capitals.
  public var isCaseSensitive: Bool
  /// Where it is stated.
  public var position: SourcePosition

  /// Makes a glob.
  ///
  /// - Parameters:
  ///   - pattern: the pattern, not empty.
  ///   - weight: how strongly it speaks, 0 to 100.
  ///   - isCaseSensitive: whether it distinguishes capitals.
  ///   - position: where it is stated.
  public init(
    pattern: String, weight: Int = defaultWeight, isCaseSensitive: Bool = false,
    position: SourcePosition
  ) {
    self.pattern = pattern
    self.weight = weight
    self.isCaseSensitive = isCaseSensitive
    self.position = position
  }

  /// How a pattern is matched (shared-mime-info de facto kinds: literal, suffix, full).
  package enum Kind: UInt32 {
    /// The whole name.
    case literal
    /// The end of the name: one `*` and no other special character after it.
    case suffix
    /// fnmatch(3) without flags.
    case full
  }

  /// A lone `*` is a full pattern: its empty suffix would match by accident everywhere.
  package var kind: Kind {
    let special: Set<UInt8> = [0x2A, 0x3F, 0x5B, 0x5C]
    let bytes = pattern.utf8
    if !bytes.contains(where: special.contains) { return .literal }
    let rest = bytes.dropFirst()
    let isSuffix = bytes.first == 0x2A && !rest.isEmpty && !rest.contains(where: special.contains)
    return isSuffix ? .suffix : .full
  }

  /// The extension that the pattern amounts to: `png` for `*.png`, nil for `*.tar.gz` or `core`.
  package var filenameExtension: String? {
    guard kind == .suffix, pattern.utf8.dropFirst().first == 0x2E else { return nil }
    let tag = Tag(tagClass: .filenameExtension, value: String(pattern.dropFirst(2)))
    return tag.isValid ? tag.value : nil
  }
}
