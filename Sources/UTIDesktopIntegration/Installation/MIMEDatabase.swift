package import UTICommandOutput
import UTIPlatform

/// The database that update-mime-database makes of the packages of a folder.
package struct MIMEDatabase {
  private let place: InstallationPlace
  package static let folder = "mime"
  private static let program = "update-mime-database"

  package init(_ place: InstallationPlace) {
    self.place = place
  }

  /// The command line, for display.
  package var command: String { "\(Self.program) \(place.path(of: Self.folder).text)" }

  package var exists: Bool { place.path(of: "\(Self.folder)/mime.cache").namesItem }

  /// Made after the last change of the packages.
  package var isCurrent: Bool {
    func time(_ path: String) -> FileTime? {
      FileStatus.present(at: place.path(of: path))?.modified
    }
    guard let made = time("\(Self.folder)/mime.cache") else { return false }
    let folder = InstallationPlace.packages
    let packages = DirectoryListing.readableNames(in: place.path(of: folder)).map {
      "\(folder)/\($0)"
    }
    return ([folder] + packages).compactMap(time).allSatisfy { $0 <= made }
  }

  /// The items next to the packages, by their paths below the place.
  package var contents: (files: [String], folders: [String]) {
    let names = DirectoryListing.readableNames(in: place.path(of: Self.folder)).filter {
      $0 != "packages"
    }
    let paths = names.map { "\(Self.folder)/\($0)" }
    return (
      paths.filter { !place.path(of: $0).leadsToDirectory },
      paths.filter { place.path(of: $0).leadsToDirectory }
    )
  }

  /// Throws for a link through which update-mime-database would write; it writes next to the packages
  /// and into the folders of media types.
  package func refuseLinks() throws(CommandFailure) {
    let (files, folders) = contents
    let items = folders.flatMap { folder in
      DirectoryListing.readableNames(in: place.path(of: folder)).map { "\(folder)/\($0)" }
    }
    try place.refuseLinks(files + folders + items)
  }

  /// update-mime-database does not update folders of media types that it does not know.
  package func remains(in folders: [String]) -> [String] {
    folders.filter { $0.hasPrefix("\(Self.folder)/") && $0 != InstallationPlace.packages }
      .flatMap { folder in
        DirectoryListing.readableNames(in: place.path(of: folder)).filter { $0.hasSuffix(".xml") }
          .map { "\(folder)/\($0)" }
      }
  }

  /// Throws when the program is missing or fails.
  ///
  /// A restricted process starts it by another one; see ``deferred``.
  package func update(by program: DeferredProgram?) throws {
    do throws(ChildProcess.Failure) {
      if let program { return try program.run() }
      _ = try ChildProcess.run(arguments, input: [])
    } catch {
      throw failure(error)
    }
  }

  /// Before the process is restricted.
  package var deferred: DeferredProgram? { DeferredProgram(arguments) }

  private var arguments: [String] { [Self.program, place.path(of: Self.folder).text] }

  private func failure(_ failure: ChildProcess.Failure) -> CommandFailure {
    let remedy = "uti itself already uses the types"
    switch failure {
    case .notFound:
      return CommandFailure(
        .unavailable,
        "\(Self.program) is not installed, so that desktops do not notice the change; install "
          + "shared-mime-info and run \(command); \(remedy)")
    case .failed:
      return CommandFailure(
        .inputOutput, "\(command) failed, so that desktops do not notice the change; \(remedy)")
    case .system(let number):
      return CommandFailure(
        .inputOutput,
        "\(command) could not be run (\(String(cString: strerror(number)))); \(remedy)")
    }
  }
}
