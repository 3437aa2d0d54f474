public import Foundation
internal import Synchronization
internal import UTIPlatform
public import UniformTypeIdentifiers

/// The programs that may load a representation.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
  /// All programs.
  case all = 0
  /// Programs of the same development team.
  case team = 1
  /// Programs of the same group.
  case group = 2
  /// The own process alone.
  case ownProcess = 3
}

/// How the file of a representation may be used.
public struct NSItemProviderFileOptions: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Creates options.
  ///
  /// - Parameter rawValue: the bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The original file may be opened, without a copy.
  public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}

/// Data, files and objects of one item in several types, which are created when a receiver loads them.
///
/// The order of the registration is the order of preference. A request for a type is answered by the
/// representation of this type, else by the first representation of a type that conforms to it. A
/// representation can be loaded as data and as file, no matter how it was registered. A second
/// registration of the same type in the same form replaces the first one.
///
/// Load handlers and completion handlers are called on queues of Dispatch, and any thread may call
/// any function.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
  /// Receives a loaded item or an error.
  public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

  /// Creates an item: receives the completion handler, the expected class and the options.
  public typealias LoadHandler =
    @Sendable (NSItemProvider.CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void

  /// Codes of errors in the domain ``errorDomain``.
  public enum ErrorCode: Int, Sendable {
    /// An error without a more specific code.
    case unknownError = -1
    /// No representation of the requested type is registered, or its handler gave nothing.
    case itemUnavailableError = -1000
    /// The loaded value is not of the requested class.
    case unexpectedValueClassError = -1100
    /// The item has no form that was requested.
    case unavailableCoercionError = -1200
  }

  /// The domain of errors.
  public static let errorDomain = "NSItemProviderErrorDomain"

  struct State {
    var representations: [Representation] = []
    var suggestedName: String?
  }

  let state: Mutex<State>

  // MARK: - Creation

  /// Creates a provider without representations.
  public override init() {
    state = Mutex(State())
    super.init()
  }

  private init(_ state: State) {
    self.state = Mutex(state)
    super.init()
  }

  /// Creates a provider with the representations of an object.
  ///
  /// - Parameter object: the object, which the provider keeps.
  public convenience init(object: any NSItemProviderWriting) {
    self.init()
    registerObject(object, visibility: .all)
  }

  /// Creates a provider with an item.
  ///
  /// - Parameters:
  ///   - item: data, a string, a URL or a property list; nil for a provider without representations.
  ///   - typeIdentifier: the type of the item; nil for a provider without representations.
  public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
    self.init()
    guard let item, let typeIdentifier else { return }
    let kept = UncheckedSendableBox(item)
    registerItem(forTypeIdentifier: typeIdentifier) { completion, _, _ in
      completion?(kept.value, nil)
    }
  }

  /// Creates a provider with the file or the resource at a URL.
  ///
  /// For a file, the provider has its contents, which may be opened in place, and the URL. The type is
  /// the type of the file, and the suggested name is its name. For another URL, the provider has the URL.
  ///
  /// - Parameter fileURL: the URL.
  /// - Returns: nil if the URL is nil or no file exists at it.
  public convenience init?(contentsOf fileURL: URL!) {
    guard let fileURL else { return nil }
    if fileURL.isFileURL {
      guard let type = fileURL.contentType else { return nil }
      self.init(contentsOf: fileURL, contentType: type, openInPlace: true)
    } else {
      self.init()
    }
    registerObject(fileURL as NSURL, visibility: .all)
  }

  /// Creates a provider with the contents of a file.
  ///
  /// - Parameters:
  ///   - fileURL: the file; its name becomes the suggested name.
  ///   - contentType: the type of the contents; nil for the type of the file.
  ///   - openInPlace: whether receivers may open the original file.
  ///   - coordinated: whether the file is read by a file coordinator.
  ///   - visibility: the programs that may load the contents.
  public convenience init(
    contentsOf fileURL: URL, contentType: UTType?, openInPlace: Bool = false,
    coordinated: Bool = false, visibility: NSItemProviderRepresentationVisibility = .all
  ) {
    self.init()
    suggestedName = fileURL.lastPathComponent
    registerFileRepresentation(
      for: contentType ?? fileURL.contentType ?? UTType(filenameExtension: fileURL.pathExtension)
        ?? .data, visibility: visibility, openInPlace: openInPlace
    ) { completion in
      completion(fileURL, coordinated, nil)
      return nil
    }
  }

  /// Returns a provider with the same representations.
  ///
  /// - Parameter zone: ignored.
  /// - Returns: a provider whose later registrations do not change this one.
  open func copy(with zone: NSZone? = nil) -> Any {
    NSItemProvider(state.withLock { $0 })
  }

  // MARK: - Properties

  /// The name of the file if a representation is written to one.
  ///
  /// A missing filename extension is added when the file is written.
  open var suggestedName: String? {
    get { state.withLock { $0.suggestedName } }
    set { state.withLock { $0.suggestedName = newValue } }
  }

  /// The identifiers of all registered types, in the order of the registration.
  open var registeredTypeIdentifiers: [String] {
    types { _ in true }.map(\.identifier)
  }

  /// Returns the identifiers of the registered types whose files have options.
  ///
  /// - Parameter fileOptions: the options.
  /// - Returns: the identifiers in the order of the registration; without options all of them.
  open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions) -> [String] {
    types { $0.fileOptions.isSuperset(of: fileOptions) }.map(\.identifier)
  }

  /// Returns the identifiers of the registered types that certain programs may load.
  ///
  /// Each load in the own process has access to all representations. A toolkit that offers items to
  /// other processes, such as a clipboard, offers these.
  ///
  /// - Parameter visibility: the programs.
  /// - Returns: the identifiers in the order of the registration.
  public func registeredTypeIdentifiers(
    visibleTo visibility: NSItemProviderRepresentationVisibility
  ) -> [String] {
    types { $0.visibility.rawValue <= visibility.rawValue }.map(\.identifier)
  }

  /// All registered types that are known, in the order of the registration.
  public var registeredContentTypes: [UTType] {
    types { _ in true }.compactMap(\.type)
  }

  /// The registered types whose original files may be opened, in the order of the registration.
  public var registeredContentTypesForOpenInPlace: [UTType] {
    types { $0.fileOptions.contains(.openInPlace) }.compactMap(\.type)
  }

  /// Returns the registered types that conform to a type.
  ///
  /// - Parameter contentType: the type.
  /// - Returns: the types in the order of the registration.
  public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
    let asked = RegisteredType(contentType)
    return types { $0.type.conforms(to: asked) }.compactMap(\.type)
  }

  /// Returns a Boolean value that indicates whether a type can be loaded.
  ///
  /// - Parameter typeIdentifier: the identifier of the type.
  /// - Returns: true if a registered type is the type or conforms to it.
  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
  }

  /// Returns a Boolean value that indicates whether a type can be loaded with options of its file.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type.
  ///   - fileOptions: the options.
  /// - Returns: true if a registered type with these options is the type or conforms to it.
  open func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []
  ) -> Bool {
    let asked = RegisteredType(typeIdentifier)
    return state.withLock { $0.representations }.contains {
      $0.fileOptions.isSuperset(of: fileOptions) && $0.type.conforms(to: asked)
    }
  }

  /// The types of the representations that a condition accepts, each once.
  private func types(_ accepts: (Representation) -> Bool) -> [RegisteredType] {
    var result: [RegisteredType] = []
    for representation in state.withLock({ $0.representations }) where accepts(representation) {
      if !result.contains(where: representation.type.equals) { result.append(representation.type) }
    }
    return result
  }

  // MARK: - Errors

  static func error(
    _ code: ErrorCode, _ description: String, underlying: (any Error)? = nil
  ) -> NSError {
    var information: [String: Any] = [NSLocalizedDescriptionKey: description]
    information[NSUnderlyingErrorKey] = underlying
    return NSError(domain: errorDomain, code: code.rawValue, userInfo: information)
  }

  /// The error if no representation has the requested type.
  package static func unavailable(_ identifier: String) -> NSError {
    error(
      .itemUnavailableError,
      "Cannot load a representation of type \(identifier): none of the registered types conforms to it."
    )
  }
}
