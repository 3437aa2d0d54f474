package import TypeDeclarations
package import TypeGraph

/// What is wrong with one declaration file, by itself and together with the base.
package enum DeclarationLint {
  /// The findings about a file of either format, in the order of their places.
  ///
  /// - Parameter path: the path of a property list or a shared-mime-info package.
  /// - Throws: `DeclarationError` when the file cannot be read as declarations.
  package static func findings(file path: String) throws(DeclarationError) -> [Diagnostic] {
    let file = try DeclarationReader().read(fileOfAnyFormat: path)
    var builder = RegistryBuilder(files: (try? BaseRegistry.image().declarationFiles()) ?? [])
    builder.add(file)
    guard let image = try? builder.image() else { return file.diagnostics }
    return image.diagnostics.filter { $0.file == path }.sorted { $0.position < $1.position }
  }
}
