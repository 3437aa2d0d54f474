/// Merges declaration files into one graph and freezes it.
///
/// The result depends on the files alone: they are ordered by precedence first, so that the order
/// in which they were read never shows.
public struct RegistryBuilder: Sendable {
  /// Raised with every change after which equal sources give another image of the same format, so
  /// that images kept by an earlier program are not taken for this one's.
  package static let revision: UInt64 = 2

  private var files: [DeclarationFile]

  /// Makes a builder.
  ///
  /// - Parameter files: the declaration files of all layers, in any order.
  public init(files: [DeclarationFile] = []) {
    self.files = files
  }

  /// Adds a file of any layer.
  ///
  /// - Parameter file: what the file declares.
  public mutating func add(_ file: DeclarationFile) {
    files.append(file)
  }

  /// The bytes of the registry image.
  ///
  /// - Parameter fingerprint: a number that stands for the sources, kept in the image.
  /// - Complexity: O(*n* · *d*) in the number of statements and the depth of the graph.
  public func imageBytes(fingerprint: UInt64 = 0) -> [UInt8] {
    let files = self.files.sorted { $0.source < $1.source }
    let catalog = MIMECatalog(files: files)
    var edges = EdgeBuilder(NodeTable(files: files, catalog: catalog))
    edges.addEdges()
    var table = edges.table
    var diagnostics = files.flatMap(\.diagnostics) + catalog.diagnostics + edges.diagnostics
    for view in GraphView.allCases {
      var breaker = CycleBreaker(table, view: view)
      breaker.breakCycles()
      table = breaker.table
      diagnostics += breaker.diagnostics
    }
    var composer = ImageComposer(table)
    composer.compose(diagnostics: diagnostics)
    return composer.writer.finish(fingerprint: fingerprint)
  }

  /// The registry image.
  ///
  /// - Parameter fingerprint: a number that stands for the sources, kept in the image.
  /// - Throws: ``ImageError`` when the registry has more than the four gigabytes an image can hold.
  /// - Complexity: O(*n* · *d*) in the number of statements and the depth of the graph.
  public func image(fingerprint: UInt64 = 0) throws(ImageError) -> RegistryImage {
    try RegistryImage(copying: imageBytes(fingerprint: fingerprint))
  }
}
