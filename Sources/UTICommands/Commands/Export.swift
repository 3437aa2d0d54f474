import UTICommandLineInterface
import UTICommandOutput
internal import UTIDeclarationTools
import UTIDesktopIntegration
import UniformTypes

struct Export: Command {
  static let name = "export"
  static let abstract = "Write types as a shared-mime-info package for desktops."
  static var discussion: String {
    """
    Without TYPE all detectable types that the machine's shared-mime-info lacks are written: types \
    of the base, of the user and of --registry. With TYPE these types are written, and the \
    supertypes that shared-mime-info lacks. Patterns of the base that the machine's packages also \
    have, or that belong to another type, are omitted, so that no name changes its type; patterns \
    of a TYPE get a low weight instead.

    To make the types known to the desktop, write the package and install it; uti uninstall \
    removes it:
      uti export --output uniform-types.xml
      uti install uniform-types.xml

    Examples:
      uti export public.swift-source
      uti export --registry Declarations --output mine.xml
    """
  }

  private var types: [TypeArgument] = []
  private var output: String?
  private var directories: [String] = []
  private var sandbox = SandboxOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(&types, "type", isRequired: false, help: "The types to write.")
    parameters.option(
      &output, "-o", "--output", value: "file",
      help: "The file to write; - is standard output, the default.", completion: .files)
    parameters.option(
      &directories, "--registry", value: "dir",
      help: "Add every *.plist and *.xml of a directory as the top layer; may be given again.",
      completion: .directories)
    parameters.group(&sandbox)
  }

  func run() throws {
    let destination = try OutputDestination(output)
    let registry = try TypeRegistry(RegistryConfiguration(directories: directories)) { cache in
      try sandbox.enter(parsingFor: cache, writing: [destination.replacedPath].compactMap(\.self))
    }
    try sandbox.enter(replacing: destination.replacedPath)
    let output = try destination.file(reading: registry.protectedFiles + directories)
    let selection = ExportSelection(registry, base: try TypeRegistry.base())
    let named = try types.map { try declaredType($0, in: registry) }
    for type in named where selection.isKnown(type) {
      StandardError.report("\(type): note: this machine's shared-mime-info already has it")
    }
    let chosen = named.isEmpty ? selection.unknownTypes : selection.withSupertypes(named)
    let conversion = selection.package(of: chosen, yielding: named.isEmpty ? .entirely : .inWeight)
    for loss in conversion.losses { StandardError.print(loss.description) }
    try output.write(SharedMIMEInfoWriter.bytes(of: conversion.file))
  }

  private func declaredType(_ argument: TypeArgument, in registry: TypeRegistry) throws -> UTType {
    let type = try argument.type(in: registry)
    guard type.isDeclared else {
      throw CommandFailure(
        .inputMissing, "\(argument.text): nothing declares \(type); declare it first")
    }
    return type
  }
}
