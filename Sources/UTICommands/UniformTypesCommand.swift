import UTICommandLineInterface
package import UTICommandOutput
import UTIDataFormats
import UTIPlatform
package import UTITypeDetection
import UniformTypes

/// The command `uti`.
public enum UniformTypesCommand {
  /// The program has the contents of its help and its manual.
  static var program: Program {
    Program(
      name: "uti", version: PackageVersion.text, versionDate: PackageVersion.date,
      abstract: abstract,
      discussion: discussion, commands: commands,
      replacement: { $0 == "open-with" ? ["apps", "--default"] : nil }, groups: groups,
      defaultCommand: Identify.self,
      isArgument: isItem,
      isFaultyArgument: { word in
        // `identify` reports a word like a path without an item.
        let isPath =
          word.contains("/") || word.utf8.first != UInt8(ascii: ".") && word.contains(".")
        return (isPath || !word.isEmpty && nearestCommand(word) == nil && !isType("." + word))
          && !isType(word)
      },
      explanation: { word in
        if isType(word) {
          return UsageError(
            "\(word): a type, and no command or item", remedy: "did you mean uti info \(word)?")
        }
        guard !word.isEmpty, isType("." + word) else { return nil }
        return UsageError(
          "\(word): an extension, and no command or item",
          remedy: "did you mean uti lookup \(word)"
            + (nearestCommand(word).map { ", or uti \($0)?" } ?? "?"))
      }, foreignOptions: foreignOption,
      topics: [
        .formats, .exitStatuses, .examples { UniformTypesCommand.program },
        .manual(of: "uti") { UniformTypesCommand.program },
      ],
      usage: "COMMAND ..., or uti PATH... for uti identify PATH...",
      furtherHelp: [
        "uti help COMMAND has its options; uti help examples, formats and exit-codes the rest.",
        "Also: uti versions, uti encode and uti decode; uti --version; man uti.",
      ],
      manualSections: manualSections, relatedPages: ["file (1)", "xdg-mime (1)"])
  }

  private static func nearestCommand(_ word: String) -> String? {
    EditDistance.nearest(to: word, among: commands.map { $0.name })
  }

  /// The remedy for an option of file(1).
  private static func foreignOption(_ option: String) -> String? {
    switch option {
    case "-i", "-I", "--mime":
      "write --mime-type, or --mime-type --mime-encoding as file -i prints"
    case "-f": "write --files-from"
    case "-L", "--dereference": "links are followed unless --no-dereference is given"
    case "-s", "--special-files": "devices and pipes are identified by their kind alone"
    case "-z", "--uncompress": "compressed files have the type of their contents without an option"
    default: nil
    }
  }

  private static func isItem(_ word: String) -> Bool {
    word == "-" || FileURL.path(word) != nil || TypeArgument.isItem(word)
  }

  private static func isType(_ word: String) -> Bool {
    guard let registry = try? RegistryOptions().load() else { return false }
    return TypeArgument(argument: word).isDeclared(in: registry)
  }

  /// The order is the help's.
  static let commands: [any Command.Type] = [
    Identify.self, Explain.self, MIMEType.self, Info.self, Lookup.self, Search.self, List.self,
    Tree.self, Conforms.self, Why.self, Apps.self, Default.self, Lint.self,
    Convert.self, Export.self, Install.self, Uninstall.self, Doctor.self, Diff.self, Graph.self,
    Site.self, Compile.self, OpenedDocument.self, Versions.self, Decode.self, Encode.self,
  ]

  /// The groups are by the aim of their users.
  static var groups: [Program.Group] {
    [
      ("Identify files", [Identify.self, Explain.self, MIMEType.self]),
      (
        "Answer questions about types",
        [Info.self, Lookup.self, Search.self, List.self, Tree.self, Conforms.self, Why.self]
      ),
      ("Choose applications", [Apps.self, Default.self]),
      (
        "Declare and install types",
        [Lint.self, Convert.self, Export.self, Install.self, Uninstall.self]
      ),
      (
        "Examine all types of a machine",
        [Doctor.self, Diff.self, Graph.self, Site.self, Compile.self]
      ),
      ("Work with documents", [OpenedDocument.self]),
    ]
  }

  private static let abstract =
    "Identify the types of files, the relations of types, and their declarations."
  private static var discussion: String {
    """
    A TYPE is an identifier (public.png), a MIME type (image/png), a filename extension with its \
    dot (.png), a tag (com.apple.ostype=PNGf) or a dynamic identifier (dyn...). uti PATH... is \
    short for uti identify PATH....

    Exit status: \(ExitStatus.summary). A reader that closes its pipe causes no failure.

    Examples:
      uti photo.jpg
      uti identify -r --conforming-to public.image --print path ~/Downloads
      uti conforms photo.jpg public.image && echo an image
      uti lookup .ts
      uti explain photo.jpg
    """
  }

