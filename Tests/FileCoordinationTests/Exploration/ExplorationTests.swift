import Foundation
import TestSupport
import Testing

/// Every order of the steps of accesses, documents and processes: no deadlock, no stale read, no claim,
/// lock or operation that is left over.
///
/// `UTI_STATES` is the number of states that each search may visit. A search that comes to this limit has
/// still followed a million schedules or more to their ends.
@Suite struct Exploration {
  private static let limit =
    ProcessInfo.processInfo.environment["UTI_STATES"].flatMap { Int($0) } ?? 250_000

  private func explore(
    _ name: String, _ world: World, location: SourceLocation = #_sourceLocation
  ) async {
    let fault = await Explorer.fault(of: world, name, limit: Self.limit)
    #expect(fault == nil, "\(name)", sourceLocation: location)
  }

  @Test("K1, K2: readers of the item of an edited document", arguments: 1...3)
  func readers(count: Int) async {
    var world = World(processes: 1, files: [0])
    world.addDocument(at: 0, version: 1)
    for _ in 0..<count { world.add(.read, at: 0) }
    await explore("\(count) readers, 1 document", world)
  }

  @Test("K1, K2: readers of several processes", arguments: [[1, 2], [0, 1]])
  func readersElsewhere(processes: [Int]) async {
    var world = World(processes: 3, files: [0])
    world.addDocument(at: 0, version: 1)
    for process in processes { world.add(process: process, .read, at: 0) }
    await explore("2 readers in processes \(processes), 1 document in process 0", world)
  }

  @Test("K1 to K3: three accesses and two documents, in one process and in two", arguments: [0, 1])
  func twoDocuments(other: Int) async {
    var world = World(processes: 2, files: [0, 0])
    world.addDocument(at: 0, version: 1)
    world.addDocument(process: other, at: 1, version: 1)
    world.add(.read, at: 0)
    world.add(.read, at: 1)
    world.add(.write(nil), at: 0)
    await explore("3 accesses, 2 documents in \(other + 1) processes", world)
  }

  @Test("I1, K2: reverts of two documents to each other's items", arguments: [0, 1])
  func reverts(other: Int) async {
    var world = World(processes: 2, files: [0, 0])
    world.addDocument(at: 0, version: 1, calls: [.revert(to: 1)])
    world.addDocument(process: other, at: 1, version: 1, calls: [.revert(to: 0)])
    await explore("2 reverts of each other in \(other + 1) processes", world)
  }

  @Test("I1, K2: reverts of two documents to each other's items, and a reader")
  func revertsAndReader() async {
    var world = World(processes: 1, files: [0, 0])
    world.addDocument(at: 0, version: 1, calls: [.revert(to: 1)])
    world.addDocument(at: 1, version: 1, calls: [.revert(to: 0)])
    world.add(.read, at: 0)
    await explore("2 reverts of each other, 1 reader", world)
  }

  @Test("I1, K8: reverts of two documents of one item")
  func revertsOfOneItem() async {
    var world = World(processes: 1, files: [0])
    world.addDocument(at: 0, version: 1, calls: [.revert(to: 0)])
    world.addDocument(at: 0, version: 0, calls: [.revert(to: 0)])
    await explore("2 reverts of one item", world)
  }

  @Test("N3, K2: a move, a reader and a save of a document", arguments: [0, 1])
  func moves(mover: Int) async {
    var world = World(processes: 2, files: [0, nil])
    world.addDocument(at: 0, version: 1, calls: [.save])
    world.add(process: mover, .move(to: 1), at: 0)
    world.add(.read, at: 0)
    await explore("move by process \(mover), 1 reader, 1 save", world)
  }

  @Test("K5: cancellation of a reader at each step")
  func cancelledReader() async {
    var world = World(processes: 1, files: [0])
    world.addDocument(at: 0, version: 1)
    world.add(.read, at: 0, canBeCancelled: true)
    world.add(.read, at: 0)
    await explore("2 readers, 1 document, cancellation", world)
  }

  @Test("K5: cancellation of a reader of another process at each step")
  func cancelledReaderElsewhere() async {
    var world = World(processes: 2, files: [0])
    world.addDocument(at: 0, version: 1)
    world.add(process: 1, .read, at: 0, canBeCancelled: true)
    world.add(.read, at: 0)
    await explore("2 readers in 2 processes, 1 document, cancellation", world)
  }

  @Test("K5: cancellation of a move at each step")
  func cancelledMove() async {
    var world = World(processes: 1, files: [0, nil])
    world.addDocument(at: 0, version: 1, calls: [.save])
    world.add(.move(to: 1), at: 0, canBeCancelled: true)
    world.add(.read, at: 0)
    await explore("move, 1 reader, 1 save, cancellation", world)
  }

  @Test("K5: cancellation of a revert at each step")
  func cancelledRevert() async {
    var world = World(processes: 1, files: [0, 0])
    world.addDocument(at: 0, version: 1, calls: [.revert(to: 1)], revertsCanBeCancelled: true)
    world.addDocument(at: 1, version: 1, calls: [.revert(to: 0)])
    await explore("2 reverts of each other, cancellation", world)
  }
}
