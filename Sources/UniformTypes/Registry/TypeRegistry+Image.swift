import UTIPlatform
package import UTITypeGraph

extension TypeRegistry {
  /// Makes a registry of a compiled one, without reading declarations.
  ///
  /// - Parameters:
  ///   - image: an image. If it has a lowest layer, it is used in place; otherwise its declarations
  ///     form the layer above the registry of the package.
  ///   - view: the rule that selects declarations and edges for queries.
  /// - Throws: `ImageError` when the merged registry exceeds the limits of an image.
  /// - Complexity: O(1) for an image with a lowest layer, else O(*n*) in the number of declarations.
  package init(image: RegistryImage, view: GraphView = .merged) throws(ImageError) {
    var configuration = RegistryConfiguration()
    #if Declarations
    configuration.includesInstalledDeclarations = false
    configuration.usesCache = false
    #endif
    var merged = image
    if !image.declarationSources.contains(where: { $0.layer == .base }) {
      var builder = RegistryBuilder(files: try BaseRegistry.image().declarationFiles())
      for file in image.declarationFiles() { builder.add(file) }
      merged = try builder.image()
    }
    self.init(
      RegistrySnapshot(
        image: merged, view: view, configuration: configuration, loadingDiagnostics: []))
  }
}
