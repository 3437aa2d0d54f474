public import Foundation
internal import UTIPlatform
public import UniformTypeIdentifiers

/// Values as data.
public struct DataRepresentation<Item: Transferable>: TransferRepresentation, StepSource {
  let steps: [TransferStep]

  /// Creates a representation that exports and imports.
  ///
  /// - Parameters:
  ///   - contentType: the type of the data.
  ///   - exporting: creates the data of a value.
  ///   - importing: creates a value from the data.
  public init(
    contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
    importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    steps = [TransferStep(contentType, contentType, data: exporting, importing)]
  }

  /// Creates a representation that only exports.
  ///
  /// - Parameters:
  ///   - exportedContentType: the type of the data.
  ///   - exporting: creates the data of a value.
  public init(
    exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data
  ) {
    steps = [TransferStep(exportedContentType, nil, data: exporting, nil)]
  }

  /// Creates a representation that only imports.
  ///
  /// - Parameters:
  ///   - importedContentType: the type of the data.
  ///   - importing: creates a value from the data.
  public init(
    importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    steps = [
      TransferStep(
        nil, importedContentType,
        data: nil as (@Sendable (Item) async throws -> Data)?, importing)
    ]
  }

  /// There is no other representation in it.
  public typealias Body = Never
}

/// A file that a representation exports.
public struct SentTransferredFile: Sendable {
  /// The file.
  public let file: URL
  /// Whether the receiver may open the file itself, not only a copy.
  public let allowAccessingOriginalFile: Bool

  /// Creates a description of a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - allowAccessingOriginalFile: whether the receiver may open the file itself.
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
    self.file = file
    self.allowAccessingOriginalFile = allowAccessingOriginalFile
  }
}

/// A file that a representation imports.
public struct ReceivedTransferredFile: Sendable {
  /// The file; a copy is removed after the import.
  public let file: URL
  /// Whether it is the file of the sender, not a copy.
  public let isOriginalFile: Bool
}

/// Values as files.
public struct FileRepresentation<Item: Transferable>: TransferRepresentation, StepSource {
  let steps: [TransferStep]

  /// Creates a representation that exports and imports.
  ///
  /// - Parameters:
  ///   - contentType: the type of the file.
  ///   - shouldAttemptToOpenInPlace: whether the import receives the original file if the sender
  ///     allows it.
  ///   - exporting: writes or finds the file of a value.
  ///   - importing: creates a value from the file.
  public init(
    contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    steps = [
      TransferStep(
        contentType, contentType, opensInPlace: shouldAttemptToOpenInPlace, file: exporting,
        importing)
    ]
  }

  /// Creates a representation that only exports.
  ///
  /// - Parameters:
  ///   - exportedContentType: the type of the file.
  ///   - shouldAllowToOpenInPlace: whether receivers may open the original file if its
  ///     ``SentTransferredFile`` allows it.
  ///   - exporting: writes or finds the file of a value.
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {
    steps = [
      TransferStep(
        exportedContentType, nil, opensInPlace: shouldAllowToOpenInPlace, file: exporting, nil)
    ]
  }

  /// Creates a representation that only imports.
  ///
  /// - Parameters:
  ///   - importedContentType: the type of the file.
  ///   - shouldAttemptToOpenInPlace: whether the import receives the original file if the sender
  ///     allows it.
  ///   - importing: creates a value from the file.
  public init(
    importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    steps = [
      TransferStep(
        nil, importedContentType, opensInPlace: shouldAttemptToOpenInPlace,
        file: nil as (@Sendable (Item) async throws -> SentTransferredFile)?, importing)
    ]
  }

  /// There is no other representation in it.
  public typealias Body = Never
}

/// `Codable` values in the form of an encoder.
public struct CodableRepresentation<Item: Transferable & Codable, Encoder, Decoder>:
  TransferRepresentation, StepSource
