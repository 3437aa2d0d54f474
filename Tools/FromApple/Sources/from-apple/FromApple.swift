import Foundation
import FromAppleRewriting

/// The command `from-apple`.
@main
struct FromApple {
  static let help = """
    from-apple [--write] PATH...: changes Swift files for Apple's platforms so that they compile with this package.

    Folders are searched for files with the extension swift, except folders whose name begins with a
    dot. Without --write it prints what would change, and writes nothing. A line for each change has
    the file, the line and the change; a line for each part that cannot be changed has the file, the
    line, the column, the reason and a remedy. Lines are those of the file before the change.

    The status is 0 if everything could be changed, 1 if something could not, and 2 after an error.
    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      print(help)
      return
    }
    let writes = arguments.contains("--write")
    arguments.removeAll { $0 == "--write" }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      stop("unknown option: \(option)", remedy: "from-apple --help lists the options.")
    }
    if arguments.isEmpty {
      stop("no file is given.", remedy: "usage: from-apple [--write] PATH...")
    }
    do {
      var command = Command(writes: writes) { print($0) }
      exit(try command.run(arguments))
    } catch {
      stop("\(error.path): \(error.text)", remedy: error.remedy)
    }
  }

  static func stop(_ text: String, remedy: String) -> Never {
    FileHandle.standardError.write(Data("error: \(text)\n  \(remedy)\n".utf8))
    exit(2)
  }
}
