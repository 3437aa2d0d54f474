/// Merges declaration files into one graph and freezes it.
///
/// The result depends on the files alone: they are ordered by precedence first, so the order in
/// which they were read has no effect.
package struct RegistryBuilder: Sendable {
  /// The revision, raised with every change that gives equal sources another image of the same
  /// format, so that images cached by an earlier program are not used.
  package static let revision: UInt64 = 11

  private var files: [DeclarationFile]
  /// The greatest size of an image; smaller in tests.
  package var sizeLimit = Int(clamping: UInt32.max)
  /// The limits of the graph.
  package var limits = RegistryLimits()

  /// Makes a builder.
  ///
  /// - Parameter files: the declaration files of all layers, in any order.
  package init(files: [DeclarationFile] = []) {
    self.files = files
  }

  /// Adds a file of any layer.
  ///
  /// - Parameter file: the declarations of the file.
  package mutating func add(_ file: DeclarationFile) {
    files.append(file)
  }

  /// Returns the bytes of the registry image.
  ///
  /// - Parameter fingerprint: a number that represents the sources, stored in the image.
  /// - Throws: ``ImageError`` when the registry exceeds the four gigabytes of an image, or when the
  ///   lists of supertypes exceed one gigabyte.
  /// - Complexity: O(*n* · *d*) in the number of statements and the depth of the graph.
  package consuming func imageBytes(fingerprint: UInt64 = 0) throws(ImageError) -> [UInt8] {
    var writer = try sections()
    let size = try writer.close()
    return Array(unsafeUninitializedCapacity: size) { buffer, count in
      writer.write(fingerprint: fingerprint, to: UnsafeMutableRawBufferPointer(buffer))
      count = size
    }
  }

  /// Returns the registry image.
  ///
  /// - Parameter fingerprint: a number that represents the sources, stored in the image.
  /// - Throws: ``ImageError`` when the registry is too large, as ``imageBytes(fingerprint:)``.
  /// - Complexity: O(*n* · *d*) in the number of statements and the depth of the graph.
  package consuming func image(fingerprint: UInt64 = 0) throws(ImageError) -> RegistryImage {
    try Self.image(of: try sections(), fingerprint: fingerprint)
  }

  /// Returns the registry image of the files and of another registry below them.
  ///
  /// - Parameters:
  ///   - below: a registry of files with lower precedence.
  ///   - fingerprint: a number that represents the sources, stored in the image.
  /// - Throws: ``ImageError`` when the registry is too large.
  /// - Complexity: as ``layerImage(over:fingerprint:)`` if that gives an image, otherwise as
  ///   ``image(fingerprint:)`` for the declarations of both.
  package consuming func image(
    over below: RegistryImage, fingerprint: UInt64 = 0
  ) throws(ImageError) -> RegistryImage {
    if let image = try layerImage(over: below, fingerprint: fingerprint) { return image }
    files += below.declarationFiles()
    return try image(fingerprint: fingerprint)
  }

  /// Returns the registry image of the files and of another registry below them, if they can be
  /// added to a copy of it.
  ///
  /// - Parameters:
  ///   - below: a registry of files with lower precedence.
  ///   - fingerprint: a number that represents the sources, stored in the image.
  /// - Returns: nil when the declarations of both have to be merged; see ``RegistryLayer``.
  /// - Throws: ``ImageError`` when the registry is too large.
  /// - Complexity: O(*n*) in the size of the other registry, for copies of its records.
  package func layerImage(
    over below: RegistryImage, fingerprint: UInt64 = 0
  ) throws(ImageError) -> RegistryImage? {
    guard
      let sections = RegistryLayer(
        files.sorted { $0.source < $1.source }, over: below, limits: limits, sizeLimit: sizeLimit
      )?.sections()
    else { return nil }
    return try Self.image(of: sections, fingerprint: fingerprint)
  }

  private static func image(
    of sections: consuming ImageWriter, fingerprint: UInt64
  ) throws(ImageError) -> RegistryImage {
    let size = try sections.close()
    return try RegistryImage(
      ImageStorage(size: size) { sections.write(fingerprint: fingerprint, to: $0) })
  }

  /// Returns the sections of the image.
  ///
  /// Declarations and the graph are released step by step, so that a large registry never has
  /// declarations, graph and image in memory together.
  private consuming func sections() throws(ImageError) -> ImageWriter {
    let (sizeLimit, limits) = (sizeLimit, limits)
    var files = self.files
    self.files = []
    files.sort { $0.source < $1.source }
    let (table, findings) = Self.graph(taking: &files, limits: limits)
    files = []
    var composer = ImageComposer(table, findings: findings, limits: limits, sizeLimit: sizeLimit)
    try composer.compose()
    return composer.writer
  }

  /// Returns the graph of the types of sorted files, with the findings about their statements.
  ///
  /// - Parameters:
  ///   - files: the files, which lose the declarations that the graph has in another form.
  ///   - limits: the limits of the graph.
  static func graph(
    taking files: inout [DeclarationFile], limits: RegistryLimits
  ) -> (NodeTable, BoundedFindings) {
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
    return (table, findings)
  }
}

/// The findings of merging, limited for each file.
struct BoundedFindings {
  /// The findings in the order of creation, with a final one for each file that exceeds the limit.
  private(set) var diagnostics: [DeclarationDiagnostic] = []
  private var counts: [String: Int] = [:]
  private let limit: Int

  init(_ limits: RegistryLimits) {
    limit = limits.findingCount
  }

  /// Adds a finding about a file; past the limit the finding is not created.
  mutating func append(
    _ file: String, _ position: SourcePosition, _ make: () -> DeclarationDiagnostic
  ) {
    let count = counts[file, default: 0]
    guard count <= limit else { return }
    counts[file] = count + 1
    diagnostics.append(
      count < limit
        ? make()
        : DeclarationDiagnostic(
          .error, rule: "too-many-findings", file: file, position: position,
          message: "more than \(limit) findings; further ones are not listed"))
  }

  mutating func append(contentsOf findings: [DeclarationDiagnostic]) {
    for finding in findings { append(finding.file, finding.position) { finding } }
  }
}
