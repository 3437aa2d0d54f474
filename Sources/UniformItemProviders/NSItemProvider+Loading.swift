public import Foundation
internal import Synchronization
internal import UTIPlatform
public import UniformTypeIdentifiers

extension NSItemProvider {
  // MARK: - Data

  /// Loads data of a type.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type.
  ///   - completionHandler: receives the data, or an error.
  /// - Returns: the progress of the load, which can cancel it.
  @discardableResult
  public func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadData(RegisteredType(typeIdentifier)) { result in
      switch result {
      case .success(let data): completionHandler(data, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Loads data of a type.
  ///
  /// - Parameters:
  ///   - contentType: the type.
  ///   - completionHandler: receives the data, or an error.
  /// - Returns: the progress of the load, which can cancel it.
  @discardableResult
  public func loadDataRepresentation(
    for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(
      forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
  }

  /// Loads data of a type.
  ///
  /// - Parameter contentType: the type. A cancelled task cancels the load.
  /// - Returns: the data.
  /// - Throws: an error of ``errorDomain`` if no representation has the type, the error of the handler,
  ///   or `CocoaError.userCancelled`.
  public func loadDataRepresentation(for contentType: UTType) async throws -> Data {
    try await Self.value { completion in
      loadData(RegisteredType(contentType), completion)
    }
  }

  @discardableResult
  package func loadData(
    _ asked: RegisteredType, _ completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) -> LoadProgress {
    load(asked, [.data, .item, .file], completion) { representation, _, done in
      representation.loadData(done)
    }
  }

  // MARK: - Files

  /// Loads a temporary copy of a file of a type.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type.
  ///   - completionHandler: receives the copy, which is removed when the handler returns, or an error.
  /// - Returns: the progress of the load, which can cancel it.
  @discardableResult
  public func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    loadFile(RegisteredType(typeIdentifier), inPlace: false) { result in
      Self.deliver(result) { completionHandler($0, $2) }
    }
  }

  /// Loads the original file of a type if it may be opened in place, else a temporary copy.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type.
  ///   - completionHandler: receives the file and whether it is the original one, or an error. A copy is
  ///     removed when the handler returns.
  /// - Returns: the progress of the load, which can cancel it.
  @discardableResult
  public func loadInPlaceFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    loadFile(RegisteredType(typeIdentifier), inPlace: true) { result in
      Self.deliver(result, to: completionHandler)
    }
  }

  /// Loads a file of a type.
  ///
  /// - Parameters:
  ///   - contentType: the type.
  ///   - openInPlace: whether the original file is preferred to a copy.
  ///   - completionHandler: receives the file and whether it is the original one, or an error. A copy is
  ///     removed when the handler returns.
  /// - Returns: the progress of the load, which can cancel it.
  @discardableResult
  public func loadFileRepresentation(
    for contentType: UTType, openInPlace: Bool = false,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    loadFile(RegisteredType(contentType), inPlace: openInPlace) { result in
      Self.deliver(result, to: completionHandler)
    }
  }

  /// Loads a file, whose temporary copy exists as long as the loaded value.
  @discardableResult
  package func loadFile(
    _ asked: RegisteredType, inPlace: Bool,
    _ completion: @escaping @Sendable (Result<LoadedFile, any Error>) -> Void
  ) -> LoadProgress {
    let forms: [Representation.Form] =
      inPlace ? [.originalFile, .file, .data, .item] : [.file, .data, .item]
    return load(asked, forms, completion) { representation, name, done in
      representation.loadFile(inPlace: inPlace, suggestedName: name, done)
    }
  }

  private static func deliver(
    _ result: Result<LoadedFile, any Error>,
    to completionHandler: (URL?, Bool, (any Error)?) -> Void
  ) {
    switch result {
    case .success(let file):
      withExtendedLifetime(file) { completionHandler(file.url, file.isOriginal, nil) }
    case .failure(let error): completionHandler(nil, false, error)
    }
  }

  // MARK: - Objects

  /// Returns a Boolean value that indicates whether an object of a class can be loaded.
  ///
  /// - Parameter aClass: the class.
  /// - Returns: true if a registered type conforms to a type that the class reads.
  public func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    aClass.readableTypeIdentifiersForItemProvider.contains(where: hasItemConformingToTypeIdentifier)
  }

  /// Returns a Boolean value that indicates whether a value that is bridged to a class can be loaded.
  ///
  /// - Parameter ofClass: the type of the value, such as `String` or `URL`.
  /// - Returns: true if a registered type conforms to a type that the class reads.
  public func canLoadObject<T: _ObjectiveCBridgeable & SendableMetatype>(ofClass: T.Type) -> Bool
  where T._ObjectiveCType: NSItemProviderReading {
    canLoadObject(ofClass: T._ObjectiveCType.self)
  }

  /// Loads an object of a class.
  ///
  /// - Parameters:
  ///   - aClass: the class. The first of its types that is available is loaded.
  ///   - completionHandler: receives the object, or an error.
  /// - Returns: the progress of the load, which can cancel it.
  @discardableResult
  public func loadObject(
    ofClass aClass: any NSItemProviderReading.Type,
    completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) -> Progress {
    loadObject(aClass) { result in
      switch result {
      case .success(let object): completionHandler(object.value, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Loads a value that is bridged to a class.
  ///
  /// - Parameters:
  ///   - ofClass: the type of the value, such as `String` or `URL`.
  ///   - completionHandler: receives the value, or an error.
  /// - Returns: the progress of the load, which can cancel it.
  @discardableResult
  public func loadObject<T: _ObjectiveCBridgeable & SendableMetatype>(
    ofClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
  ) -> Progress where T._ObjectiveCType: NSItemProviderReading {
    loadObject(T._ObjectiveCType.self) { result in
      switch result.flatMap({ Self.bridged($0, to: T.self) }) {
      case .success(let value): completionHandler(value.value, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Loads a value that is bridged to a class.
  ///
  /// - Parameter ofClass: the type of the value, such as `String` or `URL`. A cancelled task cancels the
  ///   load.
  /// - Returns: the value.
  /// - Throws: an error of ``errorDomain`` if no representation suits, the error of the handler or of
  ///   the class, or `CocoaError.userCancelled`.
  public func loadObject<T: _ObjectiveCBridgeable & SendableMetatype>(ofClass: T.Type) async throws
    -> T
  where T._ObjectiveCType: NSItemProviderReading {
    try await Self.value { completion in
      loadObject(T._ObjectiveCType.self) { completion($0.flatMap { Self.bridged($0, to: T.self) }) }
    }.value
  }

  private static func bridged<T: _ObjectiveCBridgeable & SendableMetatype>(
    _ object: UncheckedSendableBox<any NSItemProviderReading>, to type: T.Type
  ) -> Result<UncheckedSendableBox<T>, any Error> {
    var value: T?
    guard let object = object.value as? T._ObjectiveCType,
      T._conditionallyBridgeFromObjectiveC(object, result: &value), let value
    else {
      return .failure(error(.unexpectedValueClassError, "The loaded value is not a \(type)."))
    }
    return .success(UncheckedSendableBox(value))
  }

  private func loadObject(
    _ aClass: any NSItemProviderReading.Type,
    _ completion:
      @escaping @Sendable (Result<UncheckedSendableBox<any NSItemProviderReading>, any Error>)
      -> Void
  ) -> LoadProgress {
    let readable = aClass.readableTypeIdentifiersForItemProvider
    let chosen = readable.first(where: hasItemConformingToTypeIdentifier) ?? readable.first
    return loadData(RegisteredType(chosen ?? "\(aClass)")) { result in
      completion(
        result.flatMap { data in
          Result {
            UncheckedSendableBox(
              try aClass.object(withItemProviderData: data, typeIdentifier: chosen ?? ""))
          }
        })
    }
  }

  // MARK: - Items

  /// Loads an item of a type.
  ///
  /// A representation of data gives an `NSData`, a file an `NSURL`, and an item is given as it is.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type.
  ///   - options: options for the handler of the item.
  ///   - completionHandler: receives the item, or an error.
  public func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: NSItemProvider.CompletionHandler? = nil
  ) {
    loadItem(typeIdentifier, options) { result in
      switch result {
      case .success(let item): completionHandler?(item.value, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
  }

  /// Loads an item of a type.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type.
  ///   - options: options for the handler of the item.
  /// - Returns: an `NSData` of data, an `NSURL` of a file, or the item as it is.
  /// - Throws: an error of ``errorDomain`` if no representation has the type, the error of the handler,
  ///   or `CocoaError.userCancelled`.
  public func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
  ) async throws -> any NSSecureCoding {
    try await Self.value { completion in
      loadItem(typeIdentifier, options, completion)
    }.value
  }

  @discardableResult
  private func loadItem(
    _ typeIdentifier: String, _ options: [AnyHashable: Any]?,
    _ completion:
      @escaping @Sendable (Result<UncheckedSendableBox<any NSSecureCoding>, any Error>) -> Void
  ) -> LoadProgress {
    let options = UncheckedSendableBox(options)
    return load(RegisteredType(typeIdentifier), [.item, .data, .file], completion) {
      representation, _, done in representation.loadItem(options.value, done)
    }
  }

  // MARK: - All forms

  /// Starts the load of a representation, and reports its end once.
  private func load<Value: Sendable>(
    _ asked: RegisteredType, _ forms: [Representation.Form],
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ start:
      @escaping @Sendable (
        Representation, String?, @escaping @Sendable (Result<Value, any Error>) -> Void
      ) -> Progress?
  ) -> LoadProgress {
    let (found, name) = state.withLock {
      ($0.representations.best(for: asked, forms), $0.suggestedName)
    }
    let progress = LoadProgress { completion(.failure(CocoaError(.userCancelled))) }
    DispatchQueue.global().async {
      guard let found else {
        if progress.end() { completion(.failure(Self.unavailable(asked.identifier))) }
        return
      }
      guard !progress.isCancelled else { return }
      progress.attach(
        start(found, name) { result in
          if progress.end() { completion(result) }
        })
    }
    return progress
  }

  /// The result of a load with a completion handler; a cancelled task cancels the load.
  package static func value<Value: Sendable>(
    _ load: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> LoadProgress
  ) async throws -> Value {
    let cancellation = LoadProgress()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        cancellation.attach(load { continuation.resume(with: $0) })
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
