import SystemPackage
package import UTICommandOutput
import UTIPlatform

/// Takes installations away, and nothing else.
package struct Uninstaller {
  package let place: InstallationPlace
  /// Removes files that were changed after their installation.
  package let removesChanged: Bool
  /// Runs update-mime-database.
  package let updatesDatabase: Bool
  private let program: DeferredProgram?

  /// The program makes the database in the place of a restricted process.
  package init(
    place: InstallationPlace, removesChanged: Bool, updatesDatabase: Bool,
    program: DeferredProgram?
  ) {
    self.place = place
    self.removesChanged = removesChanged
    self.updatesDatabase = updatesDatabase
    self.program = program
  }

  /// Changes nothing.
  package func steps(for name: String) throws -> [InstallationStep] {
    steps(for: try manifest(of: name))
  }

  /// Throws when nothing of the name is installed, or a file was changed since.
  package func uninstall(_ name: String, report: ([InstallationStep]) -> Void) throws {
    func remove() throws {
      let manifest = try manifest(of: name)
      var steps = steps(for: manifest)
      for file in manifest.files {
        try FileChange.remove(place.path(of: file.path))
      }
      try FileChange.remove(place.path(of: InstallationManifest.path(of: name)))
      if manifest.files.contains(where: { $0.path.hasPrefix("icons/") }) {
        InstallationWork.noticeIcons(in: place)
      }
      var failure: (any Error)?
      if runsDatabase(manifest) {
        do {
          try MIMEDatabase(place).update(by: program)
        } catch {
          failure = error
        }
      }
      steps += try removeFolders(manifest)
      report(steps)
      if let failure { throw failure }
    }
    // A place that is gone meanwhile is not made again.
    func prepare() throws { if !place.path.leadsToDirectory { throw missing(name) } }
    try FileChange.withLock(on: place.path, prepare: prepare, body: remove)
  }

  private func steps(for manifest: InstallationManifest) -> [InstallationStep] {
    let files = manifest.files.map(\.path) + [InstallationManifest.path(of: manifest.name)]
    let database = MIMEDatabase(place)
    return files.map(place.path).filter(\.namesItem).map { InstallationStep(.remove, $0) }
      + (runsDatabase(manifest) ? [InstallationStep(.run, database.command)] : [])
  }

  private func runsDatabase(_ manifest: InstallationManifest) -> Bool {
    updatesDatabase
      && manifest.files.contains { $0.path.hasPrefix("\(InstallationPlace.packages)/") }
      && place.path(of: InstallationPlace.packages).leadsToDirectory
      // Without a database no file knows the types, and a new one would remain.
      && MIMEDatabase(place).exists
  }

  /// All files must be as they were installed.
  private func manifest(of name: String) throws -> InstallationManifest {
    guard InstallationInput.isName(name),
      let manifest = try InstallationManifest(name: name, in: place)
    else { throw missing(name) }
    guard !removesChanged else { return manifest }
    var changed: [FilePath] = []
    for file in manifest.files.map(\.path) {
      let path = place.path(of: file)
      if let bytes = try FileChange.contents(of: path), !manifest.has(bytes, at: file),
        changed.last != path
      {
        changed.append(path)
      }
    }
    guard let last = changed.last else { return manifest }
    func message(_ path: FilePath) -> String {
      "\(path.text): was changed after installation; use --force to remove it"
    }
    for path in changed.dropLast() { StandardError.report(message(path)) }
    throw CommandFailure(.negative, message(last), "\(name): nothing removed")
  }

  private func missing(_ name: String) -> CommandFailure {
    let installed = place.installedNames
    let list =
      installed.isEmpty
      ? "nothing is installed" : "installed: \(installed.joined(separator: ", "))"
    return CommandFailure(
      .inputMissing,
      "\(name): uti install has not installed that name in \(place.path.text); \(list)")
  }

  /// Empty ones of this installation, and the generated database without a remaining package.
  ///
  /// Shared entries move to another installation's manifest.
  private func removeFolders(_ manifest: InstallationManifest) throws -> [InstallationStep] {
    var rest = InstallationManifest(name: manifest.name)
    let packages = DirectoryListing.readableNames(in: place.path(of: InstallationPlace.packages))
    if packages.contains(where: { $0.hasSuffix(".xml") }) {
      rest.generated = manifest.generated
    } else {
      let database = MIMEDatabase(place)
      let remains = database.remains(in: manifest.directories)
      for file in manifest.generated + remains { try FileChange.remove(place.path(of: file)) }
    }
    var steps: [InstallationStep] = []
    for folder in manifest.directories.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let path = place.path(of: folder)
      if FileChange.removeDirectory(path) {
        steps.append(InstallationStep(.removeFolder, path))
      } else {
        rest.directories.append(folder)
      }
    }
    if let other = place.installedNames.first {
      rest.levels = manifest.levels
      guard var heir = try InstallationManifest(name: other, in: place) else { return steps }
      heir.takeOver(rest)
      try FileChange.file(at: place.path(of: InstallationManifest.path(of: other)))
        .replace(with: heir.bytes)
      return steps
    }
    var path = place.path
    for _ in 0..<manifest.levels {
      guard FileChange.removeDirectory(path) else { break }
      steps.append(InstallationStep(.removeFolder, path))
      path = path.removingLastComponent()
    }
    return steps
  }
}
