internal import FoundationAdditions

/// The name that a document is saved under, from the name it was given and the types before and
/// after.
///
/// A name keeps an extension that items of the saving type can have; one that belongs to the old
/// type gives way to the new one; anything else behind a period, such as `v1.2`, is a part of the
/// name, and the extension is appended.
///
/// Source of the rules: E2 to E5, E10 to E12 of Documentation/DocumentRules.md.
struct SavingName {
  /// The most bytes that Linux allows in a name.
  static let mostBytes = 255

  /// The extension to append, without its period; empty when the type has none.
  let filenameExtension: String
  /// Every extension that items of the saving type can have.
  let validExtensions: Set<String>
  /// The extensions of the type that the document had.
  let replacedExtensions: Set<String>
  /// Whether items with an extension that nobody listed are of the saving type all the same, because
  /// their type lies below it.
  let isValid: (_ filenameExtension: String) -> Bool
  /// Whether a whole name is one of the saving type, as `a.tar.gz` is by a pattern and not by an
  /// extension.
  let isOfSavingType: (_ name: String) -> Bool
  /// The ending that makes a whole name one of the old type; nil where it is none.
  let endingOfOldType: (_ name: String) -> String?

  /// The name to save under.
  ///
  /// - Parameter name: the name that was given.
  func name(for name: String) -> String {
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

  /// Appends an extension and shortens what is before it until the name fits.
  static func append(_ filenameExtension: String, to name: String, suffix: String = "") -> String {
    let ending = filenameExtension.isEmpty ? suffix : "\(suffix).\(filenameExtension)"
    var base = Substring(name)
    while !base.isEmpty, base.utf8.count + ending.utf8.count > mostBytes { base.removeLast() }
    return base + ending
  }

  /// What may be the extension of a name, longest first and in lower case: of `a.tar.gz`, `tar.gz`
  /// and `gz`.
  ///
  /// A period that a name begins with hides it and begins no extension.
  static func endings(of name: String) -> [String] {
    var rest = name.drop { $0 == "." }
    var endings: [String] = []
    while let period = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: period)...]
      if !rest.isEmpty { endings.append(rest.lowercased()) }
    }
    return endings
  }

  /// A name that differs from one that is taken: `Letter 2.rtfd`.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - number: what makes it different.
  ///   - filenameExtension: its extension, without the period; empty for none.
  static func numbered(_ name: String, _ number: Int, filenameExtension: String) -> String {
    let ending = "." + filenameExtension
    guard !filenameExtension.isEmpty, name.count > ending.count,
      name.lowercased().hasSuffix(ending.lowercased())
    else { return append("", to: name, suffix: " \(number)") }
    return append(
      String(name.suffix(filenameExtension.count)), to: String(name.dropLast(ending.count)),
      suffix: " \(number)")
  }
}
