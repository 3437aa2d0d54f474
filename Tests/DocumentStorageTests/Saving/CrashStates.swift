import Foundation
import SystemPackage
import TestSupport

/// The possible contents of a disk if the power fails after some of the recorded steps.
///
/// A change is on the disk for sure when a later step has waited for the file, or for a directory
/// whose names it changes. Each other change may be there, be missing whatever came after it, or,
/// for bytes, be there in half; so changes arrive in any order.
struct CrashStates {
  let recording: RecordingObserver
  /// The most changes not waited for of which every combination is tried.
  static let mostCombined = isExhaustive ? 7 : 6
  /// The maximum distance of the changes of a pair that both are lost or both alone arrive.
  static let widestPair = isExhaustive ? 100 : 5
  static let randomCombinations = isExhaustive ? 1_000 : 50
  /// True if the environment requests a long run.
  static let isExhaustive = ProcessInfo.processInfo.environment["DOCUMENTS_EXHAUSTIVE"] != nil

  /// Calls a function with every state after the first so many steps.
  func forEach(after count: Int, _ body: (DiskModel) throws -> Void) rethrows {
    let steps = recording.steps.prefix(count)
    var changes: [DiskModel.Change] = []
    var pending: [Int] = []
    for step in steps {
      switch step {
      case .change(let change):
        pending.append(changes.count)
        changes.append(change)
      case .synchronize(let item):
        pending.removeAll { changes[$0].places.contains(item) }
      }
    }
    let choices = pending.map { changes[$0].extents }
    // Until something is waited for, a later crash leaves all that an earlier one can, and more.
    let extents =
      isBeforeWaiting(count)
      ? combinations(choices) : [choices.map { _ in DiskModel.Extent.all }]
    for extents in extents {
      var disk = recording.start
      // Items exist once a name leads to them; what they hold arrives with the changes.
      for (number, item) in recording.contents { disk.items[number] = item }
      let lost = Dictionary(uniqueKeysWithValues: zip(pending, extents))
      for (index, change) in changes.enumerated() { disk.apply(change, lost[index] ?? .all) }
      try body(disk)
    }
  }

  private func isBeforeWaiting(_ count: Int) -> Bool {
    guard count < recording.steps.count else { return true }
    if case .synchronize = recording.steps[count] { return true }
    return false
  }

  private func combinations(_ choices: [[DiskModel.Extent]]) -> [[DiskModel.Extent]] {
    if choices.count <= Self.mostCombined {
      return choices.reduce([[]]) { combinations, choice in
        combinations.flatMap { combination in choice.map { combination + [$0] } }
      }
    }
    let all = choices.map { _ in DiskModel.Extent.all }
    let none = choices.map { _ in DiskModel.Extent.none }
    var combinations = [all, none]
    for (index, choice) in choices.enumerated() {
      for extent in choice {
        combinations.append(all.replacing(index, with: extent))
        combinations.append(none.replacing(index, with: extent))
      }
      for other in choices.indices where (1...Self.widestPair).contains(other - index) {
        combinations.append(all.replacing(index, with: .none).replacing(other, with: .none))
        combinations.append(none.replacing(index, with: .all).replacing(other, with: .all))
      }
    }
    var generator = SeededGenerator(seed: UInt64(choices.count))
    for _ in 0..<Self.randomCombinations {
      combinations.append(choices.map { $0.randomElement(using: &generator) ?? .all })
    }
    return combinations
  }
}

extension DiskModel.Change {
  fileprivate var extents: [DiskModel.Extent] {
    if case .bytes = self { return DiskModel.Extent.allCases }
    return [.all, .none]
  }
}

extension Array {
  fileprivate func replacing(_ index: Int, with element: Element) -> [Element] {
    var copy = self
    copy[index] = element
    return copy
  }
}
