import SystemPackage
import TypeDeclarations
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The values that determine the output of an inventory.
extension Identify {
  /// Returns the options, the declarations of types and the working directory.
  func resumedOptions(_ registry: TypeRegistry) -> [(key: String, value: JSONValue)] {
    let walk = items.walk
    let fields: [(key: String, value: JSONValue)] = [
      ("the version", .string(PackageVersion.text)),
      ("the working directory", .optional(FilePath.currentDirectory?.text)),
      ("the paths", .strings(items.paths.map(Self.text))),
      ("--files-from", .optional(items.lineList)), ("--files0-from", .optional(items.nulList)),
      ("--s3-inventory", .optional(items.inventory)), ("--by", .string(items.by.rawValue)),
      ("--recursive", .boolean(items.isRecursive)),
      ("--exclude", .strings(walk.excludedPatterns)),
      ("--max-depth", walk.maximumDepth.map { .integer($0) } ?? .null),
      ("--one-file-system", .boolean(walk.staysOnFileSystem)),
      ("--hidden", .string(walk.hidden.rawValue)),
      ("--ignore-vcs", .boolean(walk.omitsVersionControl)),
      ("--no-dereference", .boolean(!items.followsLinks)),
      ("--conforming-to", .strings(items.supertypes)),
      ("--not-conforming-to", .strings(items.excludedSupertypes)),
      ("--brief", .boolean(isBrief)), ("--mime-type", .boolean(showsMIMEType)),
      ("--mime-encoding", .boolean(showsEncoding)), ("--extension", .boolean(showsExtension)),
    ]
    return fields + [
      ("--print", .optional(layout)), ("--null", .boolean(endsWithNUL)),
      ("--no-header", .boolean(omitsHeader)), ("--format", .string(output.format.rawValue)),
      ("--language", .strings(output.languages)),
      ("--view", .string(registryOptions.view.rawValue)),
      ("--registry", .strings(registryOptions.directories)),
      ("the declarations of types", .string(Self.fingerprint(registry))),
    ]
  }

  /// Returns a text without loss of bytes.
  private static func text(_ path: String) -> String {
    LosslessText.hasStrayBytes(path) ? Hexadecimal.text(LosslessText.bytes(path)) : path
  }

  /// Returns a hash of the types and of the files that declare them.
  private static func fingerprint(_ registry: TypeRegistry) -> String {
    var hash = StableHash()
    for source in registry.sources where source.layer != .base {
      hash.combine(source.path)
      guard let status = FileStatus.present(at: source.path) else { continue }
      hash.combine(UInt64(status.size))
      hash.combine(UInt64(bitPattern: status.modified.seconds))
      hash.combine(UInt64(status.modified.nanoseconds))
    }
    for type in registry.types { hash.combine(type.identifier) }
    return "\(hash.value)"
  }
}
