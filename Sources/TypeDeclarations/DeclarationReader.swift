public import DataFormats
public import TypeGraph
internal import UTIPlatform
internal import XMLFormats

/// Reads files of declarations: Apple-style property lists and shared-mime-info packages.
///
/// ```swift
/// let reader = DeclarationReader(buildVariables: ["PRODUCT_MODULE_NAME": "Editor"])
/// let source = DeclarationSource(
///   path: "Info.plist", format: .propertyList, layer: .program)
/// let file = try reader.read(source)
/// ```
public struct DeclarationReader: Sendable {
  package let limits: ReadingLimits
  private let variables: BuildVariables

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - limits: how much a file may ask for.
  ///   - buildVariables: values for variables such as `$(PRODUCT_MODULE_NAME)` in the strings of
  ///     property lists. A variable without a value stays as it is written; in an identifier or a
  ///     tag it is reported.
  public init(
    limits: ReadingLimits = ReadingLimits(), buildVariables: [String: String] = [:]
  ) {
    self.limits = limits
    variables = BuildVariables(buildVariables)
  }

  /// Reads the file at the path of a source.
  ///
  /// - Parameter source: where the file lies and what it is.
  /// - Returns: everything that the file declares. The source carries the bundle identifier that
  ///   the file states, unless it had one before.
  /// - Throws: `DeclarationError` when the path cannot be opened or read, names something other
  ///   than a regular file, or what ``read(_:from:)`` throws.
  /// - Complexity: O(*n*) in the size of the file.
  public func read(_ source: DeclarationSource) throws(DeclarationError) -> DeclarationFile {
    try read(RegularFile(declarationsAt: source.path, limits: limits).bytes, from: source)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - source: where it lies and what it is; the path is used in messages only.
  /// - Returns: everything that the file declares, and what is wrong with the rest.
  /// - Throws: `DeclarationError` when the document is damaged or not well-formed, declares an
  ///   entity, is of another format than the source says, or exceeds a limit.
  /// - Complexity: O(*n*) in the size of the file.
  public func read(
    _ bytes: [UInt8], from source: DeclarationSource
  ) throws(DeclarationError) -> DeclarationFile {
    do throws(FormatError) {
      guard bytes.count <= limits.documentSize else {
        throw .tooLarge(size: bytes.count, limits: limits)
      }
      switch source.format {
      case .sharedMIMEInfo:
        return try SharedMIMEInfoReader.read(bytes, from: source, limits: limits)
      case .propertyList:
        let (root, findings) = try PropertyListReader.read(bytes, limits: limits)
        var reader = PropertyListDeclarationReader(limits: limits, variables: variables)
        reader.findings.append(contentsOf: findings)
        return try reader.read(root, from: source)
      }
    } catch {
      throw DeclarationError(error, in: source.path)
    }
  }
}
