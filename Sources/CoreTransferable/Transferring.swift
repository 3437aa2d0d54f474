public import Foundation
internal import UTIPlatform
public import UniformItemProviders
public import UniformTypeIdentifiers

extension NSItemProvider {
  /// Registers the representations of a value.
  ///
  /// The value is created when a receiver loads it. If a condition or a suggested name depends on it,
  /// it is created now, once. The first suggested name becomes the name of the provider, if it has none.
  ///
  /// - Parameter transferable: the value.
  public func register<T: Transferable>(_ transferable: @autoclosure @escaping @Sendable () -> T) {
    let steps = TransferStep.all(of: T.self).filter { $0.exportedType != nil }
    var item: @Sendable () -> TransferStep.AnyValue = { TransferStep.AnyValue(transferable()) }
    if steps.contains(where: \.needsItem) {
      let value = item()
      item = { value }
    }
    for step in steps where !step.needsItem || step.accepts(item()) {
      if suggestedName == nil { suggestedName = step.name(item) }
      register(step, item)
    }
  }

  private func register(
    _ step: TransferStep, _ item: @escaping @Sendable () -> TransferStep.AnyValue
  ) {
    guard let type = step.exportedType, let export = step.exporting else { return }
    if step.isFile {
      registerFile(
        RegisteredType(type), step.opensInPlace ? .openInPlace : [], step.visibility
      ) { done in
        Self.task(done) {
          switch try await export(item()) {
          case .file(let url, let isOriginal): FileAnswer(url, allowsOriginal: isOriginal)
          case .data: throw Self.unavailable(type.identifier)
          }
        }
      }
    } else {
      registerDataRepresentation(for: type, visibility: step.visibility) { completion in
        Self.task {
          switch $0 {
          case .success(let data): completion(data, nil)
          case .failure(let error): completion(nil, error)
          }
        } body: {
          try await Self.data(export(item()))
        }
      }
    }
  }

  /// Loads a value.
  ///
  /// - Parameters:
  ///   - transferableType: the type of the value. Its first representation that the provider has is
  ///     imported.
  ///   - completionHandler: receives the value, or an error.
  /// - Returns: the progress of the load, which can cancel it and the import.
  @discardableResult
  public func loadTransferable<T: Transferable>(
    type transferableType: T.Type,
    completionHandler: @escaping @Sendable (Result<T, any Error>) -> Void
  ) -> Progress {
    let steps = TransferStep.all(of: transferableType)
    let found = steps.first {
      $0.importedType.map { hasItemConformingToTypeIdentifier($0.identifier) } == true
    }
    let progress = LoadProgress { completionHandler(.failure(CocoaError(.userCancelled))) }
    @Sendable func finish(_ result: Result<TransferStep.AnyValue, any Error>) {
      guard progress.end() else { return }
      completionHandler(
        result.flatMap { value in
          (value.value as? T).map { .success($0) }
            ?? .failure(Self.unavailable("\(transferableType)"))
        })
    }
    guard let found, let type = found.importedType, let importing = found.importing else {
      DispatchQueue.global().async {
        finish(
          .failure(
            Self.unavailable(steps.compactMap(\.importedType?.identifier).joined(separator: ", "))))
      }
      return progress
    }
    if found.isFile {
      progress.attach(
        loadFile(RegisteredType(type), inPlace: found.opensInPlace) { result in
          progress.attach(
            Self.task(finish) {
              let file = try result.get()
              defer { withExtendedLifetime(file) {} }
              return try await importing(.file(file.url, isOriginal: file.isOriginal))
            })
        })
    } else {
      progress.attach(
        loadData(RegisteredType(type)) { result in
          progress.attach(Self.task(finish) { try await importing(.data(try result.get())) })
        })
    }
    return progress
  }

  /// Runs asynchronous work in a task that the returned progress cancels.
  private static func task<Value: Sendable>(
    _ done: @escaping @Sendable (Result<Value, any Error>) -> Void,
    body: @escaping @Sendable () async throws -> Value
  ) -> Progress {
    let task = Task {
      do {
        done(.success(try await body()))
      } catch {
        done(.failure(error))
      }
    }
    return LoadProgress { task.cancel() }
  }

  fileprivate static func data(_ content: TransferStep.Content) throws -> Data {
    switch content {
    case .data(let data): data
    case .file(let url, _): try Data(contentsOf: url)
    }
  }
}

extension Transferable {
  // MARK: - Exporting

  /// Returns the types that the value can be exported as.
  ///
  /// - Parameter visibility: the programs that import it.
  /// - Returns: the types, the preferred one first.
  public func exportedContentTypes(
    _ visibility: TransferRepresentationVisibility = .all
  ) -> [UTType] {
    let item = TransferStep.AnyValue(self)
    return Self.types(visibility) { $0.accepts(item) }
  }

