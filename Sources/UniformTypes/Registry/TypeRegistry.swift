import Synchronization
internal import UTIPlatform
public import UTITypeGraph

/// An immutable registry of uniform types.
///
/// `UTType` uses the ``current`` registry. Other registries, with other directories or another
/// view, provide the same queries as members of this type. A registry never changes: reloading and
/// adding return a new one, and types keep the registry they came from.
public struct TypeRegistry: Sendable {
  @usableFromInline let snapshot: RegistrySnapshot

  init(_ snapshot: RegistrySnapshot) {
    self.snapshot = snapshot
  }

  /// The rule that selects the declarations and edges for this registry's queries.
  public var view: GraphView { snapshot.view }

  /// Returns a registry with the same declarations and another view.
  ///
  /// - Parameter view: the rule that selects declarations and edges for queries.
  public func seen(as view: GraphView) -> TypeRegistry {
    TypeRegistry(
      RegistrySnapshot(
        image: snapshot.image, view: view, configuration: snapshot.configuration,
        loadingDiagnostics: snapshot.loadingDiagnostics))
  }

  /// Separate reference counts for a thread with many queries, which otherwise waits for others.
  package func copied() -> TypeRegistry { TypeRegistry(snapshot.copyWithImage()) }

  /// One registry, and not only an equal one.
  package func isSame(as other: TypeRegistry) -> Bool { snapshot === other.snapshot }

  /// The findings of reading and merging the declarations: files that could not be read, statements
  /// that were dropped, and the reasons.
  public var findings: [DeclarationDiagnostic] {
    snapshot.loadingDiagnostics + snapshot.image.diagnostics
  }

  /// The files the registry was built from, lowest precedence first.
  public var sources: [DeclarationSource] { snapshot.image.declarationSources }
}

extension TypeRegistry {
  /// The registry that `UTType` uses.
  ///
  /// It is loaded from the declarations of the system and the user on first access; if loading
  /// fails, the registry of the package is used alone. A package that is built without the trait
  /// `Declarations` always uses the registry of the package alone.
  ///
  /// - Complexity: O(1), without a lock, except for a thread's first access after a change.
  public static var current: TypeRegistry {
    get { TypeRegistry(CurrentRegistry.snapshot) }
    set { CurrentRegistry.snapshot = newValue.snapshot }
  }

  /// Reads no declarations; an image without a lowest layer is put above the package's registry.
  ///
  /// - Complexity: O(1) for an image with a lowest layer, else O(*n*) in the number of
  ///   declarations.
  package init(image: RegistryImage, view: GraphView = .merged) throws(ImageError) {
    var configuration = RegistryConfiguration()
    #if Declarations
    configuration.includesInstalledDeclarations = false
    configuration.usesCache = false
    #endif
    var merged = image
    if !image.declarationSources.contains(where: { $0.layer == .base }) {
      merged = try RegistryBuilder(files: image.declarationFiles())
        .image(over: try BaseRegistry.image())
    }
    self.init(
      RegistrySnapshot(
        image: merged, view: view, configuration: configuration, loadingDiagnostics: []))
  }

  /// Calls a function with another registry as the current one, in this task alone.
  ///
  /// Other tasks and threads keep theirs, so that tests with different registries can run in parallel.
  ///
  /// - Parameters:
  ///   - registry: the registry that ``current`` returns, and that `UTType` uses.
  ///   - body: the function.
  /// - Throws: what the function throws.
  @_alwaysEmitIntoClient
  public static func withCurrent<Value>(
    _ registry: TypeRegistry, _ body: () throws -> Value
  ) rethrows -> Value {
    try taskLocal().withValue(registry, operation: body)
  }

  /// Calls an asynchronous function with another registry as the current one, in this task and the
  /// tasks that it starts as its children.
  ///
  /// - Parameters:
  ///   - registry: the registry that ``current`` returns, and that `UTType` uses.
  ///   - body: the function.
  /// - Throws: what the function throws.
  @_alwaysEmitIntoClient
  public static func withCurrent<Value>(
    _ registry: TypeRegistry, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await taskLocal().withValue(registry, operation: body)
  }

