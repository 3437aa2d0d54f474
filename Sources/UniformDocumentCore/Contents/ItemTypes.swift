internal import Dispatch
internal import Foundation
package import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform
package import UTITypeDetection
internal import UniformTypes

/// The types of items, in the registry of the document's controller, else in the current one.
package struct ItemTypes: Sendable {
  package let registry: TypeRegistry

  package init(registry: TypeRegistry) { self.registry = registry }

  private static let preparation: Void = DispatchQueue.global(qos: .userInitiated).async {
    _ = TypeRegistry.current
  }

  /// Loads the registry on another thread, once in a process: without its cache this takes 90 ms,
  /// which the first save would take from the caller's isolation; it waits without processor time.
  static func prepare() { preparation }

  package func type(_ identifier: String?) -> UTType? { identifier.flatMap { registry.type($0) } }

  /// Returns the type that a name determines, even if there is no item; nil if it determines none.
  package func identifier(forName url: URL) -> String? {
    // An unknown extension is kept in a dynamic type, so that saving preserves it.
    let type = registry.type(filenameExtension: url.itemExtension)?.identifier
    guard let path = try? FilePath(of: url),
      let verdict = try? registry.identify(path: path, by: .name),
      !saysNothing(verdict.type.rawValue)
    else { return type }
    return verdict.type.rawValue
  }

  /// The path has no link at its end; `detected` is used if it is of the state `identity`.
  func identifier(
    ofItemAt path: FilePath, _ identity: FileIdentity, detected: DetectedType?
  ) -> String? {
    let known = detected.flatMap { $0.isOf(path, identity, in: registry) ? $0.type : nil }
    guard let found = known ?? (try? registry.identify(path: path))?.type.rawValue else {
      return nil
    }
    guard saysNothing(found), let ending = path.extension,
      let dynamic = registry.type(filenameExtension: ending)
    else { return found }
    return dynamic.identifier
  }

  private func saysNothing(_ identifier: String) -> Bool {
    UTType.data.identifier == type(identifier)?.identifier
  }

  /// The longest extension of the type, such as `tar.gz`, else the text after the last period (rule
  /// E11); without its period.
  package func filenameExtension(of url: URL, ofType identifier: String?) -> String {
    let name = url.itemName
    let known = type(identifier)?.filenameExtensions ?? []
    let ending =
      SavingName.endings(of: name).first(where: known.contains)
      ?? identifier.flatMap { self.ending(of: name, naming: $0) }
    return ending.map { String(name.suffix($0.count)) } ?? url.itemExtension
  }

  /// The shortest one, such as `tar.gz` for a pattern of two parts.
  func ending(of name: String, naming identifier: String) -> String? {
    SavingName.endings(of: name).reversed().first {
      self.identifier(forName: "x." + $0) == identifier
    }
  }

  /// The name determines the type, or an ending of several parts determines a subtype; the last
  /// extension is not sufficient: patterns for numbers match names of all types.
  func names(_ name: String, _ type: UTType) -> Bool {
    guard let found = identifier(forName: name) else { return false }
    if found == type.identifier { return true }
    guard let ending = ending(of: name, naming: found), ending.contains(".") else { return false }
    return self.type(found)?.conforms(to: type) ?? false
  }

  private func identifier(forName name: String) -> String? {
    (try? registry.identify(path: name, by: .name))?.type.rawValue
  }

  func isPackage(extension filenameExtension: String) -> Bool {
    registry.type(filenameExtension: filenameExtension, conformingTo: .package)?.isDeclared ?? false
  }

  package func preferredExtension(ofType identifier: String?) -> String {
    type(identifier)?.preferredFilenameExtension ?? ""
  }
}

/// The detected type of a file in one state, which is not detected again if the file is unchanged
/// between the choice of the document's class and the read.
package struct DetectedType: Sendable {
  let registry: TypeRegistry
  let path: FilePath
  let identity: FileIdentity
  package let type: String

  /// More than a clock tick of any kernel, which is 10 ms, in seconds.
  private static let longestTick = 0.02

  /// The value to keep is nil for links, directories and files that have just changed: file systems
  /// record the last clock tick, so another change within it would not be noticed.
  package static func detect(
    _ path: FilePath, in registry: TypeRegistry
  ) throws(DetectionError) -> (type: String, detected: DetectedType?) {
    let status = try? SystemFileStore().status(of: FileLocation(path))
    let now = Date.now
    let type = try registry.identify(path: path).type.rawValue
    guard let status, status.kind == .regular,
      now.timeIntervalSince(status.changed.date) > longestTick
    else { return (type, nil) }
    let identity = FileIdentity(status)
    return (type, DetectedType(registry: registry, path: path, identity: identity, type: type))
  }

  func isOf(_ path: FilePath, _ identity: FileIdentity, in registry: TypeRegistry) -> Bool {
    var identity = identity
    identity.contentDigest = nil
    return path == self.path && identity == self.identity && registry.isSame(as: self.registry)
  }
}

extension FileStore {
  /// - Throws: `FileStoreError`.
  func write(_ data: Data, toNewFileAt path: FilePath) throws {
    let file = try createFile(at: FileLocation(path), permissions: FilePermissions(rawValue: 0o666))
    do {
      try data.withUnsafeBytes { try writeAll($0, to: file) }
    } catch {
      try? close(file)
      throw error
    }
    try close(file)
  }
}
