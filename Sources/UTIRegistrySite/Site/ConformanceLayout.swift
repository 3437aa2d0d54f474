import UTITypeGraph
package import UniformTypes

/// The layout of a type and its supertypes: in rows, each above all its subtypes.
///
/// A line that passes rows has a slot in each, so that it goes between the boxes.
package struct ConformanceLayout {
  /// A box or, without a type, a slot for a line.
  package struct Slot {
    let type: UTType?
    let width: Double
    var x = 0.0
  }

  /// A line to a supertype, through slots of each row from the type's own on.
  package struct Line {
    let kind: EdgeKind
    let slots: [(row: Int, slot: Int)]
  }

  /// The requested type is in the first row.
  package private(set) var rows: [[Slot]] = []
  package private(set) var lines: [Line] = []
  /// Omitted because of the limit.
  package let omittedCount: Int

  private static let greatestCount = 40
  private static let lineWidth = 14.0
  package static let gap = 18.0

  package init(_ type: UTType, width: (UTType) -> Double) {
    let graph = Ancestry(type, limit: Self.greatestCount)
    omittedCount = graph.omittedCount
    let levels = graph.levels
    rows = Array(repeating: [], count: (levels.max() ?? 0) + 1)
    var places: [Int] = []
    for (index, type) in graph.types.enumerated() {
      places.append(rows[levels[index]].count)
      rows[levels[index]].append(Slot(type: type, width: width(type)))
    }
    for edge in graph.edges {
      var slots = [(row: levels[edge.type], slot: places[edge.type])]
      for row in levels[edge.type] + 1..<levels[edge.supertype] {
        slots.append((row, rows[row].count))
        rows[row].append(Slot(type: nil, width: Self.lineWidth))
      }
      slots.append((levels[edge.supertype], places[edge.supertype]))
      lines.append(Line(kind: edge.kind, slots: slots))
    }
    arrange()
  }

  package var width: Double {
    rows.map(Self.width).max() ?? 0
  }

  private static func width(of row: [Slot]) -> Double {
    row.map(\.width).reduce(0, +) + gap * Double(max(row.count - 1, 0))
  }

  /// The row below determines the order, which leaves few crossings.
  private mutating func arrange() {
    var below = rows.map { $0.map { _ in [Int]() } }
    for line in lines {
      for (lower, upper) in zip(line.slots, line.slots.dropFirst()) {
        below[upper.row][upper.slot].append(lower.slot)
      }
    }
    let width = width
    for row in rows.indices {
      var order = Array(rows[row].indices)
      if row > 0 {
        let centers = below[row].map { slots in
          slots.map { rows[row - 1][$0].center }.reduce(0, +) / Double(max(slots.count, 1))
        }
        order.sort { (centers[$0], $0) < (centers[$1], $1) }
      }
      var x = (width - Self.width(of: rows[row])) / 2
      for slot in order {
        rows[row][slot].x = x
        x += rows[row][slot].width + Self.gap
      }
    }
  }
}

extension ConformanceLayout.Slot {
  package var center: Double { x + width / 2 }
}

/// A type and all its supertypes, with the statements between them.
private struct Ancestry {
  package private(set) var types: [UTType]
  package private(set) var edges: [(type: Int, supertype: Int, kind: EdgeKind)] = []
  package private(set) var omittedCount = 0

  init(_ type: UTType, limit: Int) {
    types = [type]
    var places = [type: 0]
    var omitted: Set<UTType> = []
    var next = 0
    while next < types.count {
      let stated = types[next].edges.filter { $0.kind != .container }
      let above =
        stated.isEmpty
        ? types[next].parents.map { ($0, EdgeKind.declared) }
        : stated.map { ($0.supertype, $0.kind) }
      var seen: Set<UTType> = [types[next]]
      for (supertype, kind) in above where seen.insert(supertype).inserted {
        if places[supertype] == nil, types.count > limit {
          omitted.insert(supertype)
          continue
        }
        let place = places[supertype, default: types.count]
        if place == types.count {
          places[supertype] = place
          types.append(supertype)
        }
        edges.append((next, place, kind))
      }
      next += 1
    }
    omittedCount = omitted.count
  }

  /// The longest path from the first type; a cycle, which no view has, ends at the type count.
  var levels: [Int] {
    var levels = types.map { _ in 0 }
    var isChanged = true
    while isChanged {
      isChanged = false
      for edge in edges
      where levels[edge.supertype] <= levels[edge.type] && levels[edge.type] + 1 < types.count {
        levels[edge.supertype] = levels[edge.type] + 1
        isChanged = true
      }
    }
    return levels
  }
}
