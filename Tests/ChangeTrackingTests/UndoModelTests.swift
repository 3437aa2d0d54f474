import ChangeTrackingTestSupport
import TestSupport
import Testing
import UTIChangeTracking

/// Random sequences of operations, compared with a model that knows only snapshots.
@MainActor @Suite struct UndoModel {
  /// Cells that are changed one by one through an undo manager.
  @MainActor final class Cells {
    let manager: UndoManager
    var values = [0, 0, 0]

    init(_ manager: UndoManager) { self.manager = manager }

    func set(_ index: Int, _ value: Int, coalescing: UndoCoalescing? = nil) {
      let old = values[index]
      values[index] = value
      if let coalescing {
        manager.registerUndo(withTarget: self, coalescing: coalescing) { $0.set(index, old) }
      } else {
        manager.registerUndo(withTarget: self) { $0.set(index, old) }
      }
    }
  }

  /// A model of undo with whole snapshots: a step is the state before it.
  struct Model {
    struct Step {
      var before: [Int]
      var name = ""
      /// The cell whose coalescing changes are all there is in it, and when the last one was made.
      var cell: Int?
      var instant = 0
    }

    /// An open group: its steps, of which groups that were closed inside it are marked.
    struct Open {
      var isEvent: Bool
      var name = ""
      var steps: [(step: Step, isGroup: Bool)] = []
    }

    var values = [0, 0, 0]
    var undo: [Step] = []
    var redo: [Step] = []
    var open: [Open] = []
    var levels = 0
    var isJoinable = false
    var instant = 0

    mutating func set(_ index: Int, _ value: Int, coalescing: Bool) {
      redo = []
      if open.isEmpty { open = [Open(isEvent: true)] }
      let step = Step(before: values, cell: coalescing ? index : nil, instant: instant)
      open[open.count - 1].steps.append((step, false))
      values[index] = value
    }

    mutating func begin() {
      if open.isEmpty { open = [Open(isEvent: true)] }
      open.append(Open(isEvent: false))
    }

    mutating func end() {
      guard let group = open.popLast(), let first = group.steps.first else { return }
      let cells = Set(group.steps.map { $0.isGroup ? nil : $0.step.cell })
      var step = Step(before: first.step.before, name: group.name)
      if cells.count == 1, let cell = cells.first { step.cell = cell }
      step.instant = group.steps.last?.step.instant ?? 0
      if let last = open.indices.last {
        if !step.name.isEmpty { open[last].name = step.name }
        open[last].steps.append((step, true))
      } else if isJoinable, let newest = undo.last, let cell = step.cell, newest.cell == cell,
        first.step.instant - newest.instant <= 2
      {
        undo[undo.count - 1].instant = step.instant
        if !step.name.isEmpty { undo[undo.count - 1].name = step.name }
      } else {
        push(step)
        isJoinable = true
      }
    }

    mutating func push(_ step: Step) {
      undo.append(step)
      isJoinable = false
      trim()
    }

    mutating func trim() {
      guard levels > 0 else { return }
      undo.removeFirst(max(0, undo.count - levels))
      redo.removeFirst(max(0, redo.count - levels))
    }

    mutating func endEvent() {
      if open.count == 1, open[0].isEvent { end() }
      isJoinable = false
    }

    mutating func undoTop() {
      if open.count == 1 { end() }
      guard let step = undo.popLast() else { return }
      isJoinable = false
      redo.append(Step(before: values, name: step.name))
      values = step.before
    }

    /// True if a nested undo is allowed now: no open group ends with a bare action.
    var allowsNestedUndo: Bool {
      open.last { !$0.steps.isEmpty }?.steps.last?.isGroup ?? true
    }

    mutating func undoNested() {
      guard let index = open.lastIndex(where: { !$0.steps.isEmpty }) else {
        let groups = open
        open = []
        undoTop()
        open = groups
        return
      }
      let step = open[index].steps.removeLast().step
      isJoinable = false
      redo.append(Step(before: values, name: step.name))
      values = step.before
    }

    mutating func redoTop() {
      if open.count == 1 { end() }
      guard let step = redo.popLast() else { return }
      push(Step(before: values, name: step.name))
      values = step.before
    }

