import Foundation
import SystemPackage
import TestSupport
import Testing
import UniformDocuments

/// Processes that save one document at once, by every kind of path that leads to it.
///
/// Each runs for a moment; `make soak` runs them for longer.
@Suite(.serialized) struct CompetingSavers {
  enum Place: String, CaseIterable, Sendable {
    case plainPath = "plain path"
    case hardLinks = "hard links"
    case symbolicLinks = "symbolic links"
    case bindMounts = "bind mounts"
    case mountedFile = "a file that is a mount"
    case renamedParents = "renamed parents"
    case overlay
    case hardLinksInOverlay = "hard links in an overlay"
    case userSpace = "a file system in user space"
    case hardLinksInUserSpace = "hard links in a file system in user space"
    case closedFolder = "a folder that may not be written"

    /// The requirements of the place.
    var requirements: [Requirement] {
      switch self {
      case .plainPath, .hardLinks, .symbolicLinks, .renamedParents: []
      case .bindMounts, .mountedFile: [.mounting]
      case .overlay, .hardLinksInOverlay: [.mounting, .overlays]
      case .userSpace, .hardLinksInUserSpace: [.mounting, .programs("bindfs"), .userSpaceFiles]
      case .closedFolder: [.nobody]
      }
    }
  }

  private static let seconds =
    ProcessInfo.processInfo.environment["UTI_SOAK_SECONDS"].flatMap(Double.init) ?? 1

  @Test(arguments: Place.allCases, [true, false])
  func `L11, K10: No acknowledged save is lost, whichever processes save and are killed`(
    _ place: Place, isKilling: Bool
  ) async throws {
    let purpose = "competing saves: \(place.rawValue)"
    guard place.requirements.allSatisfy({ $0.isMet(for: purpose) }) else { return }
    let scratch = try ScratchDirectory(
      ["p/d/a.txt": "", "e/": "", "state/": ""], in: FileManager.default.temporaryDirectory.path)
    let site = try Site(place, in: scratch.path.string)
    defer { site.leave() }
    let result = try await TestProgram.running(
      site.user + [
        TestProgram.documentProbe, "compete", "\(Self.seconds)", isKilling ? "kill" : "-",
        site.renamed ?? "-",
      ] + site.paths)
    print("competing: \(place.rawValue)\(isKilling ? ", killed" : ""): \(result.output)")
    #expect(result.status == 0, "\(result.output)")
  }

  /// The file system of a place.
  private struct Site {
    var paths: [String]
    var renamed: String?
    /// The program that the savers run under.
    var user: [String]
    private var mounts: [String] = []

    init(_ place: Place, in root: String) throws {
      let file = "\(root)/p/d/a.txt"
      let other = "\(root)/e/b.txt"
      paths = [file]
      user = ["env", "XDG_STATE_HOME=\(root)/state"]
      func link(_ source: String, _ name: String) throws {
        try FileManager.default.linkItem(atPath: source, toPath: name)
      }
      switch place {
      case .plainPath: break
      case .hardLinks:
        try link(file, other)
        paths.append(other)
      case .symbolicLinks:
        try FileManager.default.createSymbolicLink(
          atPath: other, withDestinationPath: "../p/d/a.txt")
        paths.append(other)
      case .bindMounts:
        try mount(["--bind", "\(root)/p/d", "\(root)/e"], at: "\(root)/e")
        paths.append("\(root)/e/a.txt")
      case .mountedFile:
        try Data().write(to: URL(filePath: other))
        try mount(["--bind", file, other], at: other)
        paths = [other]
      case .renamedParents: renamed = "\(root)/p"
      case .overlay, .hardLinksInOverlay:
        for name in ["upper", "work"] {
          try FileManager.default.createDirectory(
            atPath: "\(root)/\(name)", withIntermediateDirectories: false)
        }
        let layers = "lowerdir=\(root)/p/d,upperdir=\(root)/upper,workdir=\(root)/work"
        try mount(["-t", "overlay", "-o", layers, "overlay", "\(root)/e"], at: "\(root)/e")
        paths = ["\(root)/e/a.txt"]
        guard place == .hardLinksInOverlay else { break }
        try link("\(root)/e/a.txt", other)
        paths.append(other)
      case .userSpace, .hardLinksInUserSpace:
        // The server process continues to run, and must not hold open a descriptor that reports the
        // end of a process.
        try #require(
          TestProgram.succeeds([
            "bash", "-c",
            """
            (for file in /proc/self/fd/*; do
              number=${file##*/}
              if ((number > 2)); then eval "exec $number>&-"; fi
            done
            exec bindfs "$0" "$1" >/dev/null 2>&1)
            """, "\(root)/p/d", "\(root)/e",
          ]))
        mounts = ["\(root)/e"]
        paths = ["\(root)/e/a.txt"]
        guard place == .hardLinksInUserSpace else { break }
        try link("\(root)/e/a.txt", other)
        paths.append(other)
      case .closedFolder:
        for (path, mode) in [(root, 0o755), ("\(root)/p/d", 0o755), (file, 0o666)]
          as [(String, UInt32)]
        {
          #expect(chmod(path, mode) == 0)
        }
        #expect(chown("\(root)/state", 65534, 65534) == 0)
        user = [
          "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env",
          "HOME=\(root)/state", "XDG_STATE_HOME=\(root)/state", "XDG_CACHE_HOME=\(root)/state",
          "TMPDIR=\(root)/state",
        ]
      }
    }

    private mutating func mount(_ arguments: [String], at path: String) throws {
      try #require(TestProgram.succeeds(["mount"] + arguments))
      mounts.append(path)
    }

    func leave() {
      for path in mounts { TestProgram.succeeds(["umount", "-l", path]) }
    }
  }
}
