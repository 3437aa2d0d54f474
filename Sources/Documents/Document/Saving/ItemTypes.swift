internal import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import TypeDetection
internal import TypeGraph
internal import UniformTypes

/// The types of items, as documents speak of them: by identifier.
///
/// The registry is that of the controller which made the document, and else the current one.
struct ItemTypes: Sendable {
  let registry: TypeRegistry

  /// The type of an identifier; nil when nothing declares it.
  func type(_ identifier: String?) -> UTType? { identifier.flatMap { registry.type($0) } }

  /// The type that a name tells, whether there is an item or not; nil when it tells nothing.
  func identifier(forName url: URL) -> String? {
    // An extension nobody knows is kept in a dynamic type, so that saving does not lose it.
    let type = registry.type(filenameExtension: url.itemExtension)?.identifier
    guard let path = try? FilePath(of: url),
      let verdict = try? registry.identify(path: path, by: .name),
      !saysNothing(verdict.type.rawValue)
    else { return type }
    return verdict.type.rawValue
  }

  /// The type of an item that is there.
  func identifier(ofItemAt path: FilePath) -> String? {
    guard let verdict = try? registry.identify(path: path) else { return nil }
    guard saysNothing(verdict.type.rawValue), let ending = path.extension,
      let dynamic = registry.type(filenameExtension: ending)
    else { return verdict.type.rawValue }
    return dynamic.identifier
  }

  private func saysNothing(_ identifier: String) -> Bool {
    UTType.data.identifier == type(identifier)?.identifier
  }

  /// Whether items of a name are files and no directories, as far as declarations say.
  func namesFile(_ url: URL) -> Bool {
    guard let type = type(identifier(forName: url)), type.isDeclared else { return false }
    return type.conforms(to: .data) && !type.conforms(to: .directory)
  }

  /// The extension of a name, without its period: the longest that items of the type can have, such
  /// as `tar.gz`, else what is behind the last period (rule E11).
  func filenameExtension(of url: URL, ofType identifier: String?) -> String {
    let name = url.itemName
    let known = type(identifier)?.filenameExtensions ?? []
    let ending =
      SavingName.endings(of: name).first(where: known.contains)
      ?? identifier.flatMap { self.ending(of: name, naming: $0) }
    return ending.map { String(name.suffix($0.count)) } ?? url.itemExtension
  }

  /// The shortest ending of a name that tells a type, such as `tar.gz` for a pattern of two parts;
  /// nil when the name does not tell it, or not by its ending.
  func ending(of name: String, naming identifier: String) -> String? {
    SavingName.endings(of: name).reversed().first {
      self.identifier(forName: "x." + $0) == identifier
    }
  }

  /// Whether a whole name is one of a type.
  ///
  /// It tells the type, or has an ending of several parts that tells a type below it. What is behind
  /// the last period alone is not enough: there are patterns for numbers, which end names of all
  /// kinds.
  func names(_ name: String, _ type: UTType) -> Bool {
    guard let found = identifier(forName: name) else { return false }
    if found == type.identifier { return true }
    guard let ending = ending(of: name, naming: found), ending.contains(".") else { return false }
    return self.type(found)?.conforms(to: type) ?? false
  }

  private func identifier(forName name: String) -> String? {
    (try? registry.identify(path: name, by: .name))?.type.rawValue
  }

  /// Whether directories with an extension are documents.
  func isPackage(extension filenameExtension: String) -> Bool {
    registry.type(filenameExtension: filenameExtension, conformingTo: .package)?.isDeclared
      ?? false
  }

  /// The preferred extension of a type; empty when it has none.
  func preferredExtension(ofType identifier: String?) -> String {
    type(identifier)?.preferredFilenameExtension ?? ""
  }
}

extension Document {
  /// What knows the types of the document's items.
  var types: ItemTypes { ItemTypes(registry: environment.registry ?? .current) }
}
