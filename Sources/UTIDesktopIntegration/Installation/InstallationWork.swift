import SystemPackage
package import UTICommandOutput
import UTIDocumentStorage
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// The difference between the installed files of a name and the planned files.
package struct InstallationWork {
  package let plan: InstallationPlan
  private let manifest: InstallationManifest
  private var writes: [(file: InstallationPlan.File, isReplacement: Bool)] = []
  private var kept: [String] = []
  /// No longer part of the installation.
  private var removed: [String] = []
  /// The reasons why nothing may be written.
  private var obstacles: [String] = []

  package init(
    _ plan: InstallationPlan, in place: InstallationPlace, replacesOthers: Bool
  ) throws(CommandFailure) {
    self.plan = plan
    let old = try InstallationManifest(name: plan.name, in: place)
    manifest = old ?? InstallationManifest(name: plan.name)
    try place.refuseLinks(plan.files.map { InstallationPlace.folder(of: $0.path) })
    for file in plan.files {
      let path = place.path(of: file.path)
      guard !path.leadsToDirectory else {
        throw CommandFailure(.inputOutput, "\(path.text): cannot be written: it is a folder")
      }
      let current = path.namesItem ? try FileChange.contents(of: path) ?? [] : nil
      let isKnown = manifest.files.contains { $0.path == file.path }
      if current != nil, !isKnown, !replacesOthers {
        obstacles.append(
          "\(path.text): already exists and was not installed by uti; use --force to replace it"
        )
      } else if let current, !replacesOthers, current != file.bytes,
        !manifest.has(current, at: file.path)
      {
        obstacles.append("\(path.text): was changed after installation; use --force to replace it")
      } else if let current, !replacesOthers, Self.isAnother(file, than: current) {
        obstacles.append(
          "\(path.text): declares other types than the new file of that name; --force replaces it, and "
            + "another name keeps both")
      } else if current == file.bytes, manifest.has(file.bytes, at: file.path) {
        kept.append(file.path)
      } else {
        writes.append((file, current != nil))
      }
    }
    let wanted = Set(plan.files.map(\.path))
    for file in manifest.files where !wanted.contains(file.path) {
      let path = place.path(of: file.path)
      guard let current = try FileChange.contents(of: path) else { continue }
      if !replacesOthers, !manifest.has(current, at: file.path) {
        obstacles.append(
          "\(path.text): is no longer part of it, and was changed after installation; use --force to remove it"
        )
      } else if !removed.contains(file.path) {
        removed.append(file.path)
      }
    }
  }

  /// Both declare types, and none in common.
  private static func isAnother(_ file: InstallationPlan.File, than current: [UInt8]) -> Bool {
    func types(_ bytes: [UInt8]) -> Set<TypeIdentifier> {
      let source = DeclarationSource(path: file.path, format: .propertyList, layer: .program)
      return Set(
        (try? DeclarationReader().read(bytes, from: source))?.types.map(\.identifier) ?? [])
    }
    guard file.path.hasSuffix(".plist"), current != file.bytes else { return false }
    let (old, new) = (types(current), types(file.bytes))
    return !old.isEmpty && !new.isEmpty && old.isDisjoint(with: new)
  }

  package var hasPackage: Bool { plan.files.contains { Self.isPackage($0.path) } }

  /// The database must be made again.
  package var changesPackages: Bool {
    (writes.map(\.file.path) + removed).contains(where: Self.isPackage)
  }

  /// Throws the first obstacle, after the others were reported.
  package static func refuse(_ works: [InstallationWork]) throws(CommandFailure) {
    let obstacles = works.flatMap(\.obstacles)
    guard let last = obstacles.last else { return }
    for obstacle in obstacles.dropLast() { StandardError.report(obstacle) }
    throw CommandFailure(.negative, last, "nothing installed")
  }

  package func steps(in place: InstallationPlace) -> [InstallationStep] {
    missingFolders(in: place).map { InstallationStep(.makeFolder, place.path(of: $0)) }
      + writes.map {
        InstallationStep($0.isReplacement ? .replace : .write, place.path(of: $0.file.path))
      }
      + kept.map { InstallationStep(.keep, place.path(of: $0)) }
      + removed.map { InstallationStep(.remove, place.path(of: $0)) }
      + plan.notes
  }

  /// Returns the present manifest; `levels` are folders made for the place itself.
  package func perform(
    in place: InstallationPlace, levels: Int, undo: inout InstallationUndo
  ) throws(CommandFailure) -> InstallationManifest {
    var manifest = manifest
    manifest.levels += levels
    for folder in missingFolders(in: place) {
      for made in try FileChange.makeDirectories(place.path(of: folder)) { undo.made(folder: made) }
      manifest.directories.append(folder)
    }
    let former = manifest.files
    manifest.files = plan.files.map {
      InstallationManifest.File(path: $0.path, checksum: InstallationManifest.checksum($0.bytes))
    }
    let wanted = manifest
    manifest.files += former.filter { !wanted.files.contains($0) }
    // Writes the manifest before the files that it lists, so that an interrupted installation can
    // still be removed completely.
    let path = place.path(of: InstallationManifest.path(of: plan.name))
    let old = try FileChange.file(at: path)
    if old.bytes != manifest.bytes {
      undo.changes(path, from: old.bytes)
      try old.replace(with: manifest.bytes, keepsLinks: false)
    }
    for (file, _) in writes {
      let path = place.path(of: file.path)
      var old = try FileChange.file(at: path)
      undo.changes(path, from: old.bytes)
      if FileStatus.present(at: path, followsLinks: false)?.kind == .symbolicLink {
        // The target of a link is not a part of the installation.
        try FileChange.remove(path)
        old = try FileChange.file(at: path)
      }
      try old.replace(with: file.bytes, keepsLinks: false)
    }
    for file in removed {
      let path = place.path(of: file)
      undo.changes(path, from: try FileChange.contents(of: path))
      try FileChange.remove(path)
    }
    if (writes.map(\.file.path) + removed).contains(where: { $0.hasPrefix("icons/") }) {
      Self.noticeIcons(in: place)
    }
    if wanted != manifest {
      try FileChange.file(at: path).replace(with: wanted.bytes, keepsLinks: false)
    }
    return wanted
  }

  /// A cache of icons that is older than the theme does not count.
  package static func noticeIcons(in place: InstallationPlace) {
    place.path(of: "icons/hicolor").withPlatformString { _ = utimensat(AT_FDCWD, $0, nil, 0) }
  }

  /// The outer folders are first.
  private func missingFolders(in place: InstallationPlace) -> [String] {
    var folders: [String] = []
    let paths = [InstallationManifest.path(of: plan.name)] + writes.map(\.file.path)
    for path in paths {
      let parts = path.split(separator: "/").dropLast()
      for count in parts.indices {
        let folder = parts[...count].joined(separator: "/")
        if !folders.contains(folder), !place.path(of: folder).namesItem {
          folders.append(folder)
        }
      }
    }
    return folders
  }

  private static func isPackage(_ path: String) -> Bool {
    path.hasPrefix("\(InstallationPlace.packages)/")
  }
}
