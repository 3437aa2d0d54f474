package import Foundation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIPlatform
package import UniformTypeIdentifiers

/// The identifier of a type, which need not be declared.
package struct RegisteredType: Sendable {
  package let identifier: String
  let type: UTType?

  package init(_ identifier: String) {
    self.identifier = identifier
    type = UTType(identifier)
  }

  package init(_ type: UTType) {
    identifier = type.identifier
    self.type = type
  }

  func equals(_ other: RegisteredType) -> Bool {
    identifier == other.identifier || identifier.lowercased() == other.identifier.lowercased()
  }

  func conforms(to other: RegisteredType) -> Bool {
    if equals(other) { return true }
    guard let type, let supertype = other.type else { return false }
    return type.conforms(to: supertype)
  }
}

/// The file that a handler gave.
package struct FileAnswer: Sendable {
  package let url: URL
  /// True if to read it by a file coordinator.
  package let isCoordinated: Bool
  /// True if receivers may have the original file, if the representation allows this at all.
  package let allowsOriginal: Bool

  package init(_ url: URL, isCoordinated: Bool = false, allowsOriginal: Bool = true) {
    self.url = url
    self.isCoordinated = isCoordinated
    self.allowsOriginal = allowsOriginal
  }
}

/// One registered representation of an item.
struct Representation: Sendable {
  typealias DataHandler = @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  typealias FileHandler =
    @Sendable (@escaping @Sendable (Result<FileAnswer, any Error>) -> Void) -> Progress?

  enum Source: Sendable {
    case data(DataHandler)
    case file(FileHandler, NSItemProviderFileOptions)
    case item(NSItemProvider.LoadHandler)
  }

  /// How a representation was registered.
  enum Form: Sendable { case data, file, originalFile, item }

  let type: RegisteredType
  let visibility: NSItemProviderRepresentationVisibility
  let source: Source

  var fileOptions: NSItemProviderFileOptions {
    if case .file(_, let options) = source { options } else { [] }
  }

  var form: Form {
    switch source {
    case .data: .data
    case .file(_, let options): options.contains(.openInPlace) ? .originalFile : .file
    case .item: .item
    }
  }
}

extension [Representation] {
  /// An equal type has precedence over all conforming ones; the preferred form is the first.
  func best(for asked: RegisteredType, _ forms: [Representation.Form]) -> Representation? {
    guard
      let type = (first { $0.type.equals(asked) } ?? first { $0.type.conforms(to: asked) })?.type
    else { return nil }
    let same = filter { $0.type.equals(type) }
    for form in forms {
      if let found = same.first(where: { $0.form == form }) { return found }
    }
    return same.first
  }
}

extension Representation {
  // MARK: - Loading

  /// Loads data, from whatever was registered.
  func loadData(_ done: @escaping @Sendable (Result<Data, any Error>) -> Void) -> Progress? {
    switch source {
    case .data(let handler):
      return handler { data, error in done(result(data, error)) }
    case .file(let handler, _):
      return handler { answer in
        done(
          answer.flatMap { file in
            Result { try Self.reading(file) { try Data(contentsOf: $0) } }
          })
      }
    case .item(let handler):
      handler({ item, error in data(of: item, error, done) }, NSData.self, nil)
      return nil
    }
  }

  /// Loads a file: the original one, or a copy.
  func loadFile(
    inPlace: Bool, suggestedName: String?,
    _ done: @escaping @Sendable (Result<LoadedFile, any Error>) -> Void
  ) -> Progress? {
    guard case .file(let handler, let options) = source else {
      return loadData { data in
        done(
          data.flatMap { data in
            Result {
              try LoadedFile(copyNamed: type.fileName(suggestedName, nil)) {
                try data.write(to: $0)
              }
            }
          })
      }
    }
    return handler { answer in
      done(
        answer.flatMap { file in
          Result {
            if inPlace, options.contains(.openInPlace), file.allowsOriginal {
              return LoadedFile(original: file.url)
            }
            return try LoadedFile(copyNamed: type.fileName(suggestedName, file.url)) { copy in
              try Self.reading(file) { try FileManager.default.copyItem(at: $0, to: copy) }
            }
          }
        })
    }
  }

  /// Loads an item: the registered one, data or the URL of a file.
  func loadItem(
    _ options: [AnyHashable: Any]?,
    _ done:
      @escaping @Sendable (Result<UncheckedSendableBox<any NSSecureCoding>, any Error>) -> Void
  ) -> Progress? {
    switch source {
    case .data(let handler):
      return handler { data, error in
        done(result(data, error).map { UncheckedSendableBox($0 as NSData) })
      }
    case .file(let handler, _):
      return handler { answer in
        done(answer.map { UncheckedSendableBox($0.url as NSURL) })
      }
    case .item(let handler):
      handler(
        { item, error in done(result(item.map { UncheckedSendableBox($0) }, error)) }, nil, options)
      return nil
    }
  }

