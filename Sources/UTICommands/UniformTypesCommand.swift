public import ArgumentParser
import Glibc

/// The command `uti`.
public struct UniformTypesCommand: ParsableCommand {
  /// What the command line offers.
  public static let configuration = CommandConfiguration(
    commandName: "uti",
    abstract: "Tell what type a file is, how types relate, and who says so.",
    discussion: """
      A TYPE is an identifier (public.png), a MIME type (image/png), a filename extension with its \
      dot (.png), a tag (com.apple.ostype=PNGf) or a dynamic identifier (dyn...).

      Exit status: 0 all answered; 1 the answer is no; 2 some inputs failed and the rest were \
      answered; 64 usage; 65 declarations unreadable; 66 input missing; 69 a program that is \
      needed is missing; 74 input or output failed.
      """,
    version: "0.1.0",
    // Each spells its name: the parser would make one of the type's by reflection, on every start
    // and for every subcommand.
    subcommands: [
      Identify.self, Info.self, Tree.self, Conforms.self, Lookup.self, List.self, Search.self,
      Decode.self, Encode.self, Why.self, Explain.self, Document.self, Lint.self, Compile.self,
      Doctor.self,
      Convert.self, Export.self, Diff.self, Graph.self,
    ])

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
    do {
      try run(words.map(PathText.arguments) ?? PathText.arguments)
      StandardOutput.shared.finish()
      Glibc.exit(ExitStatus.answered.rawValue)
    } catch let failure as CommandFailure {
      StandardOutput.shared.finish()
      failure.report()
      Glibc.exit(failure.status.rawValue)
    } catch {
      StandardOutput.shared.finish()
      Self.exit(withError: error)
    }
  }

  private static func run(_ arguments: [String]) throws {
    if let request = IdentifyRequest(commandLine: arguments) {
      try request.run()
    } else {
      var command = try parseAsRoot(arguments)
      try command.run()
    }
  }
}
