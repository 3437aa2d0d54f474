internal import DocumentStorage
internal import SystemPackage
internal import UTIPlatform

/// The name that a child of a directory has on disk where its key there cannot say it.
///
/// Keys are text, and equal when they look alike; names on Linux are bytes, and two of them may
/// differ in their Unicode normalization alone, or be no text at all. Such a child is found under a
/// key of its own, and is written under the name it had as long as it keeps that key. Serialized,
/// it has the key alone.
struct NameOnDisk: Sendable {
  let key: String
  let name: FilePath.Component
}

extension FileTree {
  /// Gives every name in a directory a key: the name itself where it is text and no other name is
  /// equal to it as text, else one like "name 2.txt".
  static func keys(
    of names: [FilePath.Component]
  ) -> [(key: String, name: FilePath.Component)] {
    var (keyed, others) = keysThatAreNames(names)
    guard !others.isEmpty else { return keyed }
    // Names in the way of each other get the same keys whenever they are read.
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

  /// The names that the children of a directory are written under, by key; a key that no item can
  /// be named by has none.
  static func names(of children: [String: NameOnDisk?]) -> [String: FilePath.Component] {
    var names: [String: FilePath.Component] = [:]
    names.reserveCapacity(children.count)
    for key in children.keys { names[key] = component(key) }
    let others = children.compactMap { key, name in name.flatMap { $0.key == key ? $0 : nil } }
    guard !others.isEmpty else { return names }
    // A name that another child has got meanwhile is left to it.
    var taken = Set(names.values)
    for other in others.sorted(by: { $0.key < $1.key }) where taken.insert(other.name).inserted {
      names[other.key] = other.name
    }
    return names
  }
}
