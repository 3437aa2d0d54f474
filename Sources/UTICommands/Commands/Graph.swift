import UTICommandLineInterface
import UTICommandOutput
import UTIPlatform
import UTIRegistrySite

enum PictureFormat: String, ParameterValue, CaseIterable {
  case dot, mermaid, svg, png
}

struct Graph: Command {
  static let name = "graph"
  static let abstract = "Draw the graph around types as DOT, Mermaid, SVG or PNG."
  static var discussion: String {
    """
    Arrows lead from a type to its supertypes: solid if a property list declares the edge, dashed \
    if shared-mime-info does, dotted if the media type implies it, grey if it is inferred. A \
    diamond leads to the format that the bytes are stored in. The program dot of graphviz draws \
    SVG and PNG, whose arrows have tool tips with file and line.

    Exit status: 0 drawn; 66 a type is unknown; 69 dot is needed and not installed.

    Examples:
      uti graph public.jpeg
      uti graph --down --as mermaid public.image
      uti graph --both --as svg --output jpeg.svg public.jpeg
    """
  }

  private var types: [TypeArgument] = []
  private var format = PictureFormat.dot
  private var drawsUp = false
  private var drawsDown = false
  private var drawsBoth = false
  private var limit = 80
  private var output: String?
  private var language: String?
  private var registryOptions = RegistryOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(&types, "type", help: "The types to start from.")
    parameters.option(
      &format, "--as", value: "as", help: "The form of the picture: dot, mermaid, svg or png.")
    parameters.flag(&drawsUp, "--up", help: "Draw the supertypes (the default).")
    parameters.flag(&drawsDown, "--down", help: "Draw the subtypes.")
    parameters.flag(&drawsBoth, "--both", help: "Draw both.")
    parameters.option(
      &limit, "--limit", value: "limit",
      help: "The maximum number of types to draw; the nearest are drawn.")
    parameters.option(
      &output, "-o", "--output", value: "file",
      help: "The file to write; - is standard output, the default.", completion: .files)
    parameters.option(
      &language, "--language", value: "locale",
      help: "The language of descriptions, such as pt_BR; by default the user's.")
    parameters.group(&registryOptions)
  }

  var fault: String? {
    guard [drawsUp, drawsDown, drawsBoth].filter({ $0 }).count <= 1 else {
      return "--up, --down and --both exclude each other"
    }
    guard limit >= 1 else { return "--limit is at least 1" }
    guard format != .png || ![nil, "-"].contains(output) || !StandardOutput.isTerminal else {
      return "a PNG is not for terminals; name a file with --output"
    }
    return nil
  }

  func run() throws {
    let destination = try OutputDestination(output)
    let written = [destination.replacedPath].compactMap(\.self)
    let isRestricted = format != .svg && format != .png
    let registry = try registryOptions.load(isRestricted: isRestricted, writing: written)
    if isRestricted { try registryOptions.sandbox.enter(replacing: destination.replacedPath) }
    let output = try destination.file(
      reading: registry.protectedFiles + registryOptions.directories)
    let roots = try types.map { try $0.type(in: registry) }
    let directions: Set<GraphPicture.Direction> =
      drawsBoth ? [.up, .down] : drawsDown ? [.down] : [.up]
    let picture = GraphPicture(roots: roots, directions: directions, limit: limit, in: registry)
    let text = PictureText(languages: OutputOptions.languages(language))
    let source = GraphSource(picture: picture, text: text)
    switch format {
    case .dot: try output.write(Array(source.graphviz.utf8))
    case .mermaid: try output.write(Array(source.mermaid.utf8))
    case .svg, .png: try output.write(try drawing(source.graphviz))
    }
  }

  private func drawing(_ source: String) throws -> [UInt8] {
    do {
      return try ChildProcess.run(["dot", "-T\(format.rawValue)"], input: Array(source.utf8))
    } catch ChildProcess.Failure.notFound {
      throw CommandFailure(
        .unavailable,
        "dot is not installed, which draws \(format.rawValue); install graphviz, "
          + "or use --as dot or --as mermaid")
    } catch ChildProcess.Failure.system(let number) {
      throw CommandFailure(.inputOutput, "dot cannot be run: \(String(cString: strerror(number)))")
    } catch {
      throw CommandFailure(.inputOutput, "dot failed to draw the graph")
    }
  }
}
