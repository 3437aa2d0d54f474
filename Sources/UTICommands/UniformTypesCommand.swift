public import ArgumentParser
import Glibc
import UniformTypes

/// The command `uti`.
public struct UniformTypesCommand: ParsableCommand {
  /// What the command line offers.
  public static let configuration = CommandConfiguration(
    commandName: "uti",
    abstract: "Tell what type a file is, how types relate, and who says so.",
    discussion: """
      A TYPE is an identifier (public.png), a MIME type (image/png), a filename extension with its \
      dot (.png), a tag (com.apple.ostype=PNGf) or a dynamic identifier (dyn...). uti PATH... is \
      short for uti identify PATH....

      Exit status: \(ExitStatus.summary). A reader that closes its pipe is no failure.

      Further help: uti help COMMAND; uti help formats, what is printed; uti help exit-codes.

      Examples:
        uti photo.jpg
        uti identify -r --conforming-to public.image --print path ~/Downloads
        uti conforms photo.jpg public.image && echo an image
        uti lookup .ts
        uti explain photo.jpg
      """,
    version: version,
    // Each spells its name: the parser would make one of the type's by reflection, on every start
    // and for every subcommand.
    subcommands: [
      Identify.self, Info.self, Tree.self, Conforms.self, Lookup.self, List.self, Search.self,
      Decode.self, Encode.self, Why.self, Explain.self, Document.self, Lint.self, Compile.self,
      Doctor.self,
      Convert.self, Export.self, Diff.self, Graph.self, Site.self,
    ])

  /// The version of the package.
  static let version = "0.1.0"
  /// When the version was made, for manual pages.
  static let versionDate = "2026-11-22"

  /// Makes the command.
  public init() {}
}

extension UniformTypesCommand {
  /// Runs the command that the arguments of the process name, and ends the process.
  ///
  /// - Parameter words: the name of the process and its arguments, ended by a null pointer; nil for
  ///   those that the standard library finds.
  public static func runToExit(words: UnsafePointer<UnsafePointer<CChar>?>? = nil) -> Never {
    // A reader that has seen enough is no failure; writing then reports EPIPE instead.
    StandardOutput.ignoreClosedPipes()
    var failure: CommandFailure?
    do {
      try run(words.map(PathText.arguments) ?? PathText.arguments)
    } catch {
      failure = CommandFailure(input: error)
    }
    StandardOutput.shared.finish()
    if MappedFile.lossCount > 0 {
      failure = CommandFailure(
        .inputOutput,
        "the kept registry was cut short while it was read, so the answer may be wrong; ask again")
    }
    failure?.report()
    Glibc.exit((failure?.status ?? .answered).rawValue)
  }

  private static func run(_ arguments: [String]) throws {
    if let request = IdentifyRequest(commandLine: arguments) { return try request.run() }
    let arguments = try CommandWords(arguments)
    if let request = IdentifyRequest(commandLine: arguments.words) { return try request.run() }
    if let help = try arguments.helpText { return show(help) }
    do {
      var command = try parseAsRoot(arguments.words)
      try command.run()
    } catch {
      if CommandFailure.isFromCommand(error) { throw error }
      // Help, the version and completions are errors for the parser, and any word that begins with a
      // hyphen and has an h asks it for help.
      let isAsked = exitCode(for: error) == .success && !arguments.hasUnknownLetters
      guard !isAsked else { return show(fullMessage(for: error)) }
      throw CommandFailure(.usage, arguments.fault(message(for: error)))
    }
  }

  /// Prints a text that may end in a line feed already.
  private static func show(_ text: String) {
    StandardOutput.shared.print(text.last == "\n" ? String(text.dropLast()) : text)
  }
}
