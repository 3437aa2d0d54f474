import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

/// Comparisons of recovery that decide which item it may change.
@Suite struct RecoveryGuards {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory(["x/": "", "y/a.txt": "other", "state/": ""])
  }

  /// Makes the saving directory of a save that a crash has ended after the old item was moved aside.
  private func leave(_ name: String, in parent: String, of place: String? = nil) throws {
    let folder = "\(parent)/\(SavingDirectory.prefix)left-01z141z3"
    try FileManager.default.createDirectory(
      at: directory.url(folder), withIntermediateDirectories: false)
    try directory.put("new", at: "\(folder)/\(name)")
    try directory.put("old", at: "\(folder)/\(ReservedName.backup.rawValue)")
    guard let place else { return }
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("\(folder)/\(ReservedName.target.rawValue)").string,
      withDestinationPath: directory.file(place).string)
  }

  private func recover(
    _ name: String, store: any FileStore = SystemFileStore()
  ) throws(SafeWritingError) -> RecoveryReport {
    var options = SafeWriter.Options()
    // Files have no leftovers.
    options.recoveryDirectories = [directory.file("y/a.txt"), directory.file("state")]
    return try SafeWriter(store: store, options: options).recover(at: directory.file(name))
  }

  @Test func `Leftovers of another item are not taken for an item of the same name`() throws {
    try leave("a.txt", in: "state", of: "x/a.txt")
    #expect(try recover("y/a.txt") == RecoveryReport())
    #expect(directory.text("y/a.txt") == "other")
    // Nor by an item next to them.
    #expect(try recover("state/a.txt") == RecoveryReport())
    let report = try recover("x/a.txt")
    #expect(report.restored == [directory.file("x/a.txt")])
    #expect(directory.text("x/a.txt") == "old")
  }

  @Test func `An item that equals the old one is not restored`() throws {
    try leave("a.txt", in: "x")
    try directory.put("old", at: "x/a.txt")
    let report = try recover("x/a.txt")
    #expect(report.restored.isEmpty && report.removed.count == 1)
    #expect(directory.text("x/a.txt") == "old")
  }

  /// A store that cannot put the old item back.
  private var failing: InterposedFileStore {
    .failing { call, _ in
      if case .rename(_, let new, .exclusively) = call, new.path.lastComponent == "a.txt" {
        .ioError
      } else {
        nil
      }
    }
  }

  @Test func `An item that cannot be recovered is an error only for its reader`() throws {
    try leave("a.txt", in: "x")
    try directory.put("b", at: "x/b.txt")
    let error = #expect(throws: SafeWritingError.self) {
      try recover("x/a.txt", store: failing)
    }
    #expect(error?.errno == .ioError)
    let report = try recover("x/b.txt", store: failing)
    #expect(report.unresolved.count == 1 && report.restored.isEmpty)
    #expect(try recover("x/a.txt").restored == [directory.file("x/a.txt")])
  }
}
