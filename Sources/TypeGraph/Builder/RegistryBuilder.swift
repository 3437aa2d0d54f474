/// Merges declaration files into one graph and freezes it.
///
/// The result depends on the files alone: they are ordered by precedence first, so that the order
/// in which they were read never shows.
public struct RegistryBuilder: Sendable {
  /// Raised with every change after which equal sources give another image of the same format, so
  /// that images kept by an earlier program are not taken for this one's.
  package static let revision: UInt64 = 8

  private var files: [DeclarationFile]
  /// The greatest size of an image; smaller in tests.
  package var sizeLimit = Int(UInt32.max)
  /// How much the graph may ask for.
  package var limits = RegistryLimits()

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
  /// - Throws: ``ImageError`` when the registry has more than the four gigabytes an image can hold,
  ///   or so many supertypes that their lists take more than one.
  /// - Complexity: O(*n* · *d*) in the number of statements and the depth of the graph.
  public consuming func imageBytes(fingerprint: UInt64 = 0) throws(ImageError) -> [UInt8] {
    var writer = try sections()
    let size = try writer.close()
    return Array(unsafeUninitializedCapacity: size) { buffer, count in
      writer.write(fingerprint: fingerprint, to: UnsafeMutableRawBufferPointer(buffer))
      count = size
    }
  }

  /// The registry image.
  ///
  /// - Parameter fingerprint: a number that stands for the sources, kept in the image.
  /// - Throws: ``ImageError`` when the registry is too large, as ``imageBytes(fingerprint:)``.
  /// - Complexity: O(*n* · *d*) in the number of statements and the depth of the graph.
  public consuming func image(fingerprint: UInt64 = 0) throws(ImageError) -> RegistryImage {
    var writer = try sections()
    let size = try writer.close()
    return try RegistryImage(
      ImageStorage(size: size) { writer.write(fingerprint: fingerprint, to: $0) })
  }

  /// The sections of the image.
  ///
  /// What has been read and merged is given up on the way, step by step: of a large registry the
  /// declarations, the graph and the image are never there together.
  private consuming func sections() throws(ImageError) -> ImageWriter {
    let (sizeLimit, limits) = (sizeLimit, limits)
    var files = self.files
    self.files = []
    files.sort { $0.source < $1.source }
    var findings = BoundedFindings(limits)
    for file in files { findings.append(contentsOf: file.diagnostics) }
    let catalog = MIMECatalog(taking: &files)
    findings.append(contentsOf: catalog.diagnostics)
    var edges = EdgeBuilder(NodeTable(files: files, catalog: catalog), findings: findings)
    edges.addEdges()
    var table = edges.table
    findings = edges.findings
    for view in GraphView.allCases {
      var breaker = CycleBreaker(table, view: view, findings: findings)
      breaker.breakCycles()
      table = breaker.table
      findings = breaker.findings
    }
    var composer = ImageComposer(table, findings: findings, limits: limits, sizeLimit: sizeLimit)
    try composer.compose()
    return composer.writer
  }
}
