import Foundation
import TestSupport
import Testing

/// The layout that CONTRIBUTING.md describes: data flows one way between targets and between the
/// folders of a target.
@Suite("The structure of the package")
struct PackageStructureTests {
  @Test("Cycles are found, and paths that meet again are none")
  func knots() {
    #expect(Knots.find(["a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []]) == [])
    #expect(
      Knots.find(["a": ["b"], "b": ["c"], "c": ["b", "d"], "d": ["e"], "e": ["d"], "f": ["f"]])
        == [["b", "c"], ["d", "e"]])
  }

  @Test("Words of comments and literals do not count as uses of types")
  func code() {
    let file = SourceTree.File(
      """
      internal import Alpha  // Beta
      @_exported public import struct Alpha.Iota
      /// ``Gamma``
      public struct Delta: Epsilon { let text = "Zeta \\" Eta", other = \"\"\"
        Theta
        \"\"\" }
      """, folder: "")
    #expect(file.imports == ["Alpha"])
    #expect(file.declared == ["Delta"])
    #expect(file.mentioned == ["Alpha", "Delta", "Epsilon", "Iota"])
  }

  @Test("No target imports a target that imports it, directly or indirectly")
  func targets() throws {
    let tree = try SourceTree()
    try #require(tree.targets.count > 10)
    let edges = tree.targets.mapValues { files in
      files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }.intersection(tree.targets.keys)
    }
    #expect(Knots.find(edges) == [])
  }

  @Test("The name of a target is this package's or Apple's, so that programs can have all others")
  func names() throws {
    let apple = ["CoreServices", "CoreTransferable", "MobileCoreServices"]
    for name in try SourceTree().targets.keys where !apple.contains(name) {
      #expect(["CUTI", "CUniform", "UTI", "Uniform"].contains(where: name.hasPrefix), "\(name)")
    }
  }

  @Test("A target imports nothing that Package.swift lists below it")
  func order() throws {
    let tree = try SourceTree()
    let manifest = try String(
      contentsOfFile: RepositoryFiles.path("Package.swift"), encoding: .utf8)
    let positions = tree.targets.keys.compactMap { name in
      manifest.range(of: "arget(\n      name: \"\(name)\"").map { (name, $0.lowerBound) }
        ?? manifest.range(of: "arget(name: \"\(name)\"").map { (name, $0.lowerBound) }
    }
    try #require(positions.count == tree.targets.count)
    let place = Dictionary(uniqueKeysWithValues: positions)
    for (name, files) in tree.targets {
      for imported in files.reduce(into: Set<String>(), { $0.formUnion($1.imports) }) {
        guard let own = place[name], let other = place[imported] else { continue }
        #expect(other < own, "\(name) imports \(imported)")
      }
    }
  }

  @Test(
    "The tests of a part compile little besides the part",
    arguments: [
      ("UTIChangeTracking", 6_000), ("UTIFileWatching", 5_000), ("UTICommandOutput", 15_000),
      ("UTIFileCoordination", 25_000),
    ])
  func compiledLines(target: String, limit: Int) throws {
    let tree = try SourceTree()
    var below: Set<String> = []
    var waiting = [target]
    while let next = waiting.popLast() {
      guard below.insert(next).inserted else { continue }
      let files = try #require(tree.targets[next])
      let imports = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
      waiting += imports.intersection(tree.targets.keys).subtracting(below)
    }
    let lines = below.reduce(0) { $0 + (tree.targets[$1] ?? []).reduce(0) { $0 + $1.lineCount } }
    #expect(lines <= limit, "\(target) compiles \(below.sorted())")
    #expect(lines > 1_000)
  }

  @Test("The folders of a target form no cycle, at any depth")
  func folders() throws {
    for (name, files) in try SourceTree().targets {
      #expect(Self.circles(files) == [], "\(name): folders that use each other in a circle")
    }
  }

  @Test("A folder and the folder around it are two folders")
  func nestedFolders() {
    let files = [
      SourceTree.File("struct Alpha { let beta: Beta }", folder: "Outer"),
      SourceTree.File("struct Beta { let alpha: Alpha? }", folder: "Outer/Inner"),
      SourceTree.File("struct Gamma { let alpha: Alpha }", folder: "Outer/Other"),
    ]
    #expect(Self.circles(files) == [["Outer", "Outer/Inner"]])
  }

  /// The groups of folders that use each other's types in a circle.
  private static func circles(_ files: [SourceTree.File]) -> [[String]] {
    var homes: [String: Set<String>] = [:]
    for file in files {
      for type in file.declared { homes[type, default: []].insert(file.folder) }
    }
    var edges: [String: Set<String>] = [:]
    for file in files {
      let used = file.mentioned.compactMap { type in
        homes[type].flatMap { $0.count == 1 ? $0.first : nil }
      }
      edges[file.folder, default: []].formUnion(Set(used).subtracting([file.folder]))
    }
    return Knots.find(edges)
  }

  @Test("A client of the counterpart of UIDocument does not compile NSDocument")
  func documentCore() throws {
    let tree = try SourceTree()
    var below: Set<String> = []
    var waiting = ["UniformDocumentCore"]
    while let next = waiting.popLast() {
      guard below.insert(next).inserted else { continue }
      let imports = try #require(tree.targets[next]).flatMap(\.imports)
      waiting += Set(imports).intersection(tree.targets.keys).subtracting(below)
    }
    #expect(!below.contains("UniformDocuments"))
    let declared = below.flatMap { tree.targets[$0] ?? [] }.flatMap(\.declared)
    #expect(declared.contains("UIDocument") && declared.contains("MainDocument"))
    #expect(
      Set(declared).isDisjoint(with: [
        "NSDocument", "FileDocument", "DocumentController", "DocumentSession",
      ]))
  }

  @Test("No lock stores a function directly, because each access would add a thunk to it")
  func lockedFunctions() throws {
    let tree = try SourceTree()
    #expect(tree.targets.values.joined().flatMap(\.lockedFunctions) == [])
    let file = SourceTree.File(
      """
      let a = Mutex<(@Sendable (Int) -> Void)?>(nil), b = Mutex<[Int: () -> Void]>([:])
      let c = Mutex<@Sendable () -> Void> {}, d = Mutex<Result<Int, any Error>?>(nil)
      """, folder: "")
    #expect(file.lockedFunctions == ["Mutex<(@Sendable (Int) ->", "Mutex<@Sendable () ->"])
  }

  @Test("Only one file imports the C library")
  func cLibrary() throws {
    let importing = try SourceTree().targets.flatMap { name, files in
      files.filter { !$0.mentioned.isDisjoint(with: ["Glibc", "Musl", "Android", "Darwin"]) }
        .map { _ in name }
    }
    #expect(importing == ["UTIPlatform"])
  }

  @Test("O1: only the function for other isolations and the typed messages post through Foundation")
  func notifications() throws {
    // A post on the main queue would wait for its observers on that queue.
    let posting = try SourceTree().targets.flatMap { name, files in
      files.filter(\.posts).map { "\(name)/\($0.folder)" }
    }
    #expect(posting == ["UniformDocumentCore/Document"])
  }
}
