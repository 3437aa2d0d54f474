package import SystemPackage
package import UTICommandOutput
internal import UTIDataFormats
internal import UTIDeclarationTools
import UTIPlatform
import UTITypeDeclarations
import UniformTypes

/// The files for the declarations of one name, and the notes about them.
package struct InstallationPlan {
  package struct File {
    /// Below the place.
    let path: String
    let bytes: [UInt8]
  }

  package let name: String
  package private(set) var files: [File] = []
  package private(set) var notes: [InstallationStep] = []

  package init(_ group: InstallationGroup, _ machine: InstalledDeclarations) {
    name = group.name
    if let file = group.signatures {
      files.append(File(path: Self.signatures(name), bytes: file.bytes))
    }
    if let list = group.propertyList {
      files.append(File(path: Self.propertyList(name), bytes: list.bytes))
    }
    let package = DesktopPackage(group, machine)
    notes = package.notes
    if let bytes = package.bytes { files.append(File(path: Self.package(name), bytes: bytes)) }
    guard let list = group.propertyList else { return }
    for type in list.file.types where !type.iconFiles.isEmpty {
      guard let mimeName = package.names[type.identifier] else { continue }
      let found = InstallationIcons.icons(of: type, named: mimeName, beside: list.path)
      notes += found.notes
      for icon in found.icons where !files.contains(where: { $0.path == icon.path }) {
        files.append(File(path: icon.path, bytes: icon.bytes))
      }
    }
  }

  /// Throws when a file cannot be installed.
  package static func plans(
    for paths: [String], in place: InstallationPlace
  ) throws -> [InstallationPlan] {
    let lint = try DeclarationLint()
    // Reads all files before it fails, so that the errors of all files of a pattern are reported.
    var inputs: [InstallationInput] = []
    var signatures: [SignatureInput] = []
    var failures: [CommandFailure] = []
    for path in paths {
      do {
        let report = try InstallationInput.report(onFile: path, lint: lint)
        if let file = SignatureInput(report) {
          signatures.append(file)
        } else {
          inputs.append(try InstallationInput(report))
        }
      } catch {
        failures.append(CommandFailure(input: error))
      }
    }
    if let last = failures.popLast() {
      for failure in failures { failure.report() }
      throw last
    }
    let groups = try InstallationGroup.groups(of: inputs, signatures: signatures)
    let own = groups.flatMap { [propertyList($0.name), package($0.name)] }.map(place.path)
    let machine = InstalledDeclarations(
      try registry(with: inputs), base: try .base(),
      ownPaths: Set(own + inputs.map { FilePath(text: $0.path) }))
    return groups.map { InstallationPlan($0, machine) }
  }

  private static func registry(
    with inputs: [InstallationInput]
  ) throws(DeclarationError) -> TypeRegistry {
    let lists = inputs.filter { $0.file.source.format == .propertyList }
    return try TypeRegistry(RegistryConfiguration(files: lists.map(\.path), usesCache: false))
  }

  private static func propertyList(_ name: String) -> String {
    "\(InstallationPlace.declarations)/\(name).plist"
  }

  private static func package(_ name: String) -> String {
    "\(InstallationPlace.packages)/\(name).xml"
  }

  private static func signatures(_ name: String) -> String {
    "\(SignatureSource.folder)/\(name).xml"
  }
}

/// A step of an installation or uninstallation, as it is reported.
package struct InstallationStep: Sendable {
  package enum Action: String, Sendable, CaseIterable {
    case makeFolder = "make-folder"
    case write
    case replace
    /// The file is there as it is to be.
    case keep
    case remove
    case removeFolder = "remove-folder"
    case run
    /// The desktop's package omits a type.
    case skip
    /// The package describes it, with a restriction.
    case note
  }

  package let action: Action
  /// The path, the command line, the type or the pattern of names.
  package let subject: String
  package let reason: String?

  package init(_ action: Action, _ subject: String, reason: String? = nil) {
    self.action = action
    self.subject = subject
    self.reason = reason
  }

  package init(_ action: Action, _ path: FilePath) {
    self.init(action, path.text)
  }

  /// A step that is not done only would be; the name is the installation's.
  package func result(name: String, isDone: Bool) -> CommandResult {
    let isPath =
      switch action {
      case .makeFolder, .write, .replace, .keep, .remove, .removeFolder: true
      case .run, .skip, .note: false
      }
    var fields: [(key: String, value: JSONValue)] = [
      ("name", .string(name)), ("action", .string(action.rawValue)),
      ("done", .boolean(isDone)),
    ]
    fields += isPath ? LosslessText.fields(subject) : [("subject", .string(subject))]
    if let reason { fields.append(("reason", .string(reason))) }
    return CommandResult(fields: fields, columns: [action.rawValue, subject, reason ?? "-"])
  }
}
