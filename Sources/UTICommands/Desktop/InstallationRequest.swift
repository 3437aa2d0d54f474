import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
import UTIDesktopIntegration
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// The implementation of `uti install` and `uti uninstall`.
struct InstallationRequest {
  let options: InstallationOptions
  let sandbox: SandboxOptions
  let output: OutputOptions

  /// Throws when a file or a destination is invalid.
  func install(_ files: [String], directories: [String]) throws {
    let place = try options.place
    reportForeignFolder(place)
    let program = try restrict(changing: [place.path], in: place)
    var paths = files
    for directory in directories {
      let found = try SourceLocator.sources(inDirectory: directory).map(\.path)
      guard !found.isEmpty else {
        throw CommandFailure(.inputMissing, "\(directory): it has no *.plist and no *.xml")
      }
      paths += found
    }
    let plans = try InstallationPlan.plans(for: paths, in: place)
    let installer = options.installer(in: place, program)
    if options.isDryRun {
      print(try installer.steps(for: plans))
    } else {
      try installer.install(plans) { print($0) }
    }
    if !place.isSearched, !options.isDryRun {
      StandardError.report(
        "\(place.path.text): note: it is not in XDG_DATA_HOME and XDG_DATA_DIRS, which programs read"
      )
    }
  }

  /// The inputs are names or installed files; throws after all other removals.
  func uninstall(_ inputs: [String]) throws {
    let place = try options.place
    reportForeignFolder(place)
    let folders = place.installedNames.map { place.outermostFolder(of: $0) }
    let program = try restrict(changing: [place.path] + folders, in: place)
    let installer = options.installer(in: place, program)
    var known: Set<String> = []
    let names = inputs.map { Self.name(of: $0) }.filter { known.insert($0).inserted }
    let errors: [any Error]
    if options.isDryRun {
      let (steps, failures) = installer.steps(ofRemoving: names)
      print(steps)
      errors = failures
    } else {
      errors = try installer.uninstall(names) { print($0) }
    }
    var failures = errors.map { CommandFailure(input: $0) }
    guard let last = failures.popLast() else { return }
    for failure in failures { failure.report() }
    throw last
  }

  /// Permits changes below the folders; returns what still starts update-mime-database.
  private func restrict(
    changing folders: [FilePath], in place: InstallationPlace
  ) throws -> DeferredProgram? {
    if options.isDryRun {
      try sandbox.enter()
      return nil
    }
    let program = options.leavesDatabase ? nil : MIMEDatabase(place).deferred
    try sandbox.enter(writing: folders.map { $0.appending("x").text })
    return program
  }

  /// Root is going to change the data of another user.
  private func reportForeignFolder(_ place: InstallationPlace) {
    guard !options.isDryRun, place.path == DesktopEnvironment().dataHome else { return }
    FileChange.reportForeignFolder(place.path)
  }

  /// A name is returned unchanged.
  private static func name(of input: String) -> String {
    let stem = InstallationInput.stem(of: input)
    guard stem == "Info",
      let file = try? DeclarationReader().read(fileOfAnyFormat: input),
      let bundle = file.source.bundleIdentifier
    else { return stem }
    return bundle
  }

  private func print(_ all: Installer.Steps) {
    let results = all.flatMap { name, steps in
      steps.map { $0.result(name: name, isDone: !options.isDryRun) }
    }
    ResultPrinter.print(results, output)
  }
}

/// The destination and the mode of installations.
struct InstallationOptions: ParameterGroup {
  private var isOfUser = false
  private var isOfSystem = false
  private var prefix: String?
  private(set) var isDryRun = false
  private var isForced = false
  private(set) var leavesDatabase = false

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.flag(
      &isOfUser, "--user", help: "Install for this user, below $XDG_DATA_HOME (the default).")
    parameters.flag(&isOfSystem, "--system", help: "Install for all users, below /usr/local/share.")
    parameters.option(
      &prefix, "--prefix", value: "dir",
      help: "Install below the folder share of this folder, such as /usr.",
      completion: .directories)
    parameters.flag(&isDryRun, "--dry-run", help: "Print the steps, and change nothing.")
    parameters.flag(
      &isForced, "--force",
      help: "Also replace or remove files that were not installed, or were changed since.")
    parameters.flag(
      &leavesDatabase, "--no-database",
      help: "Do not run update-mime-database, for example if a trigger of a package manager does.")
  }

  /// nil when the options are valid.
  var fault: String? {
    [isOfUser, isOfSystem, prefix != nil].count { $0 } > 1
      ? "--user, --system and --prefix exclude each other" : nil
  }

  var place: InstallationPlace {
    get throws { try InstallationPlace(prefix: prefix, isOfSystem: isOfSystem) }
  }

  func installer(in place: InstallationPlace, _ program: DeferredProgram?) -> Installer {
    Installer(
      place: place, isForced: isForced, updatesDatabase: !leavesDatabase, program: program)
  }
}