  @_alwaysEmitIntoClient
  static func taskLocal() -> TaskLocal<TypeRegistry?> {
    let value = RegistryScope.shared {
      let value = TaskLocal<TypeRegistry?>(wrappedValue: nil)
      return (value, { value.get() })
    }
    return unsafeDowncast(value, to: TaskLocal<TypeRegistry?>.self)
  }
}

/// The registry of a task, in functions that are compiled into their callers.
///
/// A linker extracts the runtime of tasks for any reference, also if a program never sets one.
@usableFromInline
final class RegistryScope: Sendable {
  private static let current = AtomicLazyReference<RegistryScope>()

  private let value: any AnyObject & Sendable
  private let read: @Sendable () -> TypeRegistry?

  private init(_ parts: (any AnyObject & Sendable, @Sendable () -> TypeRegistry?)) {
    (value, read) = parts
  }

  /// The closure makes the value with the registry of each task, and its reader, on first use.
  @usableFromInline
  static func shared(
    _ make: () -> (any AnyObject & Sendable, @Sendable () -> TypeRegistry?)
  ) -> any AnyObject & Sendable {
    (current.load() ?? current.storeIfNil(RegistryScope(make()))).value
  }

  /// nil if no function has set one.
  @inline(__always)
  static var snapshot: RegistrySnapshot? {
    current.load()?.read()?.snapshot
  }
}

extension TypeRegistry {
  /// The registry of the package alone, which is the same on every computer.
  public static var embedded: TypeRegistry { TypeRegistry(BaseRegistry.snapshot) }

  /// Adds types that a program declares in code, as the top layer.
  ///
  /// - Parameter types: the declarations; a later one has precedence.
  /// - Returns: a registry that includes the declarations. Types of the package keep what they are,
  ///   as with ``TypeRegistry/adding(file:)``.
  /// - Throws: `DeclaredTypeError` for an identifier, an extension, a MIME type or a signature that
  ///   is not valid, or when the registry would exceed four gigabytes.
  /// - Complexity: O(*n*) in the number of declarations of the registry.
  public func declaring(_ types: [DeclaredType]) throws(DeclaredTypeError) -> TypeRegistry {
    var declarations: [TypeDeclaration] = []
    var descriptions: [MIMETypeDeclaration] = []
    for type in types.reversed() {
      declarations.append(try type.typeDeclaration())
      if let description = try type.mimeTypeDeclaration() { descriptions.append(description) }
    }
    return try adding([
      declared(.propertyList) { $0.types = declarations },
      declared(.sharedMIMEInfo) { $0.mimeTypes = descriptions },
    ])
  }

  /// Overrides the types of filename extensions.
  ///
  /// File names with the extensions then have the types, in ``type(fileName:)``,
  /// ``mimeType(fileName:)`` and all functions that identify items by their names. An extension that
  /// a type of the program declares keeps this type. ``type(filenameExtension:conformingTo:)`` gives
  /// the answers of Apple's framework, and does not change.
  ///
  /// - Parameter mimeTypes: the MIME types by extension, without its dot. A MIME type need not be
  ///   declared.
  /// - Returns: a registry with the mappings.
  /// - Throws: `DeclaredTypeError` for an extension or a MIME type that is not valid.
  /// - Complexity: O(*n*) in the number of declarations of the registry.
  public func mapping(
    filenameExtensions mimeTypes: [String: String]
  ) throws(DeclaredTypeError) -> TypeRegistry {
    var descriptions: [MIMETypeDeclaration] = []
    for (filenameExtension, mimeType) in mimeTypes.sorted(by: { $0.key < $1.key }) {
      let tag = try DeclaredType.tag(.filenameExtension, filenameExtension)
      var description = MIMETypeDeclaration(
        name: try DeclaredType.mimeName(mimeType), position: .none)
      description.globs = [
        GlobDeclaration(
          pattern: "*." + tag.value, weight: GlobDeclaration.weightRange.upperBound, position: .none
        )
      ]
      descriptions.append(description)
    }
    return try adding([declared(.sharedMIMEInfo) { $0.mimeTypes = descriptions }])
  }

