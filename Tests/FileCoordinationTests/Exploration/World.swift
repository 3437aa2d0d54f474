import SystemPackage
import TestSupport

@testable import UTIFileCoordination

/// Processes with accesses and documents that share files and locks: a value, every copy of which can go
/// on in another order.
///
/// The library has the states of coordination and the queues of operations. The world around them
/// is simulated: threads, the locks of the kernel, messages between processes, and files that are
/// numbers which grow with each edit.
struct World: ExploredWorld {
  typealias Number = CoordinationState.Number

  /// A lock of the kernel on a byte.
  struct Lock: Hashable {
    let offset: Int64
    let owner: Int
    let isExclusive: Bool
  }

  var processes: [CoordinationState]
  var accesses: [Access] = []
  var documents: [Document] = []
  /// The version of the contents at each place; nil if there is no file.
  var files: [Int?]
  var locks: Set<Lock> = []
  /// Presenters that were asked by accesses of other processes.
  var guests: [GuestConversation] = []
  /// The rule that was broken; nil if none was.
  var violation: String?

  init(processes count: Int, files: [Int?]) {
    processes = Array(repeating: CoordinationState(), count: count)
    self.files = files
  }

  /// The places, which are short because they are compared often.
  static let places: [FilePath] = ["/a", "/b", "/c", "/d"]

  // MARK: - Locks of the kernel

  /// Locks a byte for an access unless another one excludes it.
  mutating func lock(_ byte: LockByte, _ owner: Int) -> Bool {
    let isTaken = locks.contains {
      $0.offset == byte.offset && $0.owner != owner && (byte.isExclusive || $0.isExclusive)
    }
    guard !isTaken else { return false }
    locks.insert(Lock(offset: byte.offset, owner: owner, isExclusive: byte.isExclusive))
    return true
  }

  mutating func unlock(_ bytes: [LockByte], _ owner: Int) {
    for byte in bytes {
      locks.remove(Lock(offset: byte.offset, owner: owner, isExclusive: byte.isExclusive))
    }
  }

  // MARK: - Rules

  mutating func fail(_ rule: String) { if violation == nil { violation = rule } }

  /// Returns the version that a reader of a place must see now: the newest version of the file and
  /// of the documents that present it and have unsaved changes, except the reader's own.
  func latest(at place: Int, except own: Int? = nil) -> Int {
    documents.indices.filter { $0 != own && presented($0) == place }
      .filter { documents[$0].isEdited }
      .reduce(files[place] ?? 0) { max($0, documents[$1].version) }
  }

  /// Lowers what waiting readers must see, after a document has discarded its changes.
  mutating func noteDiscarded() {
    for index in accesses.indices where accesses[index].stage != .over {
      guard let place = accesses[index].readPlace else { continue }
      accesses[index].required = min(
        accesses[index].required, latest(at: place, except: accesses[index].document))
    }
  }

  /// Checks that nothing is left once all actors have come to their end.
  mutating func checkEnd() {
    if accesses.contains(where: { $0.stage != .over }) { return fail("deadlock") }
    if !guests.allSatisfy(\.isOver) { return fail("a guest was not dismissed") }
    if !documents.allSatisfy({ $0.queue.isIdle && $0.messages.isEmpty }) {
      return fail("an operation of a document never ran")
    }
    if documents.contains(where: { !$0.isEdited && files[$0.place] != $0.version && !$0.isBehind })
    {
      return fail("a saved document is at a file with other contents")
    }
    if !processes.allSatisfy(\.isIdle) { return fail("a claim was lost") }
    if !locks.isEmpty { return fail("a lock was lost") }
  }

  // MARK: - Steps

  /// One thing that may happen next.
  enum Step: Hashable {
    case access(Int)
    /// Another way for a thread that waits for a lock: it gives up, because the wait is pointless.
    case abandon(Int)
    case cancel(Int)
    /// The operation queue of a presenter delivers a message.
    case deliver(document: Int)
    /// An operation of a document goes on.
    case operation(document: Int, Operation)
    case guest(Int)
    case start(document: Int, Operation)
  }

  /// All steps that are possible now, each with the world after it.
  func successors() -> [(Step, World)] {
    var found: [(Step, World)] = []
    func attempt(_ step: Step, _ body: (inout World) -> Bool) {
      var next = self
      if body(&next) { found.append((step, next)) }
    }
    for index in accesses.indices where accesses[index].stage != .over {
      attempt(.access(index)) { $0.advance(access: index) }
      if case .waitingForLock = accesses[index].stage {
        attempt(.abandon(index)) { $0.abandon(access: index) }
      }
      if accesses[index].canBeCancelled {
        attempt(.cancel(index)) { $0.cancel(access: index) }
      }
    }
    for index in documents.indices {
      if !documents[index].messages.isEmpty {
        attempt(.deliver(document: index)) { $0.deliver(to: index) }
      }
      if let operation = documents[index].calls.first {
        attempt(.start(document: index, operation)) { $0.call(document: index) }
      }
      for operation in documents[index].running {
        attempt(.operation(document: index, operation)) {
          $0.perform(operation, of: index)
        }
      }
    }
    for index in guests.indices where !guests[index].isOver {
      attempt(.guest(index)) { $0.advance(guest: index) }
    }
    return found
  }
}
