internal import UTIPlatform
public import UTITypeGraph

extension DeclarationReader {
  /// Reads a file of either format, which its content determines.
  ///
  /// - Parameters:
  ///   - path: the path of a property list or a shared-mime-info package.
  ///   - layer: the layer that its declarations belong to.
  /// - Returns: the declarations of the file, and the findings.
  /// - Throws: `DeclarationError` when the file cannot be opened or has neither format, or as
  ///   ``read(_:from:)``.
  /// - Complexity: O(*n*) in the size of the file.
  public func read(
    fileOfAnyFormat path: String, layer: DeclarationSource.Layer = .program
  ) throws(DeclarationError) -> DeclarationFile {
    let bytes = try RegularFile(declarationsAt: path, limits: limits).bytes
    let format = Self.format(of: bytes, path: path) ?? .propertyList
    return try read(bytes, from: DeclarationSource(path: path, format: format, layer: layer))
  }
}
