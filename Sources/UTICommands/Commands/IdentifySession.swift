import TypeDeclarations
import TypeDetection
import TypeGraph
import UniformTypes

/// Answers many items on all cores and prints the answers in the order of the items.
struct IdentifySession {
  private enum Answer: Sendable {
    /// What is printed as soon as its turn comes.
    case text(String)
    case result(CommandResult)
    /// The item does not count.
    case passedOver
    case failure(String)
  }

  private let options: IdentifyRequest
  private let layout: ItemLayout?
  private let filter: TypeFilter
  private let registry: TypeRegistry
  private var printer: ResultPrinter
  /// Whether an item could not be answered.
  private(set) var hasFailed = false
  /// Whether an item counts.
  private(set) var hasFound = false

  /// Enough work to keep all cores busy, little enough to print while more is under way.
  private static let batchSize = 512
  /// How long someone at a terminal waits for items that have been found.
  private static let patience = Duration.milliseconds(100)

  init(
    _ options: IdentifyRequest, layout: ItemLayout?, filter: TypeFilter, registry: TypeRegistry
  ) {
    self.options = options
    self.layout = layout
    self.filter = filter
    self.registry = registry
    printer = ResultPrinter(options.output, endsWithNUL: options.endsWithNUL)
  }

  /// Whether what was asked for is known, whatever else there may be.
  var isSettled: Bool { options.isQuiet && options.items.isFiltered && hasFound }

  /// Answers all items.
  ///
  /// While one batch is answered, the answers to the one before are printed and the next one is listed:
  /// both take a fifth of the time. Someone at a terminal sees each batch at once instead.
  mutating func answer(_ items: inout SelectedItems) {
    var progress = ProgressLine()
    var count = 0
    var answered: [(item: SelectedItem, answer: Answer)] = []
    var batch = nextBatch(&items)
    while !batch.isEmpty, !isSettled {
      var next: [SelectedItem] = []
      let answers = ConcurrentMap.map(
        batch,
        while: {
          guard !printer.form.isTerminal else { return }
          progress.clear()
          print(answered)
          if !isSettled { next = nextBatch(&items) }
        },
        { [options, layout, filter, registry, form = printer.form] in
          Self.answer(
            $0, options: options, layout: layout, filter: filter, registry: registry, form: form)
        })
      answered = zip(batch, answers).map { ($0, $1) }
      count += batch.count
      if printer.form.isTerminal {
        progress.clear()
        print(answered)
        answered = []
        // What is known stands on the terminal before the line that tells how far this is.
        printer.printRows()
        StandardOutput.shared.finish()
        if !isSettled { next = nextBatch(&items) }
      }
      progress.update("\(count) identified")
      batch = next
    }
    progress.clear()
    print(answered)
  }

  mutating func finish() {
    if !options.isQuiet { printer.finish() }
  }

  private func nextBatch(_ items: inout SelectedItems) -> [SelectedItem] {
    var batch: [SelectedItem] = []
    let deadline = printer.form.isTerminal ? ContinuousClock.now + Self.patience : nil
    while batch.count < Self.batchSize, let item = items.next() {
      batch.append(item)
      if let deadline, ContinuousClock.now > deadline { break }
    }
    return batch
  }

  /// The answer as it is printed: writing it takes as long as half of finding it, so that too is done
  /// on all cores.
  private static func answer(
    _ item: SelectedItem, options: IdentifyRequest, layout: ItemLayout?, filter: TypeFilter,
    registry: TypeRegistry, form: ResultForm
  ) -> Answer {
    if let refusal = item.refusal { return .failure("\(item.path): \(refusal)") }
    do throws(DetectionError) {
      let verdict = try options.items.verdict(on: item, in: registry)
      let type = registry.type(of: verdict)
      guard filter.admits(type) else { return .passedOver }
      let result = IdentifiedItem(
        path: item.path, verdict: verdict, type: type, languages: options.output.languages
      ).result(layout, in: form)
      return form.text(of: result).map(Answer.text) ?? .result(result)
    } catch {
      return .failure(error.description)
    }
  }

  private mutating func print(_ answered: [(item: SelectedItem, answer: Answer)]) {
    for (item, answer) in answered { print(item.path, answer) }
  }

  private mutating func print(_ path: String, _ answer: Answer) {
    switch answer {
    case .text(let text):
      hasFound = true
      if !options.isQuiet { printer.print(text) }
    case .result(let result):
      hasFound = true
      if !options.isQuiet { printer.print(result) }
    case .passedOver:
      break
    case .failure(let message):
      hasFailed = true
      StandardError.report(message)
      if !options.isQuiet { printer.printFailure(of: PathText.fields(path), message) }
    }
  }
}
