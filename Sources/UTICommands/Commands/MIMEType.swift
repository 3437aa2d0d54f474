import UTICommandLineInterface
import UTICommandOutput
import UTIDesktopIntegration
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The front end for programs that start `mimetype`, such as xdg-mime.
struct MIMEType: Command {
  static let name = "mimetype"
  static let abstract = "Print the MIME types of files, with the options of mimetype(1)."
  static var discussion: String {
    """
    xdg-mime starts mimetype --brief --dereference FILE on desktops without a program for this. A \
    link with the name mimetype to uti, in a folder of PATH, is this command. It prints names of the \
    machine's shared-mime-info database; a type that it lacks has the name of its nearest supertype \
    there. Without --dereference a link is inode/symlink. A missing item has the type of its name.

    Exit status: 0 every item has a type; 2 an item failed, and all others have a result.

    Examples:
      uti mimetype --brief --dereference photo.jpg
      uti mimetype --describe --noalign report.odt photo.jpg
      uti mimetype --output-format '%f is %d' *
    """
  }

  private var paths: [String] = []
  private var isBrief = false
  private var followsLinks = false
  private var describes = false
  private var printsType = false
  private var usesContentOnly = false
  private var readsStandardInput = false
  private var isUnaligned = false
  private var separator = ":"
  private var nameFile: String?
  private var template: String?
  private var language: String?
  private var sandbox = SandboxOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(&paths, "file", isRequired: false, help: "The items.", completion: .files)
    parameters.flag(&isBrief, "-b", "--brief", help: "Print no paths.")
    parameters.flag(&followsLinks, "-L", "--dereference", help: "Follow symbolic links.")
    parameters.flag(&describes, "-d", "--describe", help: "Print descriptions instead of types.")
    parameters.flag(&printsType, "-i", "--mimetype", help: "Print types; the default.")
    parameters.flag(&usesContentOnly, "-M", "--magic-only", help: "Ignore the names of items.")
    parameters.flag(&readsStandardInput, "--stdin", help: "Identify standard input.")
    parameters.flag(&isUnaligned, "-N", "--noalign", help: "Do not align the types.")
    parameters.option(
      &separator, "-F", "--separator", value: "text", help: "The text between a path and its type.")
    parameters.option(
      &nameFile, "-f", "--namefile", value: "file",
      help: "Read further paths from a file, one a line.", completion: .files)
    parameters.option(
      &template, "--output-format", value: "text",
      help: "The form of a line: %f is the path, %m the type, %d the description.")
    parameters.option(
      &language, "-l", "--language", value: "locale", help: "The language of descriptions.")
    parameters.group(&sandbox)
  }

  var fault: String? {
    if describes, printsType { return "--describe and --mimetype exclude each other" }
    return paths.isEmpty && nameFile == nil && !readsStandardInput ? "name a file, or --stdin" : nil
  }

  func run() throws {
    var items: [String] = []
    if let nameFile {
      let list = try PathList(nameFile, .lines)
      items += Array(list)
      if let failure = list.failure { throw failure }
    }
    items += paths
    var configuration = RegistryConfiguration()
    configuration.mapsCache = items.count <= ItemSelection.greatestShortCount
    let registry = try TypeRegistry(configuration, view: .freedesktop) { cache in
      try sandbox.enter(parsingFor: cache)
    }
    try sandbox.enter()
    if readsStandardInput { items.append("-") }
    let width = isUnaligned ? 0 : items.map(\.unicodeScalars.count).max() ?? 0
    let languages = OutputOptions.languages(language)
    var hasFailed = false
    for path in items {
      do throws(DetectionError) {
        let verdict = try verdict(on: path, in: registry)
        print(path, verdict, width, languages, registry)
      } catch {
        hasFailed = true
        StandardError.report(error.description)
      }
    }
    if hasFailed { throw CommandFailure(.someFailed) }
  }

  private func verdict(
    on path: String, in registry: TypeRegistry
  ) throws(DetectionError) -> Verdict {
    if path == "-", readsStandardInput {
      return try registry.identify(
        argument: path, named: nil, by: .content, followsLinks: followsLinks)
    }
    do {
      return try registry.identify(
        pathText: path, by: usesContentOnly ? .content : .both, followsLinks: followsLinks)
    } catch {
      guard !usesContentOnly, FileStatus.present(at: path, followsLinks: false) == nil,
        let verdict = try? registry.identify(pathText: path, by: .name), verdict.basis == .name
      else { throw error }
      return verdict
    }
  }

  private func print(
    _ path: String, _ verdict: Verdict, _ width: Int, _ languages: [String],
    _ registry: TypeRegistry
  ) {
    let name = Self.databaseName(of: verdict, in: registry)
    let description = {
      registry.type(canonicalMIMEType: name)?.localizedDescription(in: languages) ?? name
    }
    let shownPath = path == "-" && readsStandardInput ? "STDIN" : path
    if let template { return Self.printLine(filled(template, shownPath, name, description())) }
    let value = describes ? description() : name
    if isBrief { return Self.printLine(value) }
    let gap = max(width - path.unicodeScalars.count, 0)
    Self.printLine(shownPath + separator + String(repeating: " ", count: gap) + " " + value)
  }

  private static func printLine(_ line: String) {
    var shown = ""
    VisibleText.appendField(line, to: &shown)
    StandardOutput.shared.print(shown)
  }

  private func filled(
    _ template: String, _ path: String, _ type: String, _ description: String
  ) -> String {
    var result = ""
    var rest = template[...]
    while let character = rest.popFirst() {
      guard character == "%", let key = rest.first else {
        result.append(character)
        continue
      }
      switch key {
      case "f": result += path
      case "m": result += type
      case "d": result += description
      default: result += "%\(key)"
      }
      rest.removeFirst()
    }
    return result
  }

  /// The nearest supertype in the machine's database; without a database, the name of the type.
  private static func databaseName(of verdict: Verdict, in registry: TypeRegistry) -> String {
    let fallback = "application/octet-stream"
    guard let name = verdict.mimeType.flatMap(MIMEName.init) else { return fallback }
    let hasDatabase = registry.sources.contains {
      $0.layer != .base && $0.format == .sharedMIMEInfo
    }
    guard hasDatabase else { return name.spelling }
    let names = MIMETypeLineage(registry).names(name)
    let known = names.first {
      registry.type(canonicalMIMEType: $0.spelling)?.isDescribedOutsideBase ?? false
    }
    if let known { return known.spelling }
    // Every desktop treats an unknown text as plain text.
    return names.contains { $0.hasMedia("text") } ? "text/plain" : fallback
  }
}
