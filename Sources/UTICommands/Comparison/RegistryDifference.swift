import UTITypeGraph

/// The difference of a type between two registries.
struct TypeDifference {
  enum Change: String {
    case added, removed, changed
  }

  let type: TypeIdentifier
  let change: Change
  /// None for a type that only one of the two has.
  let fields: [FieldDifference]
}

/// The difference between the values of one kind of statement.
struct FieldDifference {
  let name: String
  let removed: [String]
  let added: [String]
  /// The new order, when only the order has changed.
  let reordered: [String]

  init(name: String, before: [String], after: [String]) {
    self.name = name
    removed = Self.missing(in: after, from: before)
    added = Self.missing(in: before, from: after)
    reordered = removed.isEmpty && added.isEmpty ? after : []
  }

  /// A value is repeated as often as the other list lacks it.
  private static func missing(in other: [String], from list: [String]) -> [String] {
    var rest = other.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return list.filter { value in
      guard let count = rest[value], count > 0 else { return true }
      rest[value] = count - 1
      return false
    }
  }
}

extension TypeFacts {
  /// Sorted by identifier.
  func differences(to later: TypeFacts) -> [TypeDifference] {
    Set(types.keys).union(later.types.keys).sorted().compactMap { type in
      switch (types[type], later.types[type]) {
      case (nil, _): return TypeDifference(type: type, change: .added, fields: [])
      case (_, nil): return TypeDifference(type: type, change: .removed, fields: [])
      case (let before?, let after?):
        let fields = Self.differences(before, after)
        return fields.isEmpty ? nil : TypeDifference(type: type, change: .changed, fields: fields)
      }
    }
  }

  /// The order is the later registry's, removed statements last.
  private static func differences(
    _ before: [TypeFact], _ after: [TypeFact]
  ) -> [FieldDifference] {
    func values(_ facts: [TypeFact]) -> [String: [String]] {
      Dictionary(facts.map { ($0.name, $0.values) }, uniquingKeysWith: +)
    }
    let (old, new) = (values(before), values(after))
    let names = after.map(\.name) + before.map(\.name).filter { new[$0] == nil }
    return names.compactMap { name in
      let (before, after) = (old[name] ?? [], new[name] ?? [])
      return before == after ? nil : FieldDifference(name: name, before: before, after: after)
    }
  }
}
