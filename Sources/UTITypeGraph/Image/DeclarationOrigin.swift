/// The place of a statement: its file and its position in the file.
public struct DeclarationOrigin: Hashable, Sendable {
  /// The file and its precedence.
  public let source: DeclarationSource
  /// The place in the file.
  public let position: SourcePosition

  package init(source: DeclarationSource, position: SourcePosition) {
    self.source = source
    self.position = position
  }
}

extension DeclarationOrigin: CustomStringConvertible {
  /// The place in the form `file:line`.
  public var description: String { "\(source.path):\(max(position.line, 1))" }
}

extension RegistryImage {
  /// Lowest precedence first.
  package var declarationSources: [DeclarationSource] {
    (0..<sources.count).map(source)
  }

  /// Reads no strings of an origin.
  func layer(ofSource index: UInt32) -> DeclarationSource.Layer {
    DeclarationSource.Layer(rawValue: Int(sources[Int(index), SourceField.layer])) ?? .program
  }

  func source(_ index: Int) -> DeclarationSource {
    let bundle = sources[index, SourceField.bundleIdentifier]
    return DeclarationSource(
      path: strings.string(at: sources[index, SourceField.path]),
      format: sources[index, SourceField.format] == 0 ? .propertyList : .sharedMIMEInfo,
      layer: layer(ofSource: UInt32(truncatingIfNeeded: index)),
      directoryPrecedence: Int(sources[index, SourceField.directoryPrecedence]),
      bundleIdentifier: bundle == 0 ? nil : strings.string(at: bundle))
  }

  func origin<Field: SourcedField>(
    of record: Int, in table: ImageTable, _ fields: Field.Type
  ) -> DeclarationOrigin {
    DeclarationOrigin(
      source: source(Int(table[record, Field.source])), position: table.position(record, fields))
  }

  /// nil when a rule of the graph implies the record.
  func origin(sourcePlusOne: UInt32, position: SourcePosition) -> DeclarationOrigin? {
    sourcePlusOne == 0
      ? nil : DeclarationOrigin(source: source(Int(sourcePlusOne) - 1), position: position)
  }
}
