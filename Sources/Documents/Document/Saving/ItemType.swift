internal import Foundation
internal import SystemPackage
internal import TypeDetection
internal import TypeGraph
internal import UniformTypeIdentifiers

/// The types of items, as documents speak of them: by identifier.
enum ItemType {
  /// The type that a name tells, whether there is an item or not; nil when it tells nothing.
  static func identifier(forName url: URL) -> String? {
    guard url.isFileURL else { return UTType(filenameExtension: url.pathExtension)?.identifier }
    let path = url.path(percentEncoded: false)
    let verdict = try? TypeRegistry.current.identify(path: path, by: .name)
    if let verdict, UTType(verdict.type.rawValue) != .data { return verdict.type.rawValue }
    // An extension nobody knows is kept in a dynamic type, so that saving does not lose it.
    return UTType(filenameExtension: url.pathExtension)?.identifier
  }

  /// The type of an item that is there.
  static func identifier(ofItemAt path: FilePath) -> String? {
    guard let verdict = try? TypeRegistry.current.identify(path: path.string) else { return nil }
    guard UTType(verdict.type.rawValue) == .data, let ending = path.extension,
      let dynamic = UTType(filenameExtension: ending)
    else { return verdict.type.rawValue }
    return dynamic.identifier
  }

  /// Whether items of a name are files and no directories, as far as declarations say.
  static func namesFile(_ url: URL) -> Bool {
    guard let type = identifier(forName: url).flatMap({ UTType($0) }), type.isDeclared else {
      return false
    }
    return type.conforms(to: .data) && !type.conforms(to: .directory)
  }

  /// The preferred extension of a type; empty when it has none.
  static func preferredExtension(ofType identifier: String?) -> String {
    identifier.flatMap { UTType($0) }?.preferredFilenameExtension ?? ""
  }
}
