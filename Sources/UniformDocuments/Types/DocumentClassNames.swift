import Foundation

/// The document classes of a program by name: registered ones, then classes of the runtime.
///
/// The main module is used for a name without module and for the variable `PRODUCT_MODULE_NAME`.
struct DocumentClassNames {
  private var registered: [String: DocumentClassReference] = [:]
  var mainModule = Self.module(ofExecutable: ProcessInfo.processInfo.processName)

  /// The result of resolving a name.
  enum Resolution {
    case documentClass(DocumentClassReference)
    case otherClass
    case unknown
  }

  mutating func register(_ documentClass: DocumentClassReference, as name: String) {
    registered[name] = documentClass
  }

  func resolve(_ name: String) -> Resolution {
    let name = substitutingModule(in: name)
    if let documentClass = registered[name] ?? registeredClass(unqualified: name) {
      return .documentClass(documentClass)
    }
    var candidates =
      name.contains(".") ? [name] : ["\(mainModule).\(name)", "UniformDocuments.\(name)"]
    // The base classes of this module are found too, so that the error states what they lack. It
    // exports some of another target.
    if let last = candidates.last, last.hasPrefix("UniformDocuments.") {
      candidates.append("UniformDocumentCore." + last.dropFirst("UniformDocuments.".count))
    }
    for candidate in candidates {
      guard let found = Self.runtimeClass(candidate) else { continue }
      guard let documentClass = DocumentClassReference(found) else { return .otherClass }
      return .documentClass(documentClass)
    }
    return .unknown
  }

  /// Tries each kind of outer type in a mangled name: `NSClassFromString` finds no nested class,
  /// and prints a warning; private and generic classes have no such name.
  ///
  /// - Complexity: three look-ups for each of at most four outer types.
  private static func runtimeClass(_ name: String) -> AnyClass? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...6).contains(parts.count), parts.allSatisfy(isIdentifier), let own = parts.last else {
      return nil
    }
    var contexts = [lengthAndName(parts[0])]
    for outer in parts.dropFirst().dropLast() {
      contexts = contexts.flatMap { context in
        ["C", "V", "O"].map { context + lengthAndName(outer) + $0 }
      }.filter { parts.count == 3 || _typeByName($0) != nil }
    }
    return contexts.lazy
      .compactMap { _typeByName($0 + lengthAndName(own) + "C") as? AnyClass }.first
  }

  private static func lengthAndName(_ part: Substring) -> String { "\(part.utf8.count)\(part)" }

  private static func isIdentifier(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return part.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
      default: false
      }
    }
  }

  /// Xcode replaces the build variable when it copies an Info.plist; the package manager does not.
  private func substitutingModule(in name: String) -> String {
    ["$(PRODUCT_MODULE_NAME)", "${PRODUCT_MODULE_NAME}"].reduce(name) {
      $0.replacingOccurrences(of: $1, with: mainModule)
    }
  }

  /// Returns the only registered class that matches a name, if one of them lacks a module.
  private func registeredClass(unqualified name: String) -> DocumentClassReference? {
    let found = registered.filter { Self.unqualified($0.key) == Self.unqualified(name) }
    // Two modules may have classes of the same name; then the module decides, and it did not match.
    guard found.count == 1, let only = found.first,
      !name.contains(".") || !only.key.contains(".")
    else { return nil }
    return only.value
  }

  private static func unqualified(_ name: String) -> Substring {
    name[(name.lastIndex(of: ".").map(name.index(after:)) ?? name.startIndex)...]
  }

  /// The compiler replaces characters that an identifier cannot have.
  private static func module(ofExecutable name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}
