public import DocumentTypes
public import UniformTypes

/// Finds the class of a document, makes and opens documents, and knows which are open.
///
/// It is the counterpart of NSDocumentController for programs without AppKit. Classes come from the
/// document types that the registry's property lists declare and from what is registered in code,
/// which also serves programs without an Info.plist.
@MainActor open class DocumentController {
  private static var first: DocumentController?

  var classes: DocumentClassCatalog
  var openDocuments: [ObjectIdentifier: OpenDocument] = [:]
  let index = DocumentIndex()
  private var newestNumber = 0

  /// The controller of the program: the first that was made, also of a subclass.
  public class var shared: DocumentController { first ?? DocumentController() }

  /// Makes a controller.
  ///
  /// A program adds its own Info.plist to the registry first, with
  /// `TypeRegistry.current = try TypeRegistry.current.adding(file: path)`.
  ///
  /// - Parameter registry: what knows the types and the document types.
  /// - Complexity: O(*n*) in the number of document types declared.
  public init(registry: TypeRegistry = .current) {
    classes = DocumentClassCatalog(documentTypes: DocumentTypeCatalog(registry: registry))
    if Self.first == nil { Self.first = self }
  }

  /// The registry that types and document types are taken from.
  public var registry: TypeRegistry { classes.documentTypes.registry }

  /// The document types that are declared, those that count most first.
  public var documentTypes: [DocumentType] { classes.documentTypes.documentTypes }

  /// The module that names of classes without one belong to; by default that of the executable.
  public var mainModuleName: String {
    get { classes.names.mainModule }
    set { classes.names.mainModule = newValue }
  }

  /// The number of a document that comes now.
  func nextNumber() -> Int {
    newestNumber += 1
    return newestNumber
  }

  /// Registers a class in code.
  ///
  /// Declarations find the class under its name, with and without module. For the types given it
  /// comes before declarations that are no nearer to the type of a document.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - types: the types whose documents it makes; none when declarations say so.
  ///   - role: what it does with them.
  public func register(
    _ documentClass: Document.Type, for types: [UTType] = [], role: DocumentRole = .editor
  ) {
    classes.register(documentClass, for: types, role: role)
  }
}
