package import UTIDataFormats
internal import UTIFormatSignatures
internal import UTIPlatform
package import UTITypeGraph
internal import UTIXMLFormats

/// A reader of declaration files: Apple-style property lists and shared-mime-info packages.
///
/// ```swift
/// let reader = DeclarationReader(buildVariables: ["PRODUCT_MODULE_NAME": "Editor"])
/// let source = DeclarationSource(
///   path: "Info.plist", format: .propertyList, layer: .program)
/// let file = try reader.read(source)
/// ```
package struct DeclarationReader: Sendable {
  package let limits: ReadingLimits
  private let variables: BuildVariables

  package init(limits: ReadingLimits = ReadingLimits(), buildVariables: [String: String] = [:]) {
    self.limits = limits
    variables = BuildVariables(buildVariables)
  }

  /// Reads the file at the path of a source, which gets the bundle identifier that the file states
  /// unless it has one.
  ///
  /// - Throws: `DeclarationError` when the path cannot be opened or read, or names no regular file,
  ///   or as ``read(_:from:)``.
  /// - Complexity: O(*n*) in the size of the file.
  package func read(_ source: DeclarationSource) throws(DeclarationError) -> DeclarationFile {
    try read(RegularFile(declarationsAt: source.path, limits: limits).bytes, from: source)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `DeclarationError` when the document is damaged or not well-formed, declares an
  ///   entity, has another format than the source, or exceeds a limit.
  /// - Complexity: O(*n*) in the size of the file.
  package func read(
    _ bytes: [UInt8], from source: DeclarationSource
  ) throws(DeclarationError) -> DeclarationFile {
    do throws(FormatError) {
      guard bytes.count <= limits.documentSize else {
        throw .tooLarge(size: bytes.count, limits: limits)
      }
      if CompiledSignatures.isHeader(of: bytes) {
        throw FormatError(
          .notPropertyList, at: SourcePosition(line: 1, column: 1),
          "these are compiled signatures, which the C library and Python read",
          remedy: "name the signature files of DROID that they were compiled from")
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

extension DeclarationReader {
  /// Reads a file of either format, which its content determines.
  ///
  /// - Throws: `DeclarationError` when the file cannot be opened or has neither format, or as
  ///   ``read(_:from:)``.
  /// - Complexity: O(*n*) in the size of the file.
  package func read(
    fileOfAnyFormat path: String, layer: DeclarationSource.Layer = .program
  ) throws(DeclarationError) -> DeclarationFile {
    let bytes = try RegularFile(declarationsAt: path, limits: limits).bytes
    let format = Self.format(of: bytes, path: path) ?? .propertyList
    return try read(bytes, from: DeclarationSource(path: path, format: format, layer: layer))
  }
}

extension DeclarationReader {
  /// Returns the format of a file, by its content, or by its suffix if it is too damaged.
  ///
  /// - Complexity: O(*n*) in the distance of the root element from the beginning.
  package static func format(of bytes: [UInt8], path: String) -> DeclarationSource.Format? {
    if BinaryPropertyListReader.recognizes(bytes) { return .propertyList }
    switch DocumentStart.read(bytes, { $0.name.string }) {
    case "plist": return .propertyList
    case "mime-info": return .sharedMIMEInfo
    case nil: break
    default: return nil
    }
    if path.hasSuffix(".plist") { return .propertyList }
    return path.hasSuffix(".xml") ? .sharedMIMEInfo : nil
  }
}
