package import SystemPackage

/// The names of what a saving directory holds beside the new item.
package enum ReservedName: String, CaseIterable {
  /// The old item, or a complete copy of it.
  case backup = ".document-old"
  /// What becomes a backup or a manifest once it is complete.
  case partial = ".document-partial"
  /// The names that a package has to have when its children are replaced one by one.
  case manifest = ".document-names"
  /// A link to the item that a saving directory far from it belongs to.
  case target = ".document-place"
  /// A link that says which item under another name the new one makes superfluous.
  case superseded = ".document-superseded"
  /// A link that says the digest of the old item while somebody had it open for writing.
  case open = ".document-open"
  /// A link that says that the new item is complete.
  case complete = ".document-complete"

  /// The name in the saving directory of an item.
  ///
  /// An item that has such a name itself leaves it for its own use.
  package func name(beside item: FilePath.Component) -> FilePath.Component {
    FilePath.Component.known(item.string == rawValue ? rawValue + "~" : rawValue)
  }

  /// Whether a name is that of the note on what a new item makes superfluous.
  package static func isSuperseded(_ name: FilePath.Component) -> Bool {
    [superseded.rawValue, superseded.rawValue + "~"].contains(name.string)
  }

  /// Whether a name is that of the link to an item elsewhere.
  package static func isTarget(_ name: FilePath.Component) -> Bool {
    [target.rawValue, target.rawValue + "~"].contains(name.string)
  }

  /// The item among the names in a saving directory; nil when there is none.
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
  /// A name that is known to be one, because it has no slash and is not empty.
  package static func known(_ text: String) -> FilePath.Component {
    guard let component = FilePath.Component(text) else {
      preconditionFailure("\(text) is no name")
    }
    return component
  }
}
