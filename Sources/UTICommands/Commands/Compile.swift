import ArgumentParser
import TypeDeclarations
import TypeDetection
import TypeGraph
import UniformTypes

struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Compile directories of declarations into one registry image.",
    discussion: """
      Every *.plist and *.xml directly in a directory is read. The image is written beside its \
      place, synced and renamed. uti diff compares such images, and --registry of other commands takes \
      one for a directory.

      Examples:
        uti compile --output new.registry Declarations
        uti diff old.registry new.registry
      """)

  @Argument(help: ArgumentHelp("Directories of declarations.", valueName: "dir"))
  var directories: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @Flag(help: "Make the lowest layer of a registry, as the package itself embeds.")
  var base = false

  @Flag(help: "Compile files of the features of languages instead, as the package itself embeds.")
  var languages = false

  func run() throws {
    if languages {
      try languageTable().withUnsafeBytes { try write($0) }
    } else {
      let image = try image()
      // The bytes belong to the image, which nothing else keeps.
      try withExtendedLifetime(image) { try write(image.storage.bytes) }
    }
  }

  private func image() throws -> RegistryImage {
    var builder = RegistryBuilder()
    var hasErrors = false
    do throws(DeclarationError) {
      for (precedence, directory) in directories.enumerated() {
        let sources = try SourceLocator.sources(
          inDirectory: directory, layer: base ? .base : .program,
          directoryPrecedence: base ? 0 : precedence)
        for source in sources {
          builder.add(try DeclarationReader().read(source).declaringUniformTypes())
        }
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
      throw CommandFailure(.badDeclarations, "\(output): not written; mend the errors above")
    }
    return image
  }

  private func languageTable() throws -> [UInt8] {
    var reader = LanguageTableReader()
    for path in directories {
      let text = String(decoding: try StandardInput.readAll(of: path), as: UTF8.self)
      do throws(LanguageTableReader.Failure) {
        try reader.read(text, file: path)
      } catch {
        throw CommandFailure(.badDeclarations, "\(error.description)")
      }
    }
    return LanguageTableWriter(reader).table()
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(bytes, to: output)
    } catch {
      throw CommandFailure(.inputOutput, "\(error.description)")
    }
  }
}
