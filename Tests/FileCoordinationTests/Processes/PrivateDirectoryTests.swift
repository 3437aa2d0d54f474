import CTestDirectories
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UTIPlatform

@testable import UTIFileCoordination

@Suite struct PrivateDirectories {
  private let directory: ScratchDirectory
  private var path: FilePath { directory.path }

  init() throws { directory = try ScratchDirectory() }

  private func made(_ name: String, _ mode: mode_t) -> FilePath {
    let place = path.appending(name)
    mkdir(place.string, 0o700)
    chmod(place.string, mode)
    return place
  }

  private func candidate(in base: FilePath) -> PrivateDirectory.Candidate {
    PrivateDirectory.Candidate(base: base, path: base.appending("uniform-types"))
  }

  @Test("The first directory that only the user may enter is used")
  func choice() throws {
    let open = made("open", 0o755)
    let good = made("good", 0o700)
    let link = path.appending("link")
    symlink(good.string, link.string)
    let taken = made("taken", 0o700)
    try Data().write(to: URL(filePath: taken.appending("uniform-types").string))
    let linked = made("linked", 0o700)
    symlink(good.string, linked.appending("uniform-types").string)
    let opened = made("opened", 0o700)
    mkdir(opened.appending("uniform-types").string, 0o700)
    chmod(opened.appending("uniform-types").string, 0o750)
    let filled = made("filled", 0o700)
    mkdir(filled.appending("uniform-types").string, 0o700)
    let peers = filled.appending("uniform-types/peers").string
    try Data().write(to: URL(filePath: peers))
    chmod(peers, 0o700)
    let bad = [path.appending("none"), open, link, taken, linked, opened, filled].map(candidate)
    let place = PrivateDirectory(bad + [candidate(in: good)]) { _ in Issue.record("reported") }
    #expect(place.path == good.appending("uniform-types"))
    #expect(FileManager.default.fileExists(atPath: good.appending("uniform-types/peers").string))
    let file = try #require(place.openLocks())
    #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
    close(file)

    let reports = Mutex<[DocumentError]>([])
    let nowhere = PrivateDirectory(bad) { error in reports.withLock { $0.append(error) } }
    #expect(nowhere.path == nil && nowhere.openLocks() == nil && nowhere.path == nil)
    #expect(reports.withLock { $0.map(\.code) } == [.coordinationUnavailable])
  }

  @Test("A removed directory is created again, as for a session")
  func session() throws {
    let base = made("session", 0o700)
    let place = PrivateDirectory([candidate(in: base)]) { _ in Issue.record("reported") }
    for _ in 0..<2 {
      let file = try #require(place.openLocks())
      close(file)
      try FileManager.default.removeItem(atPath: base.appending("uniform-types").string)
    }
  }

  @Test("Processes of tests use a directory of their own")
  func directoryOfTests() throws {
    let own = String(cString: uti_test_runtime_directory)
    #expect(!own.isEmpty && UserDirectory.runtime?.string == own)
    #expect(PrivateDirectory.shared.path?.starts(with: FilePath(own)) == true)
    #expect(try TestProgram.run(["printenv", "XDG_RUNTIME_DIR"]).output == own)
  }

  /// A user without an account, whose directory in /tmp belongs to the test.
  private static let user = "\(uid_t.random(in: 300_000...900_000))"

  @Test(
    "Without such a directory processes do not coordinate, and each reports it once",
    .requires(.nobody))
  func isolation() throws {
    let squatted = "/tmp/uniform-types-\(Self.user)"
    mkdir(squatted, 0o755)
    defer { rmdir(squatted) }
    let program = TestProgram.path("CoordinationProbe")
    let result = try TestProgram.run([
      "setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", "env",
      "HOME=/nonexistent", "XDG_RUNTIME_DIR=\(made("foreign", 0o755))", program, "twice",
      "/nowhere/item",
    ])
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("report coordination-unavailable") == true)
    #expect(lines.dropFirst() == ["read", "wrote"])
  }
}
