import Synchronization
import UTIPlatform
import UTITypeGraph

extension UTType {
  /// The type of an identifier.
  ///
  /// - Parameter identifier: an identifier in any case; a dynamic one is decoded, and one derived
  ///   from a MIME name leads to the type with the name.
  /// - Returns: nil when the identifier is invalid or undeclared.
  /// - Complexity: O(1) on average.
  public init?(_ identifier: String) {
    self.init(identifier, in: CurrentRegistry.snapshot)
  }

  /// The type of an identifier that need not be declared.
  ///
  /// - Parameters:
  ///   - identifier: an identifier in any case.
  ///   - allowUndeclared: whether a valid identifier without a declaration gives a type that is
  ///     neither declared nor dynamic and has no tags and no supertypes.
  /// - Returns: nil when the identifier is invalid, or when it is undeclared and this is not
  ///   allowed.
  public init?(identifier: String, allowUndeclared: Bool) {
    self.init(identifier, in: CurrentRegistry.snapshot, allowUndeclared: allowUndeclared)
  }

  /// The preferred type of a filename extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its dot, in any case.
  ///   - supertype: the type that the result must conform to.
  /// - Returns: the first declared type that has the extension and conforms, else a dynamic type;
  ///   nil when the extension is empty or contains a period, a space or a slash.
  /// - Complexity: O(1) on average.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(filenameExtension: filenameExtension, conformingTo: supertype, in: supertype.snapshot)
  }

  /// The preferred type of a MIME type.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in any case.
  ///   - supertype: the type that the result must conform to.
  /// - Returns: the first declared type that has the MIME type and conforms, else a dynamic type;
  ///   nil when the text is empty.
  /// - Complexity: O(1) on average.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(mimeType: mimeType, conformingTo: supertype, in: supertype.snapshot)
  }

  /// The preferred type of a tag.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: its vocabulary.
  ///   - supertype: the type that the result must conform to; nil for any.
  /// - Returns: the first declared type that has the tag and conforms, else a dynamic type; nil
  ///   when the tag is invalid in its class.
  /// - Complexity: O(1) on average.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    let snapshot = supertype?.snapshot ?? CurrentRegistry.snapshot
    if supertype == nil, tagClass == .mimeType {
      let first = tag.utf8.withContiguousStorageIfAvailable {
        snapshot.image.firstType(withMIMEType: $0, in: snapshot.view)
      }
      if let index = first ?? nil {
        self.init(snapshot, index)
        return
      }
    }
    let tag = Tag(tagClass: TagClass(rawValue: tagClass.rawValue), value: tag)
    self.init(tag, conformingTo: supertype, in: snapshot)
  }

  /// Returns all types of a tag, the preferred one first.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: its vocabulary.
  ///   - supertype: the type that results must conform to; nil for any.
  /// - Returns: the declared types that have the tag and conform, else one dynamic type; nothing
  ///   when the tag is invalid in its class.
  /// - Complexity: O(*n*) in the number of types that have the tag.
  public static func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    let tag = Tag(tagClass: TagClass(rawValue: tagClass.rawValue), value: tag)
    let snapshot = supertype?.snapshot ?? CurrentRegistry.snapshot
    return types(tag, conformingTo: supertype, in: snapshot)
  }
}

extension UTType {
  init?(_ text: String, in snapshot: RegistrySnapshot, allowUndeclared: Bool = false) {
    guard let identifier = TypeIdentifier(text) else { return nil }
    if let index = snapshot.describedType(identifier) {
      self.init(snapshot, index)
    } else if let dynamic = DynamicIdentifier(identifier) {
      self.init(ComputedType(dynamic, in: snapshot))
    } else if allowUndeclared, !identifier.isDynamic {
      self.init(ComputedType(undeclared: identifier, in: snapshot))
    } else {
      return nil
    }
  }

  init?(filenameExtension: String, conformingTo supertype: UTType, in snapshot: RegistrySnapshot) {
    if supertype.owner === snapshot, supertype.index.isPlace {
      let first = filenameExtension.utf8.withContiguousStorageIfAvailable {
        snapshot.image.firstType(
          withExtension: $0, conformingTo: supertype.index, in: snapshot.view)
      }
      if let index = first ?? nil {
        self.init(snapshot, index)
        return
      }
    }
    let tag = Tag(tagClass: .filenameExtension, value: filenameExtension)
    self.init(tag, conformingTo: supertype, in: snapshot)
  }

  init?(mimeType: String, conformingTo supertype: UTType, in snapshot: RegistrySnapshot) {
    if supertype.owner === snapshot, supertype.index.isPlace {
      let first = mimeType.utf8.withContiguousStorageIfAvailable {
        snapshot.image.firstType(withMIMEType: $0, conformingTo: supertype.index, in: snapshot.view)
      }
      if let index = first ?? nil {
        self.init(snapshot, index)
        return
      }
    }
    self.init(Tag(tagClass: .mimeType, value: mimeType), conformingTo: supertype, in: snapshot)
  }

  init?(_ tag: Tag, conformingTo supertype: UTType?, in snapshot: RegistrySnapshot) {
    guard tag.isValid else { return nil }
    if let supertype, supertype.owner !== snapshot {
      guard let type = Self.types(tag, conformingTo: supertype, in: snapshot).first else {
        return nil
      }
      self = type
    } else if let index = snapshot.image.firstType(
      with: tag, conformingTo: supertype?.index, in: snapshot.view)
    {
      self.init(snapshot, index)
    } else if let index = snapshot.type(ofFormat: tag),
      supertype.map(UTType(snapshot, index).conforms(to:)) ?? true
    {
      self.init(snapshot, index)
    } else {
      self.init(computedFrom: tag, conformingTo: supertype, in: snapshot)
    }
  }

