import SystemPackage
import TypeDetection
import TypeGraph
import UniformTypes

/// Answers many paths on all cores and prints the answers in the order of the paths.
struct IdentifySession {
  private enum Answer: Sendable {
    /// What is printed as soon as its turn comes.
    case text(String)
    case result(CommandResult)
    case failure(String)

    /// The answer as it is printed: writing it takes as long as half of finding it, so that too is
    /// done on all cores.
    func written(in form: ResultForm) -> Answer {
      if case .result(let result) = self, let text = form.text(of: result) { return .text(text) }
      return self
    }
  }

  private let options: IdentifyRequest
  private let registry: TypeRegistry
  private var printer: ResultPrinter
  private(set) var hasFailed = false

  /// Enough work to keep all cores busy, little enough to print while more is under way.
  private static let batchSize = 512

  init(_ options: IdentifyRequest, registry: TypeRegistry) {
    self.options = options
    self.registry = registry
    printer = ResultPrinter(options.format)
  }

  mutating func answer(_ items: some Sequence<DirectoryWalk.Item>) {
    var progress = ProgressLine(writesToTerminal: StandardOutput.isTerminal && !waitsForAll)
    var count = 0
    var iterator = items.makeIterator()
    while true {
      var batch: [DirectoryWalk.Item] = []
      while batch.count < Self.batchSize, let item = iterator.next() { batch.append(item) }
      guard !batch.isEmpty else { break }
      let answers = ConcurrentMap.map(batch) { [options, registry, form = printer.form] in
        Self.answer($0, options: options, registry: registry).written(in: form)
      }
      progress.clear()
      for (item, answer) in zip(batch, answers) { print(item.path, answer) }
      count += batch.count
      progress.update("\(count) identified")
    }
    progress.clear()
  }

  /// Whether answers are held back until all are known.
  private var waitsForAll: Bool {
    options.format == .json || options.format == .text
  }

  mutating func finish() {
    printer.finish()
  }

  private static func answer(
    _ item: DirectoryWalk.Item, options: IdentifyRequest, registry: TypeRegistry
  ) -> Answer {
    let path = item.path
    if let refusal = item.refusal {
      return .failure(
        "\(path): cannot read the directory: \(refusal.description); what is in it was left out")
    }
    do {
      let verdict = try verdict(of: item, options: options, registry: registry)
      return .result(result(path, verdict, options: options, registry: registry))
    } catch {
      return .failure(error.description)
    }
  }

  private static func verdict(
    of item: DirectoryWalk.Item, options: IdentifyRequest, registry: TypeRegistry
  ) throws(DetectionError) -> Verdict {
    if item.isListedFile, !PathText.hasStrayBytes(item.path) {
      return try registry.identify(listedFile: item.path, by: options.by)
    }
    return try registry.identify(
      argument: item.path, named: options.name, by: options.by, followsLinks: options.followsLinks)
  }

  private mutating func print(_ path: String, _ answer: Answer) {
    switch answer {
    case .text(let text):
      StandardOutput.shared.print(text)
    case .result(let result):
      printer.print(result)
    case .failure(let message):
      hasFailed = true
      StandardError.print("uti: \(TextTable.visible(message))")
      if options.format == .json || options.format == .jsonl {
        printer.print(
          CommandResult(
            fields: PathText.fields(path) + [("error", .string(message))], columns: []))
      }
    }
  }

  /// What the form of the output needs, and no more: it is asked for with every file.
  private static func result(
    _ path: String, _ verdict: Verdict, options: IdentifyRequest, registry: TypeRegistry
  ) -> CommandResult {
    switch options.format {
    case .json, .jsonl:
      return CommandResult(fields: fields(path, verdict), columns: [])
    case .text, .tsv:
      let type = registry.type(verdict.type.rawValue, allowUndeclared: true)
      let description = type?.localizedDescription(in: options.languages) ?? "-"
      let columns = [path, verdict.type.rawValue, verdict.mimeType ?? "-", description]
      return CommandResult(
        fields: [], columns: columns,
        text: options.endsPathsWithNUL
          ? path + "\0" + columns.dropFirst().joined(separator: "\t") : nil)
    }
  }

  private static func fields(
    _ path: String, _ verdict: Verdict
  ) -> [(key: String, value: JSONValue)] {
    let alternatives = verdict.alternatives.map { alternative in
      JSONValue.object([
        ("type", .string(alternative.type.rawValue)),
        ("mimeType", .optional(alternative.mimeType)),
      ])
    }
    return PathText.fields(path) + [
      ("type", .string(verdict.type.rawValue)),
      ("mimeType", .optional(verdict.mimeType)),
      ("confidence", .string(verdict.confidence.rawValue)),
      ("basis", .string(verdict.basis.rawValue)), ("alternatives", .array(alternatives)),
    ]
  }
}
