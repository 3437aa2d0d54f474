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

/// The name of a save, from the given name and the old and new types.
///
/// Source of the rules: E2 to E5, E10 to E12 of Documentation/DocumentRules.md.
package struct SavingName {
  /// The maximum number of bytes of a name on Linux.
  static let mostBytes = 255

  /// The extension to append, without its period; empty if the type has none.
  let filenameExtension: String
  let validExtensions: Set<String>
  let replacedExtensions: Set<String>
  /// Returns whether items with an unlisted extension have a subtype of the saving type.
  let isValid: (_ filenameExtension: String) -> Bool
  /// Returns whether a whole name belongs to the type, as `a.tar.gz` does by a pattern.
  let isOfSavingType: (_ name: String) -> Bool
  /// Nil for a name of another type.
  let endingOfOldType: (_ name: String) -> String?

  package func name(for name: String) -> String {
    guard !filenameExtension.isEmpty else { return name }
    let endings = Self.endings(of: name)
    let wanted = filenameExtension.lowercased()
    if endings.contains(where: { $0 == wanted || validExtensions.contains($0) }) { return name }
    if isOfSavingType(name) { return name }
    if let old = endings.first(where: replacedExtensions.contains) ?? endingOfOldType(name) {
      return Self.append(filenameExtension, to: String(name.dropLast(old.count + 1)))
    }
    if let last = endings.last, isValid(last) { return name }
    return Self.append(filenameExtension, to: name)
  }

  /// Appends an extension and shortens the text before it until the name fits.
  package static func append(_ filenameExtension: String, to name: String, suffix: String = "")
    -> String
  {
    let ending = filenameExtension.isEmpty ? suffix : "\(suffix).\(filenameExtension)"
    var base = Substring(name)
    while !base.isEmpty, base.utf8.count + ending.utf8.count > mostBytes { base.removeLast() }
    return base + ending
  }

  /// Returns the longest first and in lower case: `tar.gz` and `gz` for `a.tar.gz`; a leading
  /// period begins none.
  static func endings(of name: String) -> [String] {
    var rest = name.drop { $0 == "." }
    var endings: [String] = []
    while let period = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: period)...]
      if !rest.isEmpty { endings.append(rest.lowercased()) }
    }
    return endings
  }

  /// The result is `Letter 2.rtfd`, for example; the extension has no period.
  package static func numbered(_ name: String, _ number: Int, filenameExtension: String) -> String {
    let ending = "." + filenameExtension
    guard !filenameExtension.isEmpty, name.count > ending.count,
      name.lowercased().hasSuffix(ending.lowercased())
    else { return append("", to: name, suffix: " \(number)") }
    return append(
      String(name.suffix(filenameExtension.count)), to: String(name.dropLast(ending.count)),
      suffix: " \(number)")
  }
}

extension SavingName {
  /// `filenameExtension` is the result of `fileNameExtension(forType:saveOperation:)`; the types
  /// are identifiers.
  package init(filenameExtension: String, savingType: String?, oldType: String?, types: ItemTypes) {
    let saving = types.type(savingType)
    let old = oldType == savingType ? nil : types.type(oldType)
    self.filenameExtension = filenameExtension
    validExtensions = saving?.filenameExtensions ?? []
    replacedExtensions = old?.filenameExtensions ?? []
    isValid = { ending in
      guard let saving, saving != .data, saving != .item else { return false }
      return types.registry
        .types(tag: ending, tagClass: .filenameExtension, conformingTo: saving)
        .contains(where: \.isDeclared)
    }
    isOfSavingType = { name in
      guard let saving, saving != .data, saving != .item else { return false }
      return types.names(name, saving)
    }
    endingOfOldType = { name in old.flatMap { types.ending(of: name, naming: $0.identifier) } }
  }
}

extension UTType {
  /// The extensions that items of the type can have, in lower case.
  var filenameExtensions: Set<String> {
    Set((tags[.filenameExtension] ?? []).map { $0.lowercased() })
  }
}
