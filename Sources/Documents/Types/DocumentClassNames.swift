import Foundation
internal import FoundationAdditions

/// The document classes of a program by name.
///
/// A class that was registered under a name has precedence. Then the runtime is searched, by module
/// and name. The program's main module is used for a name without module, and for the build
/// variable `PRODUCT_MODULE_NAME`.
struct DocumentClassNames {
  private var registered: [String: DocumentClassReference] = [:]
  /// The module of a name without one.
  var mainModule = Self.module(ofExecutable: ProcessInfo.processInfo.processName)

  /// The result of resolving a name.
  enum Resolution {
    case documentClass(DocumentClassReference)
    /// A class that does not create documents.
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
    let candidates = name.contains(".") ? [name] : ["\(mainModule).\(name)", name]
    for candidate in candidates {
      guard let found: AnyClass = NSClassFromString(candidate) else { continue }
      guard let documentClass = DocumentClassReference(found) else { return .otherClass }
      return .documentClass(documentClass)
    }
    return .unknown
  }

  /// Returns the name with the main module in place of the build variable, which Xcode replaces
  /// when it copies an Info.plist, and the package manager does not.
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

  /// Returns the module name of an executable: the compiler replaces characters that an identifier
  /// cannot have.
  private static func module(ofExecutable name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}
