internal import SystemPackage
internal import UTIPlatform

/// The name of a child that its key cannot represent: names are bytes, and may be invalid UTF-8 or
/// differ only in their normalization.
///
/// The child is written under it as long as it keeps its key. A serialized child has only the key.
struct NameOnDisk: Sendable {
  let key: String
  let name: FilePath.Component
}

extension FileTree {
  /// The name itself if it is valid text and unique as text, otherwise a name like "name 2.txt".
  static func keys(of names: [FilePath.Component]) -> [(key: String, name: FilePath.Component)] {
    var (keyed, others) = keysThatAreNames(names)
    guard !others.isEmpty else { return keyed }
    // Conflicting names get the same keys on each read.
    let sorted = names.map { ($0.bytes, $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
    (keyed, others) = keysThatAreNames(sorted.map { $0.1 })
    var taken = Set(keyed.map(\.key))
    for name in others {
      let text = name.string
      let key = uniqueName(FileName.shortened(text) ?? text) { taken.contains($0) }
      taken.insert(key)
      keyed.append((key, name))
    }
    return keyed
  }

  private static func keysThatAreNames(
    _ names: [FilePath.Component]
  ) -> (keyed: [(key: String, name: FilePath.Component)], others: [FilePath.Component]) {
    var taken: Set<String> = []
    taken.reserveCapacity(names.count)
    var keyed: [(key: String, name: FilePath.Component)] = []
    var others: [FilePath.Component] = []
    for name in names {
      let text = name.string
      if component(text) == name, taken.insert(text).inserted {
        keyed.append((text, name))
      } else {
        others.append(name)
      }
    }
    return (keyed, others)
  }

  /// A key that no item can have as a name is missing.
  static func names(of children: [String: NameOnDisk?]) -> [String: FilePath.Component] {
    var names: [String: FilePath.Component] = [:]
    names.reserveCapacity(children.count)
    for key in children.keys { names[key] = component(key) }
    let others = children.compactMap { key, name in name.flatMap { $0.key == key ? $0 : nil } }
    guard !others.isEmpty else { return names }
    // A name that another child has now is not used.
    var taken = Set(names.values)
    for other in others.sorted(by: { $0.key < $1.key }) where taken.insert(other.name).inserted {
      names[other.key] = other.name
    }
    return names
  }
}
