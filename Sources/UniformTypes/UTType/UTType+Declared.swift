import Synchronization
import UTIPlatform
import UTITypeGraph

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

extension TypeRegistry {
  /// A handler in a structure: a function that `Mutex` stores directly gets another thunk at each
  /// access.
  private struct UndeclaredTypeHandler: Sendable {
    let call: @Sendable (String, Bool) -> Void
  }

  private static let handler = Mutex(UndeclaredTypeHandler(call: report))

  private static func report(_ identifier: String, isExported: Bool) {
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
