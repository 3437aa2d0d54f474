internal import UniformTypes

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
