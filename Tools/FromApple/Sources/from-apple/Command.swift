import FromAppleRewriting

/// A file that cannot be read or written.
struct FileProblem: Error {
  var path: String
  var text: String
  var remedy: String
}

/// One run over files.
struct Command {
  var writes: Bool
  private var changes = 0
  private var changedFiles = 0
  private var problems = 0
  private var products: Set<String> = []

  private let output: (String) -> Void

  init(writes: Bool, output: @escaping (String) -> Void) {
    (self.writes, self.output) = (writes, output)
  }

  /// Rewrites the files, and returns the status.
  mutating func run(_ paths: [String]) throws(FileProblem) -> Int32 {
    var files: [(path: String, text: String, file: SourceFile)] = []
    for path in try SwiftFiles.paths(in: paths) {
      let text = try SwiftFiles.read(path)
      files.append((path, text, SourceFile(text)))
    }
    let index = DeclarationIndex(files.map(\.file))
    for (path, text, file) in files {
      let result = rewrite(file, index: index)
      for change in result.changes { output("\(path):\(change.line): \(change.text)") }
      for problem in result.problems {
        let place = "\(path):\(problem.line):\(problem.column)"
        output("\(place): not changed: \(problem.text); \(problem.remedy)")
      }
      changes += result.changes.count
      problems += result.problems.count
      products.formUnion(result.products)
      guard result.text != text else { continue }
      changedFiles += 1
      if writes { try SwiftFiles.write(result.text, to: path) }
    }
    summarize(files: files.count)
    return problems == 0 ? 0 : 1
  }

  private func summarize(files: Int) {
    if !products.isEmpty {
      output("Package.swift needs these products: \(products.sorted().joined(separator: ", "))")
    }
    let verb = writes ? "" : " would be"
    output(
      "\(changes) changes\(verb) made in \(changedFiles) of \(files) files, \(problems) not possible"
    )
    if !writes, changedFiles > 0 { output("Nothing is written; --write writes the files.") }
  }
}
