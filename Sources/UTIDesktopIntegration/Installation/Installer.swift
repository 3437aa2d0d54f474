package import SystemPackage
package import UTICommandOutput
import UTIPlatform
import UniformTypes

/// Puts declarations where uti and desktops find them.
package struct Installer {
  package let place: InstallationPlace
  /// Replaces files that were not installed, or were changed since.
  package let replacesOthers: Bool
  /// Runs update-mime-database.
  package let updatesDatabase: Bool
  private let program: DeferredProgram?

  /// The program makes the database in the place of a restricted process.
  package init(
    place: InstallationPlace, replacesOthers: Bool, updatesDatabase: Bool,
    program: DeferredProgram?
  ) {
    self.place = place
    self.replacesOthers = replacesOthers
    self.updatesDatabase = updatesDatabase
    self.program = program
  }

  /// The steps for each name.
  package typealias Steps = [(name: String, steps: [InstallationStep])]

  /// Changes nothing.
  package func steps(for plans: [InstallationPlan]) throws -> Steps {
    let works = try plans.map {
      try InstallationWork($0, in: place, replacesOthers: replacesOthers)
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
    if runsDatabase(works), !result.isEmpty { result[result.count - 1].steps.append(databaseStep) }
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
      try InstallationWork($0, in: place, replacesOthers: replacesOthers)
    }
    try InstallationWork.refuse(works)
    let runs = runsDatabase(works)
    var undo = InstallationUndo()
    var manifests: [InstallationManifest] = []
    var done: Steps = []
    do throws(CommandFailure) {
      for (index, work) in works.enumerated() {
        let steps = work.steps(in: place)
        manifests.append(
          try work.perform(in: place, levels: index == 0 ? levels : 0, undo: &undo))
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
      .replace(with: last.bytes)
  }

  private func runsDatabase(_ works: [InstallationWork]) -> Bool {
    // A database that an earlier installation could not make, or was not to make, is made now.
    let isOutdated = works.contains(where: \.hasPackage) && !MIMEDatabase(place).isCurrent
    return updatesDatabase && (isOutdated || works.contains(where: \.changesPackages))
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
        try? FileChange.file(at: path).replace(with: bytes)
      } else {
        try? FileChange.remove(path)
      }
    }
    for folder in folders.reversed() { FileChange.removeDirectory(folder) }
  }
}
