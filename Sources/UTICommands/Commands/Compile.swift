import ArgumentParser
import TypeDeclarations
import TypeGraph
import UniformTypes

struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Compile directories of declarations into one registry image.",
    discussion: """
      Every *.plist and *.xml directly in a directory is read. The image is written beside its \
      place, synced and renamed.
      """)

  @Argument(help: ArgumentHelp("Directories of declarations.", valueName: "dir"))
  var directories: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @Flag(help: "Make the lowest layer of a registry, as the package itself embeds.")
  var base = false

  func run() throws {
    var builder = RegistryBuilder()
    var hasErrors = false
    do throws(DeclarationError) {
      for (precedence, directory) in directories.enumerated() {
        let sources = try SourceLocator.sources(
          inDirectory: directory, layer: base ? .base : .program,
          directoryPrecedence: base ? 0 : precedence)
        for source in sources { builder.add(try DeclarationReader().read(source)) }
      }
    } catch {
      throw CommandFailure(error)
    }
    let image = try builder.image()
    for finding in image.diagnostics {
      StandardError.print(finding.description)
      hasErrors = hasErrors || finding.severity == .error
    }
    if hasErrors {
      throw CommandFailure(.badDeclarations, "uti: \(output): not written; mend the errors above")
    }
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(image.storage.bytes, to: output)
    } catch {
      throw CommandFailure(.inputOutput, "uti: \(error.description)")
    }
  }
}
