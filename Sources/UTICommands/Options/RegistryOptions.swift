public import ArgumentParser
import TypeDeclarations
public import TypeGraph
import UniformTypes

extension GraphView: ExpressibleByArgument {}

/// What chooses the registry a command asks.
protocol RegistryChoice {
  var view: GraphView { get }
  var directories: [String] { get }
}

/// The options that choose the registry a command asks.
struct RegistryOptions: ParsableArguments, RegistryChoice {
  @Option(
    help: """
      Whose statements count: merged (declarations first, shared-mime-info where none speaks), \
      declared (property lists only), freedesktop (shared-mime-info only).
      """)
  var view: GraphView = .merged

  @Option(
    name: .customLong("registry"),
    help: ArgumentHelp(
      "Add every *.plist and *.xml of a directory, or what uti compile made, as the top layer; may be given again.",
      valueName: "dir"),
    completion: .file())
  var directories: [String] = []
}

extension RegistryChoice {
  /// Loads the registry.
  ///
  /// - Parameter includesInstalledDeclarations: whether what the machine and the user declare counts.
  /// - Throws: ``CommandFailure`` when a directory that was named cannot be read.
  func load(includesInstalledDeclarations: Bool = true) throws -> TypeRegistry {
    do {
      let configuration = RegistryConfiguration(
        includesInstalledDeclarations: includesInstalledDeclarations, directories: directories)
      let registry = try TypeRegistry(configuration, view: view)
      report(registry.findings)
      return registry
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Says what is wrong with the declarations that the user named; `uti lint` tells about the others.
  private func report(_ findings: [Diagnostic]) {
    for finding in findings
    where finding.severity == .error && directories.contains(where: finding.file.hasPrefix) {
      StandardError.print(finding.description)
    }
  }
}