  private func result<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
    type.result(value, error)
  }

  private func data(
    of item: (any NSSecureCoding)?, _ error: (any Error)?,
    _ done: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) {
    let isURL = type.type?.conforms(to: .url) == true
    switch item {
    case nil: done(result(nil, error))
    case let data as NSData: done(.success(data as Data))
    case let url as NSURL where url.isFileURL && !isURL:
      done(Result { try Data(contentsOf: url as URL) })
    case let writing as any NSItemProviderWriting:
      let identifiers = writing.writableTypeIdentifiersForItemProvider
      let suiting = identifiers.first { RegisteredType($0).conforms(to: type) } ?? identifiers.first
      _ = writing.loadData(withTypeIdentifier: suiting ?? type.identifier) { data, error in
        done(result(data, error))
      }
    case .some(let item):
      done(
        Result {
          let format: PropertyListSerialization.PropertyListFormat =
            type.type?.conforms(to: .xmlPropertyList) == true ? .xml : .binary
          return try PropertyListSerialization.data(
            fromPropertyList: item, format: format, options: 0)
        }.mapError { underlying in
          NSItemProvider.error(
            .unavailableCoercionError,
            "An item of the class \(Swift.type(of: item)) has no data of the type \(type.identifier).",
            underlying: underlying)
        })
    }
  }

  /// Reads a file, by a file coordinator if wanted.
  private static func reading<Value>(
    _ file: FileAnswer, _ body: (URL) throws -> Value
  ) throws -> Value {
    let url = file.url
    guard file.isCoordinated else { return try body(url) }
    var failure: NSError?
    var value: Result<Value, any Error>?
    NSFileCoordinator(filePresenter: nil).coordinate(readingItemAt: url, error: &failure) { url in
      value = Result { try body(url) }
    }
    if let value { return try value.get() }
    throw failure ?? NSItemProvider.error(.unknownError, "\(url.path) was not read.")
  }
}

extension RegisteredType {
  /// What a handler of the type gave.
  func result<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
    if let value { return .success(value) }
    return .failure(
      error
        ?? NSItemProvider.error(
          .itemUnavailableError,
          "The handler for the type \(identifier) gave neither a value nor an error."))
  }

  /// Directory separators of the suggested name are replaced; `source` is the original file.
  package func fileName(_ suggested: String?, _ source: URL?) -> String {
    let cleaned = suggested?.replacingOccurrences(of: "/", with: ":")
      .replacingOccurrences(of: "\0", with: "")
    guard let cleaned, !["", ".", ".."].contains(cleaned) else {
      return source?.lastPathComponent ?? completed("Item")
    }
    let name = completed(cleaned)
    guard let source, !source.pathExtension.isEmpty, (name as NSString).pathExtension.isEmpty else {
      return name
    }
    return name + "." + source.pathExtension
  }

  private func completed(_ name: String) -> String {
    guard var type else { return name }
    // The encodings of plain text do not have their own extension.
    if type.preferredFilenameExtension == nil, type.conforms(to: .plainText) { type = .plainText }
    return URL(filePath: "/").appendingPathComponent(name, conformingTo: type).lastPathComponent
  }
}

/// A loaded file; a copy is removed together with the value.
package final class LoadedFile: Sendable {
  package let url: URL
  package let isOriginal: Bool
  private let folder: TemporaryFolder?

  init(original: URL) {
    url = original
    isOriginal = true
    folder = nil
  }

  /// The copy is in a private directory.
  package init(copyNamed name: String, _ write: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder(prefix: "ItemProvider")
    self.folder = folder
    url = folder.url.appendingPathComponent(name)
    isOriginal = false
    try write(url)
  }
}

/// The progress of a load, which any thread may read and cancel: Foundation's on Linux has no lock.
package final class LoadProgress: Progress, @unchecked Sendable {
  private struct State {
    var parts: [Progress] = []
    var hasChild = false
    var isCancelled = false
    var isFinished = false
    var onCancel: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  /// Calls `onCancel` if the load is cancelled before its end.
  package init(onCancel: (@Sendable () -> Void)? = nil) {
    state = Mutex(State(onCancel: onCancel))
    super.init(parent: nil, userInfo: nil)
    isCancellable = true
    totalUnitCount = 1
  }

  /// The part is cancelled together with the load; the first one determines the completed fraction.
  package func attach(_ part: Progress?) {
    guard let part else { return }
    let isFirst = state.withLock { state in
      defer { state.hasChild = true }
      return !state.hasChild
    }
    if isFirst { addChild(part, withPendingUnitCount: 1) }
    let kept = UncheckedSendableBox(part)
    let isCancelled = state.withLock { state in
      state.parts.append(kept.value)
      return state.isCancelled
    }
    if isCancelled, !part.isCancelled { part.cancel() }
  }

  /// Returns false if the load has ended before.
  package func end() -> Bool {
    let isFirst = state.withLock { state in
      guard !state.isFinished, !state.isCancelled else { return false }
      state.isFinished = true
      state.onCancel = nil
      return true
    }
    if isFirst { super.completedUnitCount = 1 }
    return isFirst
  }

  package override func cancel() {
    let before = state.withLock { state in
      let before = state
      guard !state.isCancelled, !state.isFinished else { return UncheckedSendableBox(before) }
      state.isCancelled = true
      state.onCancel = nil
      return UncheckedSendableBox(before)
    }.value
    guard !before.isCancelled, !before.isFinished else { return }
    for part in before.parts { part.cancel() }
    cancellationHandler?()
    before.onCancel?()
  }

  package override var isCancelled: Bool {
    get { state.withLock { $0.isCancelled } }
    set {}
  }

  package override var isFinished: Bool { state.withLock { $0.isFinished } }

  package override var completedUnitCount: Int64 {
    get { isFinished ? 1 : 0 }
    set {}
  }
}
