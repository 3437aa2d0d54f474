import Foundation
import TestSupport
import Testing

@testable import UniformDocumentCore

/// The machine of documents in every order of two operations, edits, failures, late answers and changes by
/// other programs.
///
/// `UTI_STATES` is the number of states that each search may visit.
@Suite struct DocumentMachineTests {
  private static let limit =
    ProcessInfo.processInfo.environment["UTI_STATES"].flatMap { Int($0) } ?? 250_000

  private static func name(_ operations: [DocumentMachine.Operation]) -> String {
    operations.map { "\($0)" }.joined(separator: ", ")
  }

  private func explore(_ name: String, _ world: MachineWorld) async {
    let fault = await Explorer.fault(of: world, name, limit: Self.limit)
    #expect(fault == nil)
  }

  static let operations: [DocumentMachine.Operation] = [
    .open, .revert(takesOver: false), .revert(takesOver: true), .save(isOptional: false),
    .save(isOptional: true), .close(discards: false), .close(discards: true), .other,
  ]

  static let pairs: [[DocumentMachine.Operation]] = operations.indices.flatMap { first in
    operations[first...].map { [operations[first], $0] }
  }

  @Test("F1, H1, H4, H7, J2: two operations in every order", arguments: pairs)
  func pair(_ operations: [DocumentMachine.Operation]) async {
    await explore(Self.name(operations), MachineWorld(operations))
  }

  @Test("H1, J10: two operations, while another program deletes the item", arguments: pairs)
  func deletion(_ operations: [DocumentMachine.Operation]) async {
    let world = MachineWorld(operations, edits: 1, writes: 0, deletions: 1)
    await explore("\(Self.name(operations)) with a deletion", world)
  }

  @Test("H1, H4: an opening and another operation of a closed document", arguments: operations)
  func closed(_ operation: DocumentMachine.Operation) async {
    let world = MachineWorld([.open, operation], isOpen: false)
    await explore("open and \(operation)", world)
  }
}
