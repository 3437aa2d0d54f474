public import Foundation
internal import Synchronization
internal import UTIPlatform
public import UniformTypeIdentifiers

extension NSItemProvider {
  func register(
    _ type: RegisteredType, _ visibility: NSItemProviderRepresentationVisibility,
    _ source: Representation.Source
  ) {
    let new = Representation(type: type, visibility: visibility, source: source)
    state.withLock { state in
      let same = state.representations.firstIndex {
        $0.type.equals(type) && $0.form == new.form
      }
      if let same { state.representations[same] = new } else { state.representations.append(new) }
    }
  }

  // MARK: - Data

  /// Registers a handler that creates data.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type of the data.
  ///   - visibility: the programs that may load the data.
  ///   - loadHandler: creates the data and calls the given handler with it or with an error. Its result
  ///     is cancelled when the load is cancelled.
  public func registerDataRepresentation(
    forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) {
    register(RegisteredType(typeIdentifier), visibility, .data(loadHandler))
  }

  /// Registers a handler that creates data of a type.
  ///
  /// - Parameters:
  ///   - contentType: the type of the data.
  ///   - visibility: the programs that may load the data.
  ///   - loadHandler: creates the data and calls the given handler with it or with an error. Its result
  ///     is cancelled when the load is cancelled.
  public func registerDataRepresentation(
    for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
    loadHandler:
      @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) {
    register(RegisteredType(contentType), visibility, .data(loadHandler))
  }

  // MARK: - Files

  /// Registers a handler that creates or finds a file.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type of the file.
  ///   - fileOptions: whether receivers may open the original file.
  ///   - visibility: the programs that may load the file.
  ///   - loadHandler: calls the given handler with the file, and whether to read it by a file
  ///     coordinator, or with an error. The file must exist until that call returns; if it may be opened
  ///     in place, as long as receivers need it.
  public func registerFileRepresentation(
    forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    registerFile(RegisteredType(typeIdentifier), fileOptions, visibility, loadHandler)
  }

  /// Registers a handler that creates or finds a file of a type.
  ///
  /// - Parameters:
  ///   - contentType: the type of the file.
  ///   - visibility: the programs that may load the file.
  ///   - openInPlace: whether receivers may open the original file.
  ///   - loadHandler: calls the given handler with the file, and whether to read it by a file
  ///     coordinator, or with an error. The file must exist until that call returns; if it may be opened
  ///     in place, as long as receivers need it.
  public func registerFileRepresentation(
    for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
    openInPlace: Bool = false,
    loadHandler:
      @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    registerFile(
      RegisteredType(contentType), openInPlace ? .openInPlace : [], visibility, loadHandler)
  }

  private func registerFile(
    _ type: RegisteredType, _ options: NSItemProviderFileOptions,
    _ visibility: NSItemProviderRepresentationVisibility,
    _ loadHandler:
      @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    registerFile(type, options, visibility) { done in
      loadHandler { url, coordinated, error in
        done(type.result(url, error).map { FileAnswer($0, isCoordinated: coordinated) })
      }
    }
  }

  package func registerFile(
    _ type: RegisteredType, _ options: NSItemProviderFileOptions,
    _ visibility: NSItemProviderRepresentationVisibility,
    answer:
      @escaping @Sendable (@escaping @Sendable (Result<FileAnswer, any Error>) -> Void) -> Progress?
  ) {
    register(type, visibility, .file(answer, options))
  }

  // MARK: - Objects

  /// Registers the representations of an object.
  ///
  /// - Parameters:
  ///   - object: the object, which the provider keeps.
  ///   - visibility: the programs that may load the object; a representation for which the object has
  ///     a narrower visibility keeps it.
  public func registerObject(
    _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
  ) {
    let kept = UncheckedSendableBox(object)
    for identifier in object.writableTypeIdentifiersForItemProvider {
      let own = object.itemProviderVisibilityForRepresentation(withTypeIdentifier: identifier)
      registerDataRepresentation(
        forTypeIdentifier: identifier, visibility: .narrower(own, visibility)
      ) { completion in
        kept.value.loadData(
          withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
      }
    }
  }

  /// Registers the representations of a class whose object is created when a receiver loads it.
  ///
  /// - Parameters:
  ///   - aClass: the class.
  ///   - visibility: the programs that may load the object.
  ///   - loadHandler: creates the object and calls the given handler with it or with an error.
  public func registerObject(
    ofClass aClass: any NSItemProviderWriting.Type,
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (
        @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
      ) -> Progress?
  ) {
    for identifier in aClass.writableTypeIdentifiersForItemProvider {
      let own = aClass.itemProviderVisibilityForRepresentation(withTypeIdentifier: identifier)
      registerDataRepresentation(
        forTypeIdentifier: identifier, visibility: .narrower(own, visibility)
      ) { completion in
        // The progress of the object's data is known only after the object was created.
        let progress = LoadProgress()
        let creation = loadHandler { object, error in
          guard let object else { return completion(nil, error) }
          progress.attach(
            object.loadData(
              withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion))
        }
        progress.attach(creation)
        return progress
      }
    }
  }

  /// Registers the representations of a value that is bridged to a class.
  ///
  /// - Parameters:
  ///   - ofClass: the type of the value, such as `String` or `URL`.
  ///   - visibility: the programs that may load the value.
  ///   - loadHandler: creates the value and calls the given handler with it or with an error.
  public func registerObject<T: _ObjectiveCBridgeable & SendableMetatype>(
    ofClass: T.Type, visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (@escaping @Sendable (T?, (any Error)?) -> Void) -> Progress?
  ) where T._ObjectiveCType: NSItemProviderWriting {
    registerObject(ofClass: T._ObjectiveCType.self, visibility: visibility) { completion in
      loadHandler { value, error in completion(value?._bridgeToObjectiveC(), error) }
    }
  }

  // MARK: - Items

  /// Registers a handler that creates an item.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the identifier of the type of the item.
  ///   - loadHandler: calls the given handler with data, a string, a URL or a property list, or with an
  ///     error.
  public func registerItem(
    forTypeIdentifier typeIdentifier: String, loadHandler: @escaping NSItemProvider.LoadHandler
  ) {
    register(RegisteredType(typeIdentifier), .all, .item(loadHandler))
  }
}

extension NSItemProviderRepresentationVisibility {
  /// The visibility that fewer programs have.
  static func narrower(_ first: Self, _ second: Self) -> Self {
    first.rawValue > second.rawValue ? first : second
  }
}
