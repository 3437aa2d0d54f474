import Foundation
import TestSupport

/// The Swift files of the package's own targets, with what each declares and mentions.
struct SourceTree {
  struct File {
    /// The path of the folder from the target; empty for a file that lies in none.
    let folder: String
    let lineCount: Int
    let imports: Set<String>
    /// The types that the file declares at its top level.
    let declared: Set<String>
    /// All words that begin with a capital letter, outside comments and string literals.
    let mentioned: Set<String>
    /// The declarations of locks that store a function, or an optional function.
    let lockedFunctions: Set<String>
    /// True if the file posts notifications through Foundation.
    let posts: Bool
  }

  /// The files of each target below Sources, by the name of the target.
  let targets: [String: [File]]

  init() throws {
    let root = RepositoryFiles.path("Sources")
    var targets: [String: [File]] = [:]
    let paths = FileManager.default.enumerator(atPath: root)
    while let path = paths?.nextObject() as? String {
      guard path.hasSuffix(".swift") else { continue }
      let parts = path.split(separator: "/").map(String.init)
      let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      targets[parts[0], default: []].append(
        File(text, folder: parts[1...].dropLast().joined(separator: "/")))
    }
    self.targets = targets
  }
}

extension SourceTree.File {
  init(_ text: String, folder: String) {
    self.folder = folder
    lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let code = Self.code(of: text)
    imports = Self.matches(
      #"(?m)^\s*(?:[@\w]+ )*import (?:(?:struct|enum|class|func) )?(\w+)"#, code)
    declared = Self.matches(
      #"(?m)^(?:(?!import )[@\w()]+ )*(?:struct|enum|class|actor|protocol|typealias) (\w+)"#, code)
    mentioned = Self.matches(#"\b([A-Z]\w*)\b"#, code)
    posts = !Self.matches(#"\b(NotificationCenter\.default\.post)\("#, code).isEmpty
    lockedFunctions = Self.matches(#"\b(Mutex<[^<>\[\n]*->)"#, code)
  }

  /// The text without comments and without the contents of string literals.
  private static func code(of text: String) -> String {
    [(#"(?s)""".*?""""#, ""), (#"//[^\n]*"#, ""), (#""(\\.|[^"\\\n])*""#, "")]
      .reduce(text) { text, rule in
        text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
      }
  }

  private static func matches(_ pattern: String, _ text: String) -> Set<String> {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let whole = NSRange(text.startIndex..., in: text)
    return Set(
      expression.matches(in: text, range: whole).compactMap { match in
        Range(match.range(at: 1), in: text).map { String(text[$0]) }
      })
  }
}

/// The groups of nodes of a graph from each of which all others of the group can be reached.
enum Knots {
  /// - Parameter edges: the nodes that each node leads to.
  /// - Returns: groups of two or more nodes, each sorted.
  static func find(_ edges: [String: Set<String>]) -> [[String]] {
    func reached(from start: String) -> Set<String> {
      var seen: Set<String> = []
      var pending = [start]
      while let node = pending.popLast() {
        for next in edges[node] ?? [] where seen.insert(next).inserted { pending.append(next) }
      }
      return seen
    }
    let reachable = Dictionary(uniqueKeysWithValues: edges.keys.map { ($0, reached(from: $0)) })
    var result: [[String]] = []
    for node in edges.keys.sorted() where !result.contains(where: { $0.contains(node) }) {
      let group = edges.keys.filter { other in
        reachable[node]?.contains(other) == true && reachable[other]?.contains(node) == true
      }
      if group.count > 1 { result.append(group.sorted()) }
    }
    return result
  }
}
