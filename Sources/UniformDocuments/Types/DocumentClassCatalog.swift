import Foundation
import UTIDocumentTypes
import UniformTypes

/// Chooses the nearest class by conformance.
///
/// At equal distance, a registration precedes declarations, and an editor a viewer (rule B2).
struct DocumentClassCatalog {
  private struct Registration {
    let documentClass: DocumentClassReference
    let types: [UTType]
    let role: DocumentRole
  }

  var documentTypes: DocumentTypeCatalog
  var names = DocumentClassNames() {
    didSet { writableTypes = [:] }
  }
  private var registrations: [Registration] = [] {
    didSet { writableTypes = [:] }
  }
  /// The writable types of classes, cached because their computation examines every declaration.
  var writableTypes: [ObjectIdentifier: [String]] = [:]

  init(documentTypes: DocumentTypeCatalog) {
    self.documentTypes = documentTypes
  }

  mutating func register(
    _ documentClass: DocumentClassReference, for types: [UTType], role: DocumentRole
  ) {
    names.register(documentClass, as: documentClass.name)
    guard !types.isEmpty else { return }
    // The latest registration has precedence, so that a program can replace a registration of a
    // library.
    registrations.insert(
      Registration(documentClass: documentClass, types: types, role: role), at: 0)
  }

  /// - Throws: `DocumentClassError`, if no class handles the type, or the program's own
  ///   declarations name a class that cannot be used.
  func choice(for type: UTType) throws(DocumentClassError) -> DocumentClassChoice {
    let declared = documentTypes.matches(for: type)
    let candidates = registered(for: type) + declared.map(candidate)
    let ordered = candidates.sorted { $0.distance < $1.distance }
    guard let index = ordered.firstIndex(where: { isDecisive($0) }) else {
      let reasons =
        ordered.map { "\($0.className): \($0.reason)" }
        + documentTypes.obstructedMatches(for: type).map { match in
          "\(match.documentType.origin): \(match.documentType.obstacle ?? "")"
        }
      throw DocumentClassError(.noDocumentType, type: type, passedOver: reasons)
    }
    let chosen = ordered[index]
    guard let documentClass = chosen.documentClass else { throw error(of: chosen, for: type) }
    let others = ordered.enumerated().filter { $0.offset != index }.map(\.element)
    return DocumentClassChoice(
      type: type, documentClass: documentClass, chosen: chosen, others: others,
      rival: Self.rival(of: chosen, among: declared, others: others))
  }

  func isClass(_ documentClass: DocumentClassReference) -> (String) -> Bool {
    { name in
      if case .documentClass(let found) = names.resolve(name) { return found == documentClass }
      return false
    }
  }

  func registeredTypes(
    of documentClass: DocumentClassReference, roles: Set<DocumentRole>
  ) -> [UTType] {
    registrations.filter { $0.documentClass == documentClass && roles.contains($0.role) }
      .flatMap(\.types)
  }

  /// The types that a class of this program opens, registrations first, without duplicates.
  var openableTypes: [UTType] {
    let registered = registrations.reversed().filter(\.role.opensDocuments).flatMap(\.types)
    let declared = documentTypes.documentTypes.filter { entry in
      entry.role?.opensDocuments == true
        && entry.classNames.contains { name in
          if case .documentClass = names.resolve(name) { true } else { false }
        }
    }
    var seen: Set<UTType> = []
    return (registered + declared.flatMap(\.contentTypes)).filter { seen.insert($0).inserted }
  }

  var registeredDefaultType: UTType? {
    registrations.last { $0.role == .editor }?.types.first
  }

  /// Only classes that this program declares must exist in it.
  private func isDecisive(_ candidate: DocumentClassChoice.Candidate) -> Bool {
    candidate.documentClass != nil || candidate.documentType?.origin.source.layer == .program
  }

  private func registered(for type: UTType) -> [DocumentClassChoice.Candidate] {
    let distances = type.conformanceDistances()
    let opening = registrations.filter(\.role.opensDocuments)
    let byRole = DocumentRole.allCases.flatMap { role in opening.filter { $0.role == role } }
    return byRole.compactMap { registration in
      let met = registration.types.compactMap { type in distances[type].map { (type, $0) } }
      guard let (contentType, distance) = met.min(by: { $0.1 < $1.1 }) else { return nil }
      return DocumentClassChoice.Candidate(
        documentClass: registration.documentClass.documentClass,
        hostedClass: registration.documentClass.hostedClass,
        className: registration.documentClass.name, role: registration.role,
        documentType: nil, contentType: contentType, distance: distance,
        reason: "registered for \(contentType), \(distance) conformances away")
    }
  }

  private func candidate(_ match: DocumentTypeMatch) -> DocumentClassChoice.Candidate {
    var documentClass: DocumentClassReference?
    var className = match.documentType.className ?? ""
    for name in match.documentType.classNames where documentClass == nil {
      guard case .documentClass(let found) = names.resolve(name) else { continue }
      (documentClass, className) = (found, name)
    }
    return DocumentClassChoice.Candidate(
      documentClass: documentClass?.documentClass, hostedClass: documentClass?.hostedClass,
      className: className,
      role: match.documentType.role ?? .none, documentType: match.documentType,
      contentType: match.contentType, distance: match.distance,
      reason: documentClass == nil
        ? "not a document class of this program; \(match.reason)" : match.reason)
  }

  private func error(
    of candidate: DocumentClassChoice.Candidate, for type: UTType
  ) -> DocumentClassError {
    let classNames = candidate.documentType?.classNames ?? []
    let isOther = classNames.contains { name in
      if case .otherClass = names.resolve(name) { true } else { false }
    }
    return DocumentClassError(
      isOther ? .notADocumentClass : .unknownClass, type: type,
      documentType: candidate.documentType, classNames: classNames)
  }

  private static func rival(
    of chosen: DocumentClassChoice.Candidate, among matches: [DocumentTypeMatch],
    others: [DocumentClassChoice.Candidate]
  ) -> DocumentClassChoice.Candidate? {
    guard let own = matches.first(where: { $0.documentType == chosen.documentType }) else {
      return nil
    }
    let tied = matches.first { $0.documentType != own.documentType && $0.isTied(with: own) }
    return tied.flatMap { tied in
      others.first { $0.documentClass != nil && $0.documentType == tied.documentType }
    }
  }
}

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