  static func types(
    _ tag: Tag, conformingTo supertype: UTType?, in snapshot: RegistrySnapshot
  ) -> [UTType] {
    guard tag.isValid else { return [] }
    var indices = snapshot.image.types(with: tag, in: snapshot.view)
    if indices.isEmpty { indices = snapshot.type(ofFormat: tag).map { [$0] } ?? [] }
    let declared = indices.map { UTType(snapshot, $0) }
      .filter { type in supertype.map(type.conforms(to:)) ?? true }
    guard declared.isEmpty else { return declared }
    return [UTType(computedFrom: tag, conformingTo: supertype, in: snapshot)]
  }

  private init(
    computedFrom tag: Tag, conformingTo supertype: UTType?, in snapshot: RegistrySnapshot
  ) {
    if let supertype, tag.endsLikeTemporaryName {
      self = supertype
      return
    }
    let dynamic = DynamicIdentifier(
      tags: [tag], conformsTo: supertype.map { [$0.typeIdentifier] } ?? [])
    self.init(ComputedType(dynamic, in: snapshot))
  }
}

extension Tag {
  /// A hyphen and ten letters, like the unique names of temporary files that programs save.
  ///
  /// Observed on a Mac: `json-tmlanguage` and `yaml-tmlanguage` give plain data, other extensions
  /// with a hyphen (`clang-format`, `zsh-theme`) dynamic types. The rule is inferred from these
  /// alone.
  fileprivate var endsLikeTemporaryName: Bool {
    guard tagClass == .filenameExtension, let hyphen = value.utf8.lastIndex(of: 0x2D) else {
      return false
    }
    let ending = value.utf8[value.utf8.index(after: hyphen)...]
    return ending.count == 10 && ending.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
  }
}

extension UTType {
  /// Makes a type that the program exports, because it owns it.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, which the program's Info.plist declares.
  ///   - parentType: the assumed supertype of an undeclared type; nil for `.data`.
  /// - Returns: the declared type; if there is none, a type that is neither declared nor dynamic,
  ///   with a message through ``TypeRegistry/undeclaredTypeHandler``.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(identifier, isExported: true, conformingTo: parentType)
  }

  /// Makes a type that the program imports, because another program owns it.
  ///
  /// If another type is the preferred one of this type's preferred extension, the result is that
  /// other type: the owner of the format may have given it another identifier.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, which the program's Info.plist declares.
  ///   - parentType: the assumed supertype of an undeclared type; nil for `.data`.
  /// - Returns: the declared type; if there is none, a type that is neither declared nor dynamic,
  ///   with a message through ``TypeRegistry/undeclaredTypeHandler``.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(identifier, isExported: false, conformingTo: parentType)
    guard isDeclared, let preferred = preferredFilenameExtension,
      let parent = ["com.apple.package", "public.data"].lazy
        .compactMap({ UTType($0) }).first(where: conforms(to:)),
      let type = UTType(filenameExtension: preferred, conformingTo: parent), type.isDeclared
    else { return }
    self = type
  }

  private init(_ identifier: String, isExported: Bool, conformingTo parentType: UTType?) {
    let snapshot = CurrentRegistry.snapshot
    if let type = UTType(identifier, in: snapshot), !type.isDynamic {
      self = type
      return
    }
    TypeRegistry.undeclaredTypeHandler(identifier, isExported)
    // The initialiser cannot fail, so an invalid identifier is kept unchanged.
    self.init(
      ComputedType(
        undeclared: TypeIdentifier(canonical: CaseFolding.ascii(identifier)),
        conformingTo: [parentType?.typeIdentifier ?? .data], in: snapshot))
  }
}

extension UTType {
  /// Of the base, in the current registry; O(1), without allocation.
  ///
  /// Without the base the types are undeclared, but still equal other registries' types.
  package static func constant(_ identifier: StaticString) -> UTType {
    CurrentRegistry.place(of: identifier).map { UTType($0, $1) }
      ?? UTType(
        ComputedType(
          undeclared: TypeIdentifier(canonical: identifier.description),
          in: CurrentRegistry.snapshot))
  }
}

extension TypeRegistry {
  /// A function that `Mutex` stores directly gets another thunk at each access.
  private struct UndeclaredTypeHandler: Sendable {
    let call: @Sendable (String, Bool) -> Void
  }

  private static let handler = Mutex(UndeclaredTypeHandler(call: report))

  /// A computed property makes its type again at each access.
  private static let reported = Mutex<Set<String>>([])

  private static func report(_ identifier: String, isExported: Bool) {
    guard reported.withLock({ $0.insert(identifier).inserted }) else { return }
    let verb = isExported ? "exported" : "imported"
    var message =
      "Type \"\(identifier)\" was expected to be declared and \(verb) in the Info.plist of this "
      + "program, but it was not found; declare it in a property list that the registry reads\n"
    message.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The handler that is called when `UTType(exportedAs:)` or `UTType(importedAs:)` names an
  /// undeclared type.
  ///
  /// Its arguments are the identifier, and whether the type should be exported. By default a line
  /// is written to standard error.
  public static var undeclaredTypeHandler: @Sendable (String, Bool) -> Void {
    get { handler.withLock { $0 }.call }
    set { handler.withLock { $0 = UndeclaredTypeHandler(call: newValue) } }
  }
}
