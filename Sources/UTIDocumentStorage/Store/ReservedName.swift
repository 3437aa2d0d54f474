package import SystemPackage

/// The reserved names in a saving directory, next to the new item.
package enum ReservedName: String, CaseIterable {
  /// The old item, or a complete copy of it.
  case backup = ".document-old"
  /// An incomplete backup or manifest.
  case partial = ".document-partial"
  /// The required names of a package while its children are replaced one by one.
  case manifest = ".document-names"
  /// A link to the item of a saving directory in a recovery location.
  case target = ".document-place"
  /// A link that names the superseded item with another name.
  case superseded = ".document-superseded"
  /// A link with the digest of the old item while another process had it open for writing.
  case open = ".document-open"
  /// A link that marks the new item as complete.
  case complete = ".document-complete"

  /// The name has a suffix if the item itself has the reserved name.
  package func name(beside item: FilePath.Component) -> FilePath.Component {
    FilePath.Component.known(item.string == rawValue ? rawValue + "~" : rawValue)
  }

  package static func isSuperseded(_ name: FilePath.Component) -> Bool {
    [superseded.rawValue, superseded.rawValue + "~"].contains(name.string)
  }

  package static func isTarget(_ name: FilePath.Component) -> Bool {
    [target.rawValue, target.rawValue + "~"].contains(name.string)
  }

  /// Returns the item among the names in a saving directory; nil if there is none.
  package static func item(among names: [FilePath.Component]) -> FilePath.Component? {
    for name in names {
      guard let reserved = ReservedName(rawValue: name.string) else {
        if ReservedName(rawValue: String(name.string.dropLast())) == nil { return name }
        continue
      }
      if names.contains(where: { $0.string == reserved.rawValue + "~" }) { return name }
    }
    return nil
  }
}

extension FilePath.Component {
  /// Returns the component for a text that has no slash and is not empty.
  package static func known(_ text: String) -> FilePath.Component {
    guard let component = FilePath.Component(text) else {
      preconditionFailure("\(text) is no name")
    }
    return component
  }
}