  /// Runs the command in the arguments of the process, and ends the process.
  ///
  /// - Parameter words: the name of the process and its arguments, ended by a null pointer; nil for
  ///   the arguments that the standard library provides.
  public static func runToExit(words: UnsafePointer<UnsafePointer<CChar>?>? = nil) -> Never {
    // A reader that closes the pipe early is not a failure; writing then reports EPIPE instead.
    StandardOutput.ignoreClosedPipes()
    StandardStreams.keepPlaces()
    closeInheritedDescriptors(words)
    var failure: CommandFailure?
    do {
      var arguments = words.map(LosslessText.arguments) ?? LosslessText.arguments
      if let words, isStarted(as: MIMEType.name, words) { arguments.insert(MIMEType.name, at: 0) }
      switch try Invocation(arguments, of: program) {
      case .command(let command): try command.run()
      case .text(let text): StandardOutput.shared.print(text)
      }
    } catch let error as UsageError {
      failure = CommandFailure(.usage, "\(error.message); \(error.remedy ?? "")")
    } catch {
      failure = CommandFailure(input: error)
    }
    StandardOutput.shared.finish()
    if FileImage.lossCount > 0 {
      failure = CommandFailure(
        .inputOutput,
        "the cached registry was truncated during a read, so the result may be wrong; "
          + "run the command again")
    }
    failure?.report()
    UTIPlatform.exit((failure?.status ?? .answered).rawValue)
  }

  /// Nothing is closed if an argument may name a descriptor, as `<(...)` of a shell does.
  private static func closeInheritedDescriptors(_ words: UnsafePointer<UnsafePointer<CChar>?>?) {
    guard var word = words else { return }
    while let text = word.pointee {
      if strstr(text, "/fd/") != nil { return }
      word += 1
    }
    ProcessRestriction.closeInheritedDescriptors()
  }

  /// A link has the name.
  private static func isStarted(
    as name: String, _ words: UnsafePointer<UnsafePointer<CChar>?>
  ) -> Bool {
    guard let start = words.pointee else { return false }
    let path = UnsafeBufferPointer(start: start, count: strlen(start)).map(UInt8.init(bitPattern:))
    let name = Array(name.utf8)
    return path.suffix(name.count) == name[...]
      && (path.count == name.count || path[path.count - name.count - 1] == UInt8(ascii: "/"))
  }

  private static let manualSections = [
    ".SH FILES", ".TP", ".I $XDG_DATA_DIRS/mime/packages/*.xml",
    "The shared\\-mime\\-info packages of the system.", ".TP",
    ".I $XDG_DATA_DIRS/uniform\\-types/*.plist", "Declarations of uniform types of the system.",
    ".TP", ".I $XDG_DATA_HOME/mime/packages, $XDG_DATA_HOME/uniform\\-types",
    "The same of the user.", ".TP", ".I $XDG_CACHE_HOME/uniform\\-types/*.registry",
    "The merged registry; removing it is safe at any time.", ".SH ENVIRONMENT", ".TP",
    ".B XDG_DATA_DIRS, XDG_DATA_HOME, XDG_CACHE_HOME",
    "The directories of declarations and of the cached registry.", ".TP",
    ".B LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language of descriptions.", ".TP",
    ".B NO_COLOR", "When set and not empty, no colours are used.",
  ]
}

extension HelpTopic {
  fileprivate static let formats = HelpTopic(
    "formats", "The output: the fields of every command; --format json for a JSON Schema."
  ) { (words) throws(UsageError) in
    switch words.joined(separator: " ") {
    case "": return FormatsTopic.text
    case "--format json", "--format=json": return RecordSchema.document.text(isIndented: true)
    default:
      throw surplus(words, of: "formats", remedy: "it takes only --format json")
    }
  }

  fileprivate static let exitStatuses = HelpTopic("exit-codes", "The exit statuses.") {
    (words) throws(UsageError) in
    guard words.isEmpty else {
      throw surplus(words, of: "exit-codes", remedy: "it takes no arguments")
    }
    return ExitStatus.allCases.map { "\($0.rawValue)\t\($0.meaning)" }.joined(separator: "\n")
  }
}

extension DetectionError: CommandError {
  package var failure: CommandFailure { CommandFailure(.someFailed, description) }
}
