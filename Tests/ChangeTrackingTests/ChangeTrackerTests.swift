import TestSupport
import Testing

@testable import UTIChangeTracking

@Suite struct ChangeTracking {
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let steps: String
    let hasUnsavedChanges: Bool
    var testDescription: String { "\(rule): \(steps)" }
  }

  /// d done, u undone, r redone, s saved, t token taken, e end of the save of that token,
  /// i discardable, o contents from elsewhere, R read again.
  static let rows = [
    Row(rule: "F1", steps: "", hasUnsavedChanges: false),
    Row(rule: "F1", steps: "d", hasUnsavedChanges: true),
    Row(rule: "F2", steps: "du", hasUnsavedChanges: false),
    Row(rule: "F2", steps: "ddu", hasUnsavedChanges: true),
    Row(rule: "F2", steps: "dduu", hasUnsavedChanges: false),
    Row(rule: "F3", steps: "dsu", hasUnsavedChanges: true),
    Row(rule: "F3", steps: "dsur", hasUnsavedChanges: false),
    Row(rule: "F4", steps: "dsud", hasUnsavedChanges: true),
    Row(rule: "F4", steps: "dsudu", hasUnsavedChanges: true),
    Row(rule: "F4", steps: "dsudds", hasUnsavedChanges: false),
    Row(rule: "F4", steps: "ddsuuddu", hasUnsavedChanges: true),
    Row(rule: "F4", steps: "ddsuudd", hasUnsavedChanges: true),
    Row(rule: "F4", steps: "dsudr", hasUnsavedChanges: true),
    Row(rule: "F5", steps: "dtdue", hasUnsavedChanges: false),
    Row(rule: "F5", steps: "dtde", hasUnsavedChanges: true),
    Row(rule: "F5", steps: "dtdeu", hasUnsavedChanges: false),
    Row(rule: "F5", steps: "dtude", hasUnsavedChanges: true),
    Row(rule: "F7", steps: "i", hasUnsavedChanges: false),
    Row(rule: "F7", steps: "di", hasUnsavedChanges: true),
    Row(rule: "F7", steps: "dsiu", hasUnsavedChanges: false),
    Row(rule: "F7", steps: "dsui", hasUnsavedChanges: true),
    Row(rule: "F12", steps: "u", hasUnsavedChanges: true),
    Row(rule: "F12", steps: "ur", hasUnsavedChanges: false),
    Row(rule: "F13", steps: "o", hasUnsavedChanges: true),
    Row(rule: "F13", steps: "odu", hasUnsavedChanges: true),
    Row(rule: "F13", steps: "os", hasUnsavedChanges: false),
    Row(rule: "F13", steps: "dtuore", hasUnsavedChanges: true),
    Row(rule: "C7", steps: "ddR", hasUnsavedChanges: false),
    Row(rule: "C7", steps: "ddRu", hasUnsavedChanges: true),
    Row(rule: "C7", steps: "dtuRre", hasUnsavedChanges: true),
  ]

  @Test("A document is changed while its state is not the saved one", arguments: rows)
  func rules(_ row: Row) {
    var tracker = ChangeTracker()
    var token = tracker.current
    for step in row.steps {
      switch step {
      case "d": tracker.done()
      case "i": tracker.done(isDiscardable: true)
      case "u": tracker.undone()
      case "r": tracker.redone()
      case "s": tracker.clear()
      case "t": token = tracker.current
      case "e": tracker.clear(token)
      case "o": tracker.readOtherContents()
      default: tracker.reset()
      }
    }
    #expect(tracker.hasUnsavedChanges == row.hasUnsavedChanges)
  }

  @Test("F1 to F5: a tracker agrees with a history of every state, 200 times 200 steps")
  func randomHistories() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var tracker = ChangeTracker()
      var past: [Int] = []
      var future: [Int] = []
      var current = 0
      var newest = 0
      var saved = 0
      for _ in 0..<200 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1:
          tracker.done()
          past.append(current)
          future = []
          newest += 1
          current = newest
        case 2 where !past.isEmpty:
          tracker.undone()
          future.append(current)
          current = past.removeLast()
        case 3 where !future.isEmpty:
          tracker.redone()
          past.append(current)
          current = future.removeLast()
        case 4 where Int.random(in: 0..<4, using: &generator) == 0:
          tracker.clear()
          saved = current
        default: break
        }
        #expect(tracker.hasUnsavedChanges == (current != saved))
      }
    }
  }
}

/// The announcement of changes by an object.
@Suite struct ChangeAnnouncements {
  @Test("A publisher is sending while its listeners run, and only then", arguments: 0..<3)
  func sending(count: Int) {
    let publisher = ObservableObjectPublisher()
    nonisolated(unsafe) var isSending: [Bool] = []
    let subscriptions = (0..<count).map { _ in
      publisher.sink { isSending.append(publisher.isSending) }
    }
    for round in 1...2 {
      #expect(!publisher.isSending)
      publisher.send()
      #expect(isSending == Array(repeating: true, count: round * count))
    }
    #expect(!publisher.isSending)
    withExtendedLifetime(subscriptions) {}
  }
}
