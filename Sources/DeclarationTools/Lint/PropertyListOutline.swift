internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// The keys of a property list with their places, which declarations do not keep.
struct PropertyListOutline: Sendable {
  let root: PropertyListValue
  private var dictionaries: [SourcePosition: [PropertyListEntry]] = [:]
  /// The path to the value at each place, in a file without lines.
  private var paths: [SourcePosition: PropertyListPath] = [:]

  init(_ root: PropertyListValue) {
    self.root = root
    collect(root)
  }

  /// The message begins with the path, in a file without lines.
  func addingPath(to finding: DeclarationDiagnostic) -> DeclarationDiagnostic {
    guard let path = paths[finding.position], path != .root,
      !finding.message.hasPrefix("\(path): ")
    else { return finding }
    return DeclarationDiagnostic(
      finding.severity, rule: finding.rule, file: finding.file, position: finding.position,
      message: "\(path): \(finding.message)", remedy: finding.remedy)
  }

  func entry(_ key: String, ofDictionaryAt position: SourcePosition) -> PropertyListEntry? {
    dictionaries[position]?.last { $0.key == key }
  }

  func rootEntry(_ key: String) -> PropertyListEntry? {
    guard case .dictionary(let entries) = root.content else { return nil }
    return entries.last { $0.key == key }
  }

  func dictionaries(in key: String) -> [PropertyListValue] {
    guard case .array(let values) = root[key]?.content else { return [] }
    return values
  }

  /// The types that an extension shows or indexes (Apple, Information Property List Key Reference,
  /// "NSExtensionAttributes").
  var supportedContentTypes: [Located<TypeIdentifier>] {
    let attributes = root["NSExtension"]?["NSExtensionAttributes"]
    let lists = ["QLSupportedContentTypes", "CSSupportedContentTypes"].map {
      attributes?[$0]?.content
    }
    return lists.flatMap { content -> [Located<TypeIdentifier>] in
      guard case .array(let values) = content else { return [] }
      return values.compactMap { value in
        guard case .string(let text) = value.content else { return nil }
        return TypeIdentifier(text).map { identifier in Located(identifier, at: value.position) }
      }
    }
  }

  private mutating func collect(_ value: PropertyListValue) {
    if let path = value.path { paths[value.position] = path }
    switch value.content {
    case .array(let values):
      for value in values { collect(value) }
    case .dictionary(let entries):
      dictionaries[value.position] = entries
      for entry in entries {
        if let path = entry.value.path { paths[entry.keyPosition] = path }
        collect(entry.value)
      }
    default:
      break
    }
  }
}
