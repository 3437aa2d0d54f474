import Testing

@testable import UTIFileCoordination

/// The order of the operations of a document.
@Suite struct OperationQueueStates {
  private typealias Queue = OperationQueueState<String>

  /// Answers as a state of coordination in which the operation under way waits, or does not.
  private func answer(_ isWaiting: Bool) -> (Queue.Overtaking) -> Bool {
    { $0 == .begin && isWaiting }
  }

  @Test("D12: operations run one at a time in the order of their calls")
  func order() {
    var queue = Queue()
    #expect(queue.begin("first", answer(false)) == .starts)
    #expect(queue.begin("second", answer(false)) == .waits)
    #expect(queue.begin("third", answer(false)) == .waits)
    #expect(queue.end(answer(false))?.operation == "second")
    #expect(queue.end(answer(false))?.operation == "third")
    #expect(queue.end(answer(false)) == nil && queue.isIdle)
  }

  @Test("K2: a save for a reader overtakes an operation that waits in an access, and no other")
  func overtaking() {
    var queue = Queue()
    #expect(queue.begin("revert", answer(false)) == .starts)
    #expect(queue.begin("edit", answer(true)) == .waits)
    #expect(queue.begin("reader 1", isForReader: true, answer(false)) == .waits)
    // The revert begins to wait, and a second reader comes.
    #expect(queue.noteWaiting(answer(true)) == "reader 1")
    #expect(queue.begin("reader 2", isForReader: true, answer(true)) == .waits)
    #expect(queue.noteWaiting(answer(true)) == nil)
    let next = queue.end(answer(true))
    #expect(next?.operation == "reader 2" && next?.overtakes == true)
    #expect(queue.end(answer(true)) == nil)
    // The revert ends, and the rest follows in its order.
    let last = queue.end(answer(true))
    #expect(last?.operation == "edit" && last?.overtakes == false)
    #expect(queue.end(answer(true)) == nil && queue.isIdle)
  }

  @Test("K2: an overtaking save begins before the previous one ends")
  func continuity() {
    var queue = Queue()
    _ = queue.begin("revert", answer(false))
    _ = queue.begin("reader 1", isForReader: true, answer(true))
    _ = queue.begin("reader 2", isForReader: true, answer(true))
    var changes: [Queue.Overtaking] = []
    _ = queue.end {
      changes.append($0)
      return true
    }
    #expect(changes == [.begin, .end])
  }

  @Test("H7: an exclusive operation waits for the end of all closings")
  func closings() {
    var queue = Queue()
    _ = queue.begin("close", answer(false))
    queue.beginClosing()
    #expect(queue.begin("open", waitsForClosing: true, answer(false)) == .waits)
    #expect(queue.end(answer(false)) == nil)
    #expect(queue.begin("save", answer(false)) == .starts)
    #expect(queue.end(answer(false)) == nil)
    #expect(queue.endClosing() == "open")
    #expect(queue.end(answer(false)) == nil && queue.isIdle)
    // An operation that runs at the end of the closing still comes first.
    queue.beginClosing()
    #expect(queue.begin("open again", waitsForClosing: true, answer(false)) == .waits)
    #expect(queue.begin("save again", answer(false)) == .starts)
    #expect(queue.endClosing() == nil)
    #expect(queue.end(answer(false))?.operation == "open again")
    #expect(queue.end(answer(false)) == nil && queue.isIdle)
  }

  @Test("H7: the operations that wait for closings keep their order, whatever else happens")
  func abandoned() {
    for isAbandoned in [false, true] {
      var queue = Queue()
      #expect(queue.isIdle && queue.hasNoWaiting)
      _ = queue.begin("first", answer(false))
      #expect(!queue.isIdle && queue.hasNoWaiting)
      queue.beginClosing()
      queue.beginClosing()
      for name in ["open", "revert"] {
        #expect(queue.begin(name, waitsForClosing: true, answer(false)) == .waits)
      }
      #expect(!queue.hasNoWaiting && queue.end(answer(false)) == nil && !queue.isIdle)
      #expect(queue.begin("second", answer(false)) == .starts)
      if isAbandoned {
        queue.abandonClosings()
        #expect(queue.begin("third", waitsForClosing: true, answer(false)) == .waits)
      } else {
        #expect(queue.endClosing() == nil && queue.endClosing() == nil)
      }
      var order: [String] = []
      while let next = queue.end(answer(false)) { order.append(next.operation) }
      #expect(order == ["open", "revert"] + (isAbandoned ? ["third"] : []))
      #expect(queue.isIdle)
      // An end that was not begun changes nothing.
      #expect(queue.endClosing() == nil)
      #expect(queue.begin("last", waitsForClosing: true, answer(false)) == .starts)
    }
  }
}
