internal import Foundation
internal import UTIPlatform
internal import UniformItemProviders
internal import UniformTypeIdentifiers

/// A representation that consists of steps, not of other representations.
protocol StepSource {
  var steps: [TransferStep] { get }
}

extension TupleTransferRepresentation: StepSource {
  var steps: [TransferStep] {
    var steps: [TransferStep] = []
    for part in repeat each content { steps += TransferStep.all(in: part) }
    return steps
  }
}

/// One form in which values are exported or imported; without a type parameter, because a proxy has
/// the steps of another type.
struct TransferStep: Sendable {
  typealias AnyValue = UncheckedSendableBox<Any>

  enum Content: Sendable {
    case data(Data)
    case file(URL, isOriginal: Bool)
  }

  enum FileName: Sendable {
    case none
    case fixed(String)
    case ofItem(@Sendable (AnyValue) -> String?)
  }

  let exportedType: UTType?
  let importedType: UTType?
  let isFile: Bool
  let opensInPlace: Bool
  var visibility = NSItemProviderRepresentationVisibility.all
  var condition: (@Sendable (AnyValue) -> Bool)?
  var fileName = FileName.none
  let exporting: (@Sendable (AnyValue) async throws -> Content)?
  let importing: (@Sendable (Content) async throws -> AnyValue)?

  /// True if the registration depends on the value.
  var needsItem: Bool {
    if case .ofItem = fileName { return true }
    return condition != nil
  }

  func accepts(_ item: AnyValue) -> Bool { condition?(item) ?? true }

  func name(_ item: () -> AnyValue) -> String? {
    switch fileName {
    case .none: nil
    case .fixed(let name): name
    case .ofItem(let name): name(item())
    }
  }

  mutating func addCondition<Item>(_ new: @escaping @Sendable (Item) -> Bool) {
    let earlier = condition
    condition = { item in
      guard let value = item.value as? Item else { return false }
      return earlier?(item) != false && new(value)
    }
  }

  mutating func setFileName<Item>(_ name: @escaping @Sendable (Item) -> String?) {
    fileName = .ofItem { ($0.value as? Item).flatMap(name) }
  }
}

extension TransferStep {
  // MARK: - Creation

  init<Item>(
    _ exportedType: UTType?, _ importedType: UTType?,
    data exporting: (@Sendable (Item) async throws -> Data)?,
    _ importing: (@Sendable (Data) async throws -> Item)?
  ) {
    self.exportedType = exportedType
    self.importedType = importedType
    isFile = false
    opensInPlace = false
    self.exporting =
      if let exporting {
        { value in .data(try await exporting(try Self.cast(value))) }
      } else {
        nil
      }
    self.importing =
      if let importing {
        { content in
          switch content {
          case .data(let data): return AnyValue(try await importing(data))
          case .file(let url, _):
            return AnyValue(try await importing(try Data(contentsOf: url)))
          }
        }
      } else {
        nil
      }
  }

  init<Item>(
    _ exportedType: UTType?, _ importedType: UTType?, opensInPlace: Bool,
    file exporting: (@Sendable (Item) async throws -> SentTransferredFile)?,
    _ importing: (@Sendable (ReceivedTransferredFile) async throws -> Item)?
  ) {
    self.exportedType = exportedType
    self.importedType = importedType
    isFile = true
    self.opensInPlace = opensInPlace
    self.exporting =
      if let exporting {
        { value in
          let sent = try await exporting(try Self.cast(value))
          return .file(sent.file, isOriginal: sent.allowAccessingOriginalFile)
        }
      } else {
        nil
      }
    guard let importing else {
      self.importing = nil
      return
    }
    self.importing =
      { content in
        switch content {
        case .file(let url, let isOriginal):
          return AnyValue(
            try await importing(ReceivedTransferredFile(file: url, isOriginalFile: isOriginal)))
        case .data(let data):
          let name = RegisteredType(importedType ?? .data).fileName(nil, nil)
          let copy = try LoadedFile(copyNamed: name) { try data.write(to: $0) }
          defer { withExtendedLifetime(copy) {} }
          return AnyValue(
            try await importing(ReceivedTransferredFile(file: copy.url, isOriginalFile: false)))
        }
      }
  }

  /// The step of a proxy, as a step of the type that it represents.
  func proxy<Item, Proxy>(
    exporting toProxy: (@Sendable (Item) async throws -> Proxy)?,
    importing fromProxy: (@Sendable (Proxy) async throws -> Item)?
  ) -> TransferStep {
    let inner = self
    var exporting: (@Sendable (AnyValue) async throws -> Content)?
    if let toProxy, let export = inner.exporting {
      exporting = { item in
        let proxy = AnyValue(try await toProxy(Self.cast(item)))
        guard inner.accepts(proxy) else {
          throw NSItemProvider.unavailable(inner.exportedType?.identifier ?? "")
        }
        return try await export(proxy)
      }
    }
    var importing: (@Sendable (Content) async throws -> AnyValue)?
    if let fromProxy, let importProxy = inner.importing {
      importing = { AnyValue(try await fromProxy(Self.cast(try await importProxy($0)))) }
    }
    return TransferStep(
      exportedType: exporting == nil ? nil : exportedType,
      importedType: importing == nil ? nil : importedType, isFile: isFile,
      opensInPlace: opensInPlace, visibility: visibility, exporting: exporting,
      importing: importing)
  }

  private static func cast<Item>(_ value: AnyValue) throws -> Item {
    guard let item = value.value as? Item else {
      throw NSItemProvider.unavailable("\(Item.self)")
    }
    return item
  }

  // MARK: - The steps of a type

  static func all<T: Transferable>(of type: T.Type) -> [TransferStep] {
    all(in: type.transferRepresentation)
  }

  static func all(in representation: some TransferRepresentation) -> [TransferStep] {
    if let source = representation as? any StepSource { return source.steps }
    return all(in: representation.body)
  }

  /// The step that exports a value as a type: the first one of this type, else the first conforming.
  static func exporting<T: Transferable>(_ item: T, as type: UTType) throws -> TransferStep {
    let boxed = AnyValue(item)
    let steps = all(of: T.self).filter { $0.exportedType != nil && $0.accepts(boxed) }
    let found =
      steps.first { $0.exportedType == type }
      ?? steps.first { $0.exportedType?.conforms(to: type) == true }
    guard let found else { throw NSItemProvider.unavailable(type.identifier) }
    return found
  }

  /// The step that imports data of a type: the first one of this type, else the first of a supertype.
  static func importing<T: Transferable>(_ target: T.Type, _ type: UTType?) throws -> TransferStep {
    let steps = all(of: target).filter { $0.importedType != nil }
    let found =
      type.map { type in
        steps.first { $0.importedType == type }
          ?? steps.first { $0.importedType.map(type.conforms(to:)) == true }
      } ?? steps.first
    guard let found else { throw NSItemProvider.unavailable(type?.identifier ?? "\(target)") }
    return found
  }
}
