package import SystemPackage
package import UTICommandOutput
import UTIPlatform

/// Puts declarations where uti and desktops find them, and takes them away.
package struct Installer {
  let place: InstallationPlace
  /// Files that were not installed, or were changed since, are replaced and removed too.
  let isForced: Bool
  /// Runs update-mime-database.
  let updatesDatabase: Bool
  private let program: DeferredProgram?

  /// The program makes the database in the place of a restricted process.
  package init(
    place: InstallationPlace, isForced: Bool, updatesDatabase: Bool, program: DeferredProgram?
  ) {
    self.place = place
    self.isForced = isForced
    self.updatesDatabase = updatesDatabase
    self.program = program
  }

  /// The steps for each name.
  package typealias Steps = [(name: String, steps: [InstallationStep])]

  /// Changes nothing.
  package func steps(for plans: [InstallationPlan]) throws -> Steps {
    let works = try plans.map {
      try InstallationWork($0, in: place, replacesOthers: isForced)
    }
    try InstallationWork.refuse(works)
    var folders: Set<String> = []
    var result: Steps = works.map { work in
      // The first of several makes the folders of all.
      let steps = work.steps(in: place).filter {
        $0.action != .makeFolder || folders.insert($0.subject).inserted
      }
      return (work.plan.name, steps)
    }
    if try runsDatabase(works), !result.isEmpty {
      result[result.count - 1].steps.append(databaseStep)
    }
    return result
  }

  /// All or nothing, except the database, which is made after the report.
  package func install(_ plans: [InstallationPlan], report: (Steps) -> Void) throws {
    var made: [FilePath] = []
    func prepare() throws { made += try FileChange.makeDirectories(place.path) }
    func perform() throws {
      do {
        try installLocked(plans, levels: made.count, report)
      } catch {
        for folder in made.reversed() { FileChange.removeDirectory(folder) }
        throw error
      }
    }
    try FileChange.withLock(on: place.path, prepare: prepare, body: perform)
  }

  private func installLocked(
    _ plans: [InstallationPlan], levels: Int, _ report: (Steps) -> Void
  ) throws {
    let works = try plans.map {
      try InstallationWork($0, in: place, replacesOthers: isForced)
    }
    try InstallationWork.refuse(works)
    let runs = try runsDatabase(works)
    var undo = InstallationUndo()
    var manifests: [InstallationManifest] = []
    var done: Steps = []
    do throws(CommandFailure) {
      for (index, work) in works.enumerated() {
        let steps = work.steps(in: place)
        manifests.append(try work.perform(in: place, levels: index == 0 ? levels : 0, undo: &undo))
        done.append((work.plan.name, steps))
      }
    } catch {
      undo.undo()
      throw error
    }
    if runs, !done.isEmpty { done[done.count - 1].steps.append(databaseStep) }
    report(done)
    guard runs, var last = manifests.popLast() else { return }
    let database = MIMEDatabase(place)
    let before = database.contents
    try database.update(by: program)
    // Files that the program made, and that did not exist before, are removed with the last
    // installation.
    let after = database.contents
    last.generated += after.files.filter { !before.files.contains($0) }
    last.directories += after.folders.filter { !before.folders.contains($0) }
    try FileChange.file(at: place.path(of: InstallationManifest.path(of: last.name)))
      .replace(with: last.bytes, keepsLinks: false)
  }

  /// Throws if the program would leave the place.
  private func runsDatabase(_ works: [InstallationWork]) throws(CommandFailure) -> Bool {
    // A database that an earlier installation could not make, or was not to make, is made now.
    let isOutdated = works.contains(where: \.hasPackage) && !MIMEDatabase(place).isCurrent
    guard updatesDatabase, isOutdated || works.contains(where: \.changesPackages) else {
      return false
    }
    try MIMEDatabase(place).refuseLinks()
    return true
  }

  private var databaseStep: InstallationStep {
    InstallationStep(.run, MIMEDatabase(place).command)
  }
}

/// The changes of an installation, so that they can be undone.
package struct InstallationUndo {
  private var folders: [FilePath] = []
  private var files: [(path: FilePath, bytes: [UInt8]?)] = []

  package mutating func made(folder: FilePath) { folders.append(folder) }

  /// nil bytes mean that the file did not exist.
  package mutating func changes(_ path: FilePath, from bytes: [UInt8]?) {
    files.append((path, bytes))
  }

  /// Changes that cannot be taken back stay.
  package func undo() {
    for (path, bytes) in files.reversed() {
      if let bytes {
        try? FileChange.file(at: path).replace(with: bytes, keepsLinks: false)
      } else {
        try? FileChange.remove(path)
      }
    }
    for folder in folders.reversed() { FileChange.removeDirectory(folder) }
  }
}

/// Takes installations away, and nothing else.
extension Installer {
  /// Changes nothing; the second value has the reasons why names are not removed.
  package func steps(ofRemoving names: [String]) -> (steps: Steps, failures: [any Error]) {
    var (steps, failures): (Steps, [any Error]) = ([], [])
    var runs = false
    for name in names {
      do {
        let manifest = try manifest(of: name)
        steps.append((name, removals(for: manifest)))
        runs = runs || runsDatabase(manifest)
      } catch {
        failures.append(error)
      }
    }
    if runs { steps[steps.count - 1].steps.append(databaseStep) }
    return (steps, failures)
  }

  /// Returns the reasons why names are not removed: nothing is installed, or a file was changed.
  ///
  /// The database is made once, after the last removal.
  package func uninstall(_ names: [String], report: (Steps) -> Void) throws -> [any Error] {
    func remove() -> [any Error] {
      var (steps, failures): (Steps, [any Error]) = ([], [])
      var removed: InstallationManifest?
      var runs = false
      for name in names {
        do {
          let manifest = try manifest(of: name)
          let removals = removals(for: manifest)
          runs = runsDatabase(manifest) || runs
          try removeFiles(manifest)
          steps.append((name, removals))
          removed = removed ?? InstallationManifest(name: name)
          removed?.takeOver(manifest)
        } catch {
          failures.append(error)
        }
      }
      guard let removed else { return failures }
      if runs {
        steps[steps.count - 1].steps.append(databaseStep)
        do { try MIMEDatabase(place).update(by: program) } catch { failures.append(error) }
      }
      do {
        steps[steps.count - 1].steps += try removeFolders(removed)
      } catch {
        failures.append(error)
      }
      report(steps)
      return failures
    }
    guard place.path.leadsToDirectory else { return names.map(missing) }
    // A place that is gone meanwhile is not made again.
    func prepare() throws { if !place.path.leadsToDirectory { throw missing(names[0]) } }
    return try FileChange.withLock(on: place.path, prepare: prepare, body: remove)
  }

  private func removeFiles(_ manifest: InstallationManifest) throws(CommandFailure) {
    for file in manifest.files { try FileChange.remove(place.path(of: file.path)) }
    try FileChange.remove(place.path(of: InstallationManifest.path(of: manifest.name)))
    if manifest.files.contains(where: { $0.path.hasPrefix("icons/") }) {
      InstallationWork.noticeIcons(in: place)
    }
  }

  private func removals(for manifest: InstallationManifest) -> [InstallationStep] {
    let files = manifest.files.map(\.path) + [InstallationManifest.path(of: manifest.name)]
    return files.map(place.path).filter(\.namesItem).map { InstallationStep(.remove, $0) }
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
    if runsDatabase(manifest) { try MIMEDatabase(place).refuseLinks() }
    guard !isForced else { return manifest }
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
        .replace(with: heir.bytes, keepsLinks: false)
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
