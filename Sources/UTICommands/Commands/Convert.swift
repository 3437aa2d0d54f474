import UTICommandLineInterface
import UTICommandOutput
internal import UTIDeclarationTools
import UTIDesktopIntegration
import UTITypeGraph
import UniformTypes

enum DeclarationFormat: String, ParameterValue, CaseIterable {
  case plist, xml, json
}

struct Convert: Command {
  static let name = "convert"
  static let abstract = "Convert property lists and shared-mime-info, and write JSON."
  static var discussion: String {
    """
    The format of each input is detected by its content. Several inputs become one document. \
    Statements that the other format cannot express are listed on standard error, with file and \
    line. A package keeps all declarations of uniform types in separate elements, and JSON keeps \
    everything. Keys of an Info.plist that declare no types are not copied.

    Exit status: 0 converted; 1 with --strict if a statement is lost, and nothing is written; 65 \
    an input cannot be read as declarations; 66 an input cannot be opened; 74 the output cannot be \
    written.

    Examples:
      uti convert --to xml Info.plist
      uti convert --to plist --output Types.plist my-types.xml
      uti convert --to json --strict Info.plist
    """
  }

  private var inputs: [String] = []
  private var format = DeclarationFormat.plist
  private var output: String?
  private var isStrict = false
  private var sandbox = SandboxOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &inputs, "input", help: "Property lists or packages; - for standard input.",
      completion: .files)
    parameters.option(
      &format, "--to", value: "format", isRequired: true,
      help: "The format to write: plist, xml (a shared-mime-info package) or json.")
    parameters.option(
      &output, "-o", "--output", value: "file",
      help: "The file to write; - is standard output, the default.", completion: .files)
    parameters.flag(&isStrict, "--strict", help: "Fail if a statement is lost.")
    parameters.group(&sandbox)
  }

  func run() throws {
    let destination = try OutputDestination(output)
    let output = try destination.file(reading: inputs)
    try sandbox.enter(replacing: destination.replacedPath)
    let files = try inputs.map(DeclarationInput.read)
    let dropped = files.flatMap(\.diagnostics).filter { $0.severity == .error }
    for finding in dropped { StandardError.print(finding.description) }
    let (bytes, losses) = try convert(files)
    for loss in losses { StandardError.print(loss.description) }
    if isStrict, !dropped.isEmpty || !losses.isEmpty {
      let count = dropped.count + losses.count
      throw CommandFailure(
        .negative, "nothing written: \(count) \(count == 1 ? "statement" : "statements") lost")
    }
    try output.write(bytes)
  }

  private func convert(
    _ files: [DeclarationFile]
  ) throws -> (bytes: [UInt8], losses: [ConversionLoss]) {
    switch format {
    case .json:
      let (file, losses) = Self.union(files)
      return (JSONDeclarationWriter.bytes(of: file), losses)
    case .plist:
      let conversion = try Self.converter().propertyList(from: files)
      return (PropertyListWriter.bytes(of: conversion.file), conversion.losses)
    case .xml:
      let conversion = try Self.converter().sharedMIMEInfo(from: files)
      return (SharedMIMEInfoWriter.bytes(of: conversion.file), conversion.losses)
    }
  }

  /// The types of the base give the same result on every computer.
  private static func converter() throws -> DeclarationConverter {
    DeclarationConverter(vocabulary: TypeVocabulary(try TypeRegistry.base().declarationFiles()))
  }

  /// A document has one bundle identifier.
  private static func union(
    _ files: [DeclarationFile]
  ) -> (file: DeclarationFile, losses: [ConversionLoss]) {
    let bundle = files.lazy.compactMap(\.source.bundleIdentifier).first
    let losses = files.compactMap { file in
      file.source.bundleIdentifier.flatMap { other in
        other == bundle
          ? nil
          : ConversionLoss(
            .bundleIdentifier, file: file.source.path, position: SourcePosition(line: 1, column: 1),
            message: "the bundle identifier “\(other)” is lost: the document has another one")
      }
    }
    let source = DeclarationSource(
      path: files.first?.source.path ?? "", format: .propertyList, layer: .program,
      bundleIdentifier: bundle)
    let union = DeclarationFile(
      source: source, types: files.flatMap(\.types), kinds: files.flatMap(\.kinds),
      documentTypes: files.flatMap(\.documentTypes), mimeTypes: files.flatMap(\.mimeTypes))
    return (union, losses)
  }
}