  /// Returns the types that values of the type can be exported as.
  ///
  /// - Parameter visibility: the programs that import them.
  /// - Returns: the types, the preferred one first; also those under a condition.
  public static func exportedContentTypes(
    _ visibility: TransferRepresentationVisibility = .all
  ) -> [UTType] {
    types(visibility) { _ in true }
  }

  private static func types(
    _ visibility: TransferRepresentationVisibility, _ accepts: (TransferStep) -> Bool
  ) -> [UTType] {
    unique(
      TransferStep.all(of: Self.self).compactMap {
        $0.visibility.rawValue <= visibility.level.rawValue && accepts($0) ? $0.exportedType : nil
      })
  }

  private static func unique(_ types: [UTType]) -> [UTType] {
    var seen: Set<UTType> = []
    return types.filter { seen.insert($0).inserted }
  }

  /// The name for a file of the value; nil if no representation suggests one.
  public var suggestedFilename: String? {
    let item = TransferStep.AnyValue(self)
    let steps = TransferStep.all(of: Self.self).filter {
      $0.exportedType != nil && $0.accepts(item)
    }
    return steps.lazy.compactMap { $0.name { item } }.first
  }

  /// Exports the value as data.
  ///
  /// - Parameter contentType: the type of the data. The first representation of this type is taken,
  ///   else the first of a type that conforms to it.
  /// - Returns: the data; for a representation as file, its contents.
  /// - Throws: an error of `NSItemProvider.errorDomain` if no representation has the type, or the error
  ///   of the representation.
  public func exported(as contentType: UTType) async throws -> Data {
    try await NSItemProvider.data(content(contentType))
  }

  /// Exports the value as file, for the duration of a call.
  ///
  /// - Parameters:
  ///   - contentType: the type of the file; nil for the preferred one.
  ///   - fileHandler: uses the file. A file that was written from data is removed afterwards.
  /// - Returns: the result of the handler.
  /// - Throws: an error of `NSItemProvider.errorDomain` if no representation has the type, or the error
  ///   of the representation or of the handler.
  public func withExportedFile<Result>(
    contentType: UTType? = nil, fileHandler: (URL) async throws -> Result
  ) async throws -> Result {
    let type = contentType ?? exportedContentTypes(.ownProcess).first ?? .item
    switch try await content(type) {
    case .file(let url, _): return try await fileHandler(url)
    case .data(let data):
      let step = try TransferStep.exporting(self, as: type)
      let item = TransferStep.AnyValue(self)
      let name = RegisteredType(step.exportedType ?? type).fileName(step.name { item }, nil)
      let copy = try LoadedFile(copyNamed: name) { try data.write(to: $0) }
      defer { withExtendedLifetime(copy) {} }
      return try await fileHandler(copy.url)
    }
  }

  private func content(_ type: UTType) async throws -> TransferStep.Content {
    guard let export = try TransferStep.exporting(self, as: type).exporting else {
      throw NSItemProvider.unavailable(type.identifier)
    }
    return try await export(TransferStep.AnyValue(self))
  }

  // MARK: - Importing

  /// Returns the types that values can be imported from.
  ///
  /// - Returns: the types, the preferred one first.
  public static func importedContentTypes() -> [UTType] {
    unique(TransferStep.all(of: Self.self).compactMap(\.importedType))
  }

  /// Imports a value from data.
  ///
  /// - Parameters:
  ///   - data: the data.
  ///   - contentType: the type of the data. The first representation of this type is taken, else the
  ///     first of a type that it conforms to; nil for the preferred representation.
  /// - Throws: an error of `NSItemProvider.errorDomain` if no representation has the type, or the error
  ///   of the representation.
  public init(importing data: Data, contentType: UTType?) async throws {
    self = try await Self.value(of: .data(data), contentType)
  }

  /// Imports a value from a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - contentType: the type of the file; nil for the type of its name.
  /// - Throws: an error of `NSItemProvider.errorDomain` if no representation has the type, or the error
  ///   of the representation.
  public init(importing file: URL, contentType: UTType?) async throws {
    self = try await Self.value(
      of: .file(file, isOriginal: true), contentType ?? file.contentType ?? .data)
  }

  private static func value(
    of content: TransferStep.Content, _ type: UTType?
  ) async throws -> Self {
    guard let importing = try TransferStep.importing(Self.self, type).importing,
      let value = try await importing(content).value as? Self
    else { throw NSItemProvider.unavailable(type?.identifier ?? "\(Self.self)") }
    return value
  }
}