  private func declared(
    _ format: DeclarationSource.Format, _ fill: (inout DeclarationFile) -> Void
  ) -> DeclarationFile {
    // Above the directories and files of the configuration, and above earlier declarations.
    let precedence = Int(Int32.max) / 2 + snapshot.configuration.declared.count
    var file = DeclarationFile(
      source: DeclarationSource(
        path: "code", format: format, layer: .program, directoryPrecedence: precedence))
    fill(&file)
    return file
  }

  private func adding(_ files: [DeclarationFile]) throws(DeclaredTypeError) -> TypeRegistry {
    var configuration = snapshot.configuration
    configuration.declared += files
    do throws(ImageError) {
      return TypeRegistry(
        RegistrySnapshot(
          image: try RegistryBuilder(files: files).image(over: snapshot.image), view: view,
          configuration: configuration, loadingDiagnostics: snapshot.loadingDiagnostics))
    } catch {
      throw DeclaredTypeError("code", error.description, "declare less")
    }
  }
}

/// Texts of the types of one registry, made on first use, since each costs more than a look-up.
///
/// They are in pages, so that one question does not pay for the memory of all types.
struct TypeTexts: ~Copyable {
  /// An address; 0 before there is one.
  private typealias Place = Atomic<UInt>

  private static var pageBits: Int { 6 }
  private static var pageCount: Int { 1 << pageBits }

  private let count: Int
  /// Each page has the texts of 64 types.
  private let pages = Place(0)

  init(count: Int) { self.count = count }

  private var numberOfPages: Int { (count + Self.pageCount - 1) >> Self.pageBits }

  deinit {
    guard let pages: UnsafeMutablePointer<Place> = Self.pointer(in: pages) else { return }
    for number in 0..<numberOfPages {
      guard let page: UnsafeMutablePointer<Place> = Self.pointer(in: pages[number]) else {
        continue
      }
      for index in 0..<Self.pageCount {
        guard let text: UnsafeMutablePointer<String?> = Self.pointer(in: page[index]) else {
          continue
        }
        Self.remove(text)
      }
      free(page)
    }
    free(pages)
  }

  /// O(1), without a lock and without allocation, after the first use.
  @inline(__always)
  func text(of type: TypeIndex, _ make: () -> String?) -> String? {
    let index = Int(type.rawValue)
    guard index < count, let pages = Self.places(numberOfPages, in: pages),
      let page = Self.places(Self.pageCount, in: pages[index >> Self.pageBits])
    else { return make() }
    let place = page + (index & (Self.pageCount - 1))
    if let text: UnsafeMutablePointer<String?> = Self.pointer(in: place.pointee) {
      return text.pointee
    }
    return Self.add(make(), to: place)
  }

  private static func add(_ text: String?, to place: UnsafeMutablePointer<Place>) -> String? {
    let new = UnsafeMutablePointer<String?>.allocate(capacity: 1)
    new.initialize(to: text)
    if !isFirst(new, in: place.pointee) { remove(new) }
    return text
  }

  private static func remove(_ text: UnsafeMutablePointer<String?>) {
    text.deinitialize(count: 1)
    text.deallocate()
  }

  /// Made on first use; nil if there is no memory.
  @inline(__always)
  private static func places(
    _ count: Int, in place: borrowing Place
  ) -> UnsafeMutablePointer<Place>? {
    pointer(in: place) ?? makePlaces(count, in: place)
  }

  private static func makePlaces(
    _ count: Int, in place: borrowing Place
  ) -> UnsafeMutablePointer<Place>? {
    guard let new = calloc(count, MemoryLayout<Place>.stride) else { return nil }
    if !isFirst(new, in: place) { free(new) }
    return pointer(in: place)
  }

  /// False if another thread has stored an address before.
  private static func isFirst(_ new: UnsafeMutableRawPointer, in place: borrowing Place) -> Bool {
    place.compareExchange(
      expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing
    ).exchanged
  }

  @inline(__always)
  private static func pointer<Value: ~Copyable>(
    in place: borrowing Place
  ) -> UnsafeMutablePointer<Value>? {
    UnsafeMutablePointer(bitPattern: place.load(ordering: .acquiring))
  }
}
