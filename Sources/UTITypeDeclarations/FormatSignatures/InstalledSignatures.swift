package import UTIDataFormats
package import UTIFormatSignatures
package import UTIPlatform
package import UTITypeGraph

/// The signature files of a machine and those that a program names.
package struct InstalledSignatures: Sendable {
  /// A file with its release.
  package struct File: Hashable, Sendable {
    package let source: SignatureSource
    package let header: SignatureFileHeader
  }

  /// Lowest precedence first.
  package let files: [File]
  /// The findings about directories.
  package let diagnostics: [DeclarationDiagnostic]

  /// Each path is a signature file or a directory of them, and has precedence over those before.
  ///
  /// In a directory the newest release has precedence. Other files are ignored.
  package init(
    _ environment: EnvironmentVariables, named paths: [String] = []
  ) throws(DeclarationError) {
    let (sources, diagnostics) = SourceLocator(environment).locateSignatures()
    try self.init(sources, diagnostics, named: paths)
  }

  /// The sources were found in a search.
  package init(
    _ sources: [SignatureSource], _ diagnostics: [DeclarationDiagnostic] = [],
    named paths: [String]
  ) throws(DeclarationError) {
    var sources = sources
    for (index, path) in paths.enumerated() {
      if FileStatus.present(at: path)?.kind == .directory {
        sources += try SourceLocator.signatureSources(inDirectory: path, directoryPrecedence: index)
      } else {
        sources.append(SignatureSource(path: path, layer: .program, directoryPrecedence: index))
      }
    }
    self.diagnostics = diagnostics
    files = sources.compactMap { source in
      SignatureFileHeader(fileAt: source.path).map { File(source: source, header: $0) }
    }.sorted()
  }

  /// The file of a kind that has precedence.
  package func used(_ kind: SignatureFileHeader.Kind) -> File? {
    files.last { $0.header.kind == kind }
  }

  /// The formats and signatures of the used files; nil without a file of formats.
  package func release(
    limits: ReadingLimits = ReadingLimits()
  ) throws(DeclarationError) -> FormatRelease? {
    guard let binary = used(.binary) else { return nil }
    var release = FormatRelease()
    for file in [binary, used(.container)].compactMap(\.self) {
      release.add(try file.read(limits: limits))
    }
    return release
  }
}

extension InstalledSignatures.File: Comparable {
  /// The number of the release decides in a directory, and then the path.
  package static func < (left: Self, right: Self) -> Bool {
    let leftKey = (left.source.layer, left.source.directoryPrecedence, left.number)
    let rightKey = (right.source.layer, right.source.directoryPrecedence, right.number)
    return leftKey == rightKey ? left.source.path < right.source.path : leftKey < rightKey
  }

  private var number: Int { Int(header.version) ?? 0 }

  package func read(limits: ReadingLimits = ReadingLimits()) throws(DeclarationError) -> (
    contents: FormatSignatureReader.Contents, findings: [DeclarationDiagnostic]
  ) {
    try FormatSignatureReader.read(
      RegularFile(declarationsAt: source.path, limits: limits).bytes, path: source.path,
      limits: limits)
  }
}

/// The contents of the signature files that are used together.
package struct FormatRelease: Sendable {
  package private(set) var formats = FormatSignatureFile()
  package private(set) var containers: ContainerSignatureFile?
  package private(set) var findings: [DeclarationDiagnostic] = []

  fileprivate mutating func add(
    _ file: (contents: FormatSignatureReader.Contents, findings: [DeclarationDiagnostic])
  ) {
    switch file.contents {
    case .signatures(let file): formats = file
    case .containers(let file): containers = file
    }
    findings += file.findings
  }
}

extension FormatSignatureReader {
  package static func read(
    _ bytes: [UInt8], path: String, limits: ReadingLimits = ReadingLimits()
  ) throws(DeclarationError) -> (contents: Contents, findings: [DeclarationDiagnostic]) {
    do throws(FormatError) {
      let (contents, findings) = try read(bytes, limits: limits)
      return (contents, findings.map { DeclarationDiagnostic($0, in: path) })
    } catch {
      throw DeclarationError(error, in: path)
    }
  }
}

extension DeclarationReader {
  /// Reads a file of a directory; nil for a signature file, which declares no types.
  package func readUnlessSignatures(
    _ source: DeclarationSource
  ) throws(DeclarationError) -> DeclarationFile? {
    do throws(DeclarationError) {
      return try read(source)
    } catch {
      if error.isAboutSignatures { return nil }
      throw error
    }
  }
}

extension DeclarationError {
  /// The file is a signature file of PRONOM, and was read as a declaration file.
  package var isAboutSignatures: Bool {
    [.notSharedMIMEInfo, .notPropertyList].contains(code)
      && SignatureFileHeader(fileAt: file) != nil
  }
}
