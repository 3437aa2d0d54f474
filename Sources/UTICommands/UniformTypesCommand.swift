import TypeDeclarations
import UTIPlatform
import UniformTypes

/// The command `uti`.
public enum UniformTypesCommand {
  static let name = "uti"
  /// The version of the package.
  static let version = "0.1.0"
  /// When the version was made, for manual pages.
  static let versionDate = "2026-11-22"

  /// What there is, in the order of the help.
  static let commands: [any Command.Type] = [
    Identify.self, Info.self, Tree.self, Conforms.self, Lookup.self, List.self, Search.self,
    Decode.self, Encode.self, Why.self, Explain.self, Document.self, Lint.self, Compile.self,
    Doctor.self, Convert.self, Export.self, Diff.self, Graph.self, Install.self, Uninstall.self,
    Apps.self, OpenWith.self, Default.self, Versions.self, Site.self,
  ]

  static let abstract = "Tell what type a file is, how types relate, and who says so."
  static var discussion: String {
    """
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
    """
  }

  /// The command that a word names.
  static func command(_ name: String) -> (any Command.Type)? {
    for command in commands where command.name == name { return command }
    return nil
  }

  /// What somebody may have meant who wrote a word that is no command.
  ///
  /// - Parameter others: what could be meant besides commands.
  static func hint(_ word: String, or others: [String] = []) -> String {
    EditDistance.nearest(to: word, among: commands.map { $0.name } + others)
      .map { "did you mean \($0)?" } ?? "uti --help lists the commands"
  }

  /// Runs the command that the arguments of the process name, and ends the process.
  ///
  /// - Parameter words: the name of the process and its arguments, ended by a null pointer; nil for
  ///   those that the standard library finds.
  public static func runToExit(words: UnsafePointer<UnsafePointer<CChar>?>? = nil) -> Never {
    // A reader that has seen enough is no failure; writing then reports EPIPE instead.
    StandardOutput.ignoreClosedPipes()
    StandardStreams.keepPlaces()
    var failure: CommandFailure?
    do {
      switch try Invocation(words.map(LosslessText.arguments) ?? LosslessText.arguments) {
      case .command(let command): try command.run()
      case .text(let text): StandardOutput.shared.print(text)
      }
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
}
