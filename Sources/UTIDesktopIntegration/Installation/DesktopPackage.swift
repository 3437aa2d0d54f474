package import SystemPackage
import UTICommandOutput
package import UTIDeclarationTools
internal import UTIPlatform
internal import UTITypeDeclarations
package import UTITypeGraph
package import UniformTypes

/// The shared-mime-info package for the declarations of one name, and notes on the remaining ones.
package struct DesktopPackage {
  /// nil when the package would describe nothing.
  package private(set) var bytes: [UInt8]?
  /// The MIME names that the types have in the package.
  package private(set) var names: [TypeIdentifier: MIMEName] = [:]
  package private(set) var notes: [InstallationStep] = []

  /// The machine has the other declarations.
  package init(_ group: InstallationGroup, _ machine: InstalledDeclarations) {
    for type in group.package?.file.mimeTypes ?? [] where machine.isFolder(type) {
      notes.append(InstallationStep(.note, type.name.spelling, reason: Self.folders))
    }
    guard let list = group.propertyList else {
      bytes = group.package?.bytes
      return
    }
    var file = list.file
    file.kinds = []
    file.documentTypes = []
    file.types.removeAll { type in
      guard let reason = machine.obstacle(to: type) else { return false }
      notes.append(InstallationStep(.skip, type.identifier.rawValue, reason: reason))
      return true
    }
    let stubs = machine.knownNames(of: file)
    let files = [file, group.package?.file, stubs].compactMap(\.self)
    let conversion = machine.converter.sharedMIMEInfo(from: files)
    var package = conversion.file
    for loss in conversion.losses { StandardError.print(loss.description) }
    let exported = Set(file.types.filter(\.isExported).map(\.identifier))
    for index in package.mimeTypes.indices {
      let carried = package.mimeTypes[index].carriedIdentifiers
      for identifier in carried { names[identifier] = package.mimeTypes[index].name }
      guard !exported.isDisjoint(with: carried) else { continue }
      notes += machine.outweigh(&package.mimeTypes[index])
    }
    guard !package.mimeTypes.isEmpty else { return }
    bytes = SharedMIMEInfoWriter.bytes(of: package)
  }

  fileprivate static let folders =
    "desktops treat it as a folder: they identify folders from the file system alone and not by "
    + "name; only uti and programs that use this library distinguish it"
}

/// The declarations of a machine that affect newly installed ones.
package struct InstalledDeclarations {
  package let converter: DeclarationConverter
  private let registry: TypeRegistry
  /// The new files of the installation, and the files that they replace.
  private let ownPaths: Set<FilePath>
  /// The names under which packages describe types, by all names and aliases.
  private var canonicalNames: [MIMEName: MIMEName] = [:]
  /// The types that a pattern leads to.
  private var claims: [String: PatternClaims] = [:]

  private static let folder = MIMEName("inode/directory")
  private static let greatestWeight = 100

  /// The registry has the new files above all others; `base` is the package's alone.
  package init(_ registry: TypeRegistry, base: TypeRegistry, ownPaths: Set<FilePath>) {
    self.registry = registry
    self.ownPaths = ownPaths
    let others = registry.declarationFiles().filter {
      $0.source.layer != .base && !ownPaths.contains(FilePath(text: $0.source.path))
    }
    let packages = others.filter { $0.source.format == .sharedMIMEInfo }
    converter = DeclarationConverter(
      vocabulary: TypeVocabulary(base.declarationFiles() + others), installedPackages: packages)
    for type in packages.flatMap(\.mimeTypes) {
      canonicalNames[type.name] = type.name
      for alias in type.aliases where canonicalNames[alias.value] == nil {
        canonicalNames[alias.value] = type.name
      }
      for glob in type.globs {
        claims[CaseFolding.ascii(glob.pattern), default: PatternClaims()]
          .add(type.name, weight: glob.weight)
      }
    }
  }

  /// nil when the package describes the type.
  package func obstacle(to type: TypeDeclaration) -> String? {
    guard let known = registry.type(type.identifier.rawValue) else {
      return "no type can have this identifier"
    }
    if let directory = registry.type("public.directory"), known.conforms(to: directory) {
      return DesktopPackage.folders
    }
    guard let active = known.firstDeclaration,
      !ownPaths.contains(FilePath(text: active.source.path))
    else {
      return nil
    }
    let place =
      active.source.layer == .base
      ? "the registry of uti" : "\(active.source.path):\(active.declaration.position.line)"
    return "\(place) declares it and has precedence, so that nothing changes"
  }

  /// A declared subtype of folder.
  package func isFolder(_ type: MIMETypeDeclaration) -> Bool {
    type.superclasses.contains { $0.value == Self.folder } && type.treeMagic.isEmpty
  }

  /// The packages' names for the tags of types, to merge both there.
  package func knownNames(of file: DeclarationFile) -> DeclarationFile? {
    var types: [MIMEName: MIMETypeDeclaration] = [:]
    for tag in file.types.flatMap(\.tags) where tag.value.tagClass == .mimeType {
      guard let name = MIMEName(tag.value.value), let canonical = canonicalNames[name] else {
        continue
      }
      let alias = name == canonical ? [] : [Located(name, at: tag.position)]
      types[canonical, default: MIMETypeDeclaration(name: canonical, position: tag.position)]
        .aliases += alias
    }
    guard !types.isEmpty else { return nil }
    let source = DeclarationSource(path: file.source.path, format: .sharedMIMEInfo, layer: .program)
    return DeclarationFile(source: source, mimeTypes: types.values.sorted { $0.name < $1.name })
  }

  /// Patterns count more than the same ones of others, as a user's extensions do for uti.
  package func outweigh(_ type: inout MIMETypeDeclaration) -> [InstallationStep] {
    var notes: [InstallationStep] = []
    for index in type.globs.indices {
      let glob = type.globs[index]
      guard let rival = claims[CaseFolding.ascii(glob.pattern)]?.strongest(otherThan: type.name),
        rival.weight >= glob.weight
      else { continue }
      type.globs[index].weight = min(rival.weight + 10, Self.greatestWeight)
      notes.append(
        InstallationStep(
          .note, glob.pattern,
          reason: "\(rival.name) has the pattern too; it becomes \(type.name)'s by its weight"))
    }
    return notes
  }
}

/// The strongest claims to a pattern.
private struct PatternClaims {
  typealias Claim = (name: MIMEName, weight: Int)
  /// The first claim of the greatest weight.
  private var first: Claim?
  /// The first claim of the greatest weight among types other than the one of `first`.
  private var second: Claim?

  mutating func add(_ name: MIMEName, weight: Int) {
    guard let first else {
      self.first = (name, weight)
      return
    }
    if weight > first.weight {
      if name != first.name { second = first }
      self.first = (name, weight)
    } else if name != first.name, weight > second?.weight ?? .min {
      second = (name, weight)
    }
  }

  func strongest(otherThan name: MIMEName) -> Claim? { first?.name == name ? second : first }
}