    mutating func removeAll() {
      undo = []
      redo = []
      for index in open.indices { open[index] = Open(isEvent: open[index].isEvent) }
    }

    var undoCount: Int { undo.count + (open.contains { !$0.steps.isEmpty } ? 1 : 0) }
  }

  @Test func `R1-R13: ten thousand random sequences equal a model of snapshots`() {
    var random = SeededGenerator(seed: 0x0D0C)
    var operationCount = 0
    var largest = 0
    for sequence in 0..<10_000 {
      let events = ManualEvents()
      let manager = events.manager()
      let cells = Cells(manager)
      var model = Model()
      var trace: [String] = []
      for _ in 0..<Int.random(in: 5...40, using: &random) {
        trace.append(apply(&random, manager, cells, events, &model))
        operationCount += 1
        largest = max(largest, model.undo.count)
        let isEqual =
          cells.values == model.values && manager.undoCount == model.undoCount
          && manager.redoCount == model.redo.count && manager.groupingLevel == model.open.count
          && manager.canUndo == (model.undoCount > 0)
          && manager.redoActionName == (model.redo.last?.name ?? "")
          && (!model.open.isEmpty || manager.undoActionName == (model.undo.last?.name ?? ""))
        guard isEqual else {
          Issue.record(
            """
            sequence \(sequence): \(trace.joined(separator: ", ")): \
            \(cells.values), undo \(manager.undoCount) "\(manager.undoActionName)", \
            redo \(manager.redoCount) "\(manager.redoActionName)", \
            level \(manager.groupingLevel); model \(model)
            """)
          return
        }
      }
    }
    #expect(operationCount > 200_000)
    #expect(largest > 8)
  }

  private func apply(
    _ random: inout SeededGenerator, _ manager: UndoManager, _ cells: Cells,
    _ events: ManualEvents, _ model: inout Model
  ) -> String {
    let index = Int.random(in: 0..<3, using: &random)
    let value = Int.random(in: 1...99, using: &random)
    switch Int.random(in: 0..<32, using: &random) {
    case 0..<7:
      cells.set(index, value)
      model.set(index, value, coalescing: false)
      return "set \(index)"
    case 7..<11:
      // Changes of one cell restore a whole value, and so may be kept or joined.
      let style: UndoCoalescing.Style = index == 0 ? .joining : .keepingOldest
      let key = UndoCoalescing(key: "cell \(index)", within: .seconds(2), style: style)
      cells.set(index, value, coalescing: key)
      model.set(index, value, coalescing: true)
      return "coalesce \(index)"
    case 11..<15:
      events.end()
      if model.open.count == 1 { model.end() }
      return "event ends"
    case 15:
      manager.endEvent()
      model.endEvent()
      return "endEvent"
    case 16..<18:
      manager.beginUndoGrouping()
      model.begin()
      return "begin"
    case 18..<20 where !model.open.isEmpty:
      manager.endUndoGrouping()
      model.end()
      return "end"
    case 20..<23 where model.open.count <= 1:
      manager.undo()
      model.undoTop()
      return "undo"
    case 23 where model.allowsNestedUndo:
      manager.undoNestedGroup()
      model.undoNested()
      return "undo nested"
    case 24..<27 where model.open.count <= 1:
      manager.redo()
      model.redoTop()
      return "redo"
    case 27 where !model.open.isEmpty:
      manager.setActionName("name \(value)")
      model.open[model.open.count - 1].name = "name \(value)"
      return "name \(value)"
    case 28:
      let levels = Int.random(in: 0...5, using: &random)
      manager.levelsOfUndo = levels
      model.levels = levels
      model.trim()
      return "levels \(levels)"
    case 29:
      events.pass(.seconds(1))
      model.instant += 1
      return "a second"
    case 30 where value < 20:
      manager.removeAllActions()
      model.removeAll()
      return "remove all"
    default:
      manager.disableUndoRegistration()
      manager.registerUndo(withTarget: cells) { $0.set(0, -1) }
      manager.setActionName("never")
      manager.enableUndoRegistration()
      return "disabled"
    }
  }
}
