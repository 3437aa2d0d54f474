/// Merges declaration files into one graph and freezes it.
///
/// Files are ordered by precedence first, so the order of reading has no effect.
package struct RegistryBuilder: Sendable {
  /// Raised when equal sources give another image of the same format, so that caches are not used.
  package static let revision: UInt64 = 12

  private var files: [DeclarationFile]
  /// The greatest size of an image; smaller in tests.
  package var sizeLimit = Int(clamping: UInt32.max)
  package var limits = RegistryLimits()

  package init(files: [DeclarationFile] = []) {
    self.files = files
  }

  package mutating func add(_ file: DeclarationFile) {
    files.append(file)
  }

  /// Throws above four gigabytes, or above one gigabyte of lists of supertypes.
  ///
  /// - Complexity: O(*n* · *d*) in the number of statements and the depth of the graph.
  package consuming func imageBytes(fingerprint: UInt64 = 0) throws(ImageError) -> [UInt8] {
    var writer = try sections()
    let size = try writer.close()
    return Array(unsafeUninitializedCapacity: size) { buffer, count in
      writer.write(fingerprint: fingerprint, to: UnsafeMutableRawBufferPointer(buffer))
      count = size
    }
  }

  /// - Complexity: as ``imageBytes(fingerprint:)``.
  package consuming func image(fingerprint: UInt64 = 0) throws(ImageError) -> RegistryImage {
    try Self.image(of: try sections(), fingerprint: fingerprint)
  }

  /// Tries ``layerImage(over:fingerprint:)`` first, and otherwise merges the declarations of both.
  package consuming func image(
    over below: RegistryImage, fingerprint: UInt64 = 0
  ) throws(ImageError) -> RegistryImage {
    if let image = try layerImage(over: below, fingerprint: fingerprint) { return image }
    files += below.declarationFiles()
    return try image(fingerprint: fingerprint)
  }

  /// Adds the files to a copy of a registry; nil when both must be merged, see ``RegistryLayer``.
  ///
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

  /// Declarations, graph and image of a large registry are never in memory together.
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

  /// The files must be sorted, and lose the declarations that the graph has in another form.
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
  /// The order is of creation; the last finding of a file that exceeds the limit says so.
  private(set) var diagnostics: [DeclarationDiagnostic] = []
  private var counts: [String: Int] = [:]
  private let limit: Int

  init(_ limits: RegistryLimits) {
    limit = limits.findingCount
  }

  /// A finding past the limit of its file is not created.
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
