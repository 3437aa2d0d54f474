import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
internal import UTIDeclarationTools
import UTIDesktopIntegration
internal import UTIFormatSignatures
import UTIPlatform
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph
import UniformTypes

struct Compile: Command {
  static let name = "compile"
  static let abstract = "Compile directories of declarations into one registry image."
  static var discussion: String {
    """
    Every *.plist and *.xml directly in a directory is read. The image is written to a temporary \
    file, flushed and exchanged with the old one. uti diff compares such images, and --registry of \
    other commands accepts one instead of a directory.

    With --signatures it writes the signature files of PRONOM in a form that the libraries for C and \
    Python read, which have no parser of XML.

    Examples:
      uti compile --output new.registry Declarations
      uti compile --signatures --output pronom DROID_SignatureFile.xml container-signature.xml
      uti diff old.registry new.registry
    """
  }

  private var directories: [String] = []
  private var output = ""
  private var isBase = false
  private var readsLanguages = false
  private var readsSignatures = false
  private var sandbox = SandboxOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &directories, "dir", help: "Directories of declarations, or files for the last two options.",
      completion: .files)
    parameters.option(
      &output, "-o", "--output", value: "file", isRequired: true,
      help: "The file to write; - is standard output.", completion: .files)
    parameters.flag(
      &isBase, "--base",
      help: "Compile the lowest layer of a registry, such as the one in this package.")
    parameters.flag(
      &readsLanguages, "--languages",
      help: "Compile files of language features instead, such as those in this package.")
    parameters.flag(
      &readsSignatures, "--signatures",
      help: """
        Compile a binary and a container signature file of DROID instead, for the libraries for C \
        and Python.
        """)
    parameters.group(&sandbox)
  }

  func run() throws {
    let destination = try OutputDestination(output)
    try sandbox.enter(replacing: destination.replacedPath)
    if readsLanguages || readsSignatures {
      let file = try destination.file(reading: directories)
      try file.write(readsLanguages ? languageTable() : signatures())
    } else {
      let sources = try sources()
      let file = try destination.file(reading: sources.map(\.path))
      let image = try image(of: sources)
      // The bytes belong to the image, which has no other owner.
      try withExtendedLifetime(image) { try file.write(image.storage.bytes) }
    }
  }

  private func sources() throws -> [DeclarationSource] {
    var sources: [DeclarationSource] = []
    for (precedence, directory) in directories.enumerated() {
      if FilePath(text: directory).leadsToFile {
        throw CommandFailure(
          .usage,
          "\(directory): a file; directories are compiled, with all declarations in them, so put it"
            + " into one")
      }
      sources += try SourceLocator.sources(
        inDirectory: directory, layer: isBase ? .base : .program,
        directoryPrecedence: isBase ? 0 : precedence)
    }
    return sources
  }

  private func image(of sources: [DeclarationSource]) throws -> RegistryImage {
    var builder = RegistryBuilder()
    var hasErrors = false
    let files = try sources.map { try DeclarationReader().read($0).declaringUniformTypes() }
    for file in files { builder.add(file) }
    let image = try builder.image()
    for finding in try findings(image.diagnostics, in: files) {
      StandardError.print(finding.description)
      hasErrors = hasErrors || finding.severity == .error
    }
    if hasErrors {
      throw CommandFailure(.badDeclarations, "\(output): not written; correct the errors above")
    }
    return image
  }

  /// Findings that remain with the built-in registry, with which the image is used, and all errors.
  private func findings(
    _ findings: [DeclarationDiagnostic], in files: [DeclarationFile]
  ) throws -> [DeclarationDiagnostic] {
    guard !isBase, findings.contains(where: { $0.severity != .error }) else { return findings }
    func place(_ finding: DeclarationDiagnostic) -> String {
      "\(finding.rule) \(finding.position.line) \(finding.position.column) \(finding.file)"
    }
    var builder = RegistryBuilder()
    for file in try TypeRegistry.base().declarationFiles() + files { builder.add(file) }
    let left = Set(try builder.image().diagnostics.map(place))
    return findings.filter { $0.severity == .error || left.contains(place($0)) }
  }

  private func signatures() throws -> [UInt8] {
    for path in directories where SignatureFileHeader(fileAt: path) == nil {
      throw CommandFailure(.badDeclarations, "\(path): not a signature file of DROID; name one")
    }
    let named = try InstalledSignatures(.process, named: directories)
    guard let release = try named.release() else {
      throw CommandFailure(
        .inputMissing,
        "no binary signature file is among the files; name DROID_SignatureFile.xml")
    }
    // As in the answers of uti identify, the others remain.
    for finding in release.findings { StandardError.print(finding.description) }
    return CompiledSignatures(release.formats, containers: release.containers).bytes
  }

  private func languageTable() throws -> [UInt8] {
    var reader = LanguageTableReader()
    for path in directories {
      let bytes = try RegularFile(declarationsAt: path, limits: ReadingLimits()).bytes
      do throws(LanguageTableReader.Failure) {
        try reader.read(String(decoding: bytes, as: UTF8.self), file: path)
      } catch {
        throw CommandFailure(.badDeclarations, "\(error.description)")
      }
    }
    return LanguageTableWriter(reader).table()
  }
}