where
  Encoder: TopLevelEncoder, Decoder: TopLevelDecoder, Encoder.Output == Data, Decoder.Input == Data
{
  let steps: [TransferStep]

  /// Creates a representation in JSON.
  ///
  /// - Parameters:
  ///   - itemType: the type of the values.
  ///   - contentType: the type of the data.
  public init(for itemType: Item.Type = Item.self, contentType: UTType)
  where Encoder == JSONEncoder, Decoder == JSONDecoder {
    self.init(
      for: itemType, contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
  }

  /// Creates a representation in the form of an encoder.
  ///
  /// - Parameters:
  ///   - itemType: the type of the values.
  ///   - contentType: the type of the data.
  ///   - encoder: encodes a value.
  ///   - decoder: decodes a value.
  public init(
    for itemType: Item.Type = Item.self, contentType: UTType, encoder: Encoder, decoder: Decoder
  ) {
    // The encoders of Foundation can be used by several threads.
    let (encoder, decoder) = (UncheckedSendableBox(encoder), UncheckedSendableBox(decoder))
    steps = [
      TransferStep(
        contentType, contentType, data: { (item: Item) in try encoder.value.encode(item) },
        { try decoder.value.decode(Item.self, from: $0) })
    ]
  }

  /// There is no other representation in it.
  public typealias Body = Never
}

/// Values in the representations of another type.
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>:
  TransferRepresentation, StepSource
{
  let steps: [TransferStep]

  /// Creates a representation that exports and imports.
  ///
  /// - Parameters:
  ///   - exporting: creates the other value, which is exported.
  ///   - importing: creates a value from the other value, which was imported.
  public init(
    exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation,
    importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item
  ) {
    steps = TransferStep.all(of: ProxyRepresentation.self).map {
      $0.proxy(exporting: exporting, importing: importing)
    }
  }

  /// Creates a representation that only exports.
  ///
  /// - Parameter exporting: creates the other value, which is exported.
  public init(exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation) {
    steps = TransferStep.all(of: ProxyRepresentation.self).map {
      $0.proxy(
        exporting: exporting,
        importing: nil as (@Sendable (ProxyRepresentation) async throws -> Item)?)
    }
  }

  /// Creates a representation that only imports.
  ///
  /// - Parameter importing: creates a value from the other value, which was imported.
  public init(importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item) {
    steps = TransferStep.all(of: ProxyRepresentation.self).map {
      $0.proxy(
        exporting: nil as (@Sendable (Item) async throws -> ProxyRepresentation)?,
        importing: importing)
    }
  }

  /// There is no other representation in it.
  public typealias Body = Never
}

// MARK: - Modifiers

extension TransferRepresentation {
  /// Exports only values that meet a condition.
  ///
  /// - Parameter condition: whether a value is exported in this representation.
  /// - Returns: the representation with the condition.
  public func exportingCondition(
    _ condition: @escaping @Sendable (Item) -> Bool
  ) -> some TransferRepresentation<Item> {
    modified { $0.addCondition(condition) }
  }

  /// Restricts the programs that may import the representation.
  ///
  /// - Parameter visibility: the programs.
  /// - Returns: the representation with the restriction.
  public func visibility(
    _ visibility: TransferRepresentationVisibility
  ) -> some TransferRepresentation<Item> {
    modified {
      $0.visibility =
        $0.visibility.rawValue > visibility.level.rawValue ? $0.visibility : visibility.level
    }
  }

  /// Suggests a name for files of the representation.
  ///
  /// - Parameter fileName: the name.
  /// - Returns: the representation with the name.
  public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Item> {
    modified { $0.fileName = .fixed(fileName) }
  }

  /// Suggests a name for files of the representation.
  ///
  /// - Parameter fileName: the name for a value, or nil.
  /// - Returns: the representation with the name.
  public func suggestedFileName(
    _ fileName: @escaping @Sendable (Item) -> String?
  ) -> some TransferRepresentation<Item> {
    modified { $0.setFileName(fileName) }
  }

  private func modified(_ change: (inout TransferStep) -> Void) -> ModifiedRepresentation<Item> {
    ModifiedRepresentation(
      steps: TransferStep.all(in: self).map { step in
        var step = step
        change(&step)
        return step
      })
  }
}

/// A representation whose steps were changed by a modifier.
struct ModifiedRepresentation<Item: Transferable>: TransferRepresentation, StepSource {
  let steps: [TransferStep]

  typealias Body = Never
}
