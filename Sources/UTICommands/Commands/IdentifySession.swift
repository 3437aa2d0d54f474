import CommandOutput
import TypeDeclarations
import TypeDetection
import TypeGraph
internal import UTIPlatform
import UniformTypes

/// A session that identifies many items on all cores and prints the results in the order of the
/// items.
struct IdentifySession {
  /// The result for some items, in their order.
  private enum Answer: Sendable {
    /// The output for several items, which is printed when it is next in order.
    case bytes([UInt8])
    case result(CommandResult)
    /// The item is counted, and nothing is printed.
    case counted
    case failure(path: String, message: String)
  }

  private let options: Identify
  private let layout: ItemLayout?
  private let filter: TypeFilter
  private let registry: TypeRegistry
  private var printer: ResultPrinter
  private var progress = ProgressLine()
  private var count = 0
  /// A Boolean value that indicates whether an item failed.
  private(set) var hasFailed = false
  /// A Boolean value that indicates whether an item was selected.
  private(set) var hasFound = false

  /// The size of a batch: large enough for the cost of a hand-over, small enough to keep all cores
  /// busy to the end.
  private static let batchSize = 32
  /// The size of a batch on a terminal, for items that arrive quickly.
  private static let shownBatchSize = 512
  /// The time after which a terminal shows an incomplete batch.
  private static let patience = Duration.milliseconds(100)

  init(
    _ options: Identify, layout: ItemLayout?, filter: TypeFilter, registry: TypeRegistry
  ) {
    self.options = options
    self.layout = layout
    self.filter = filter
    self.registry = registry
    printer = ResultPrinter(options.output, endsWithNUL: options.endsWithNUL)
  }

  /// A Boolean value that indicates whether the result is certain without further items.
  var isSettled: Bool { options.isQuiet && options.items.isFiltered && hasFound }

  /// Prints the names of the columns, if the form of the output has them.
  func start() {
    guard printer.form.format == .csv, !options.omitsHeader, !options.isQuiet else { return }
    var columns = ItemLayout.columns
    if case .fields(let fields) = layout { columns = fields }
    StandardOutput.shared.write(CSVField.header(columns.map(\.key)))
  }

  /// Identifies all items.
  ///
  /// A terminal shows each batch immediately.
  mutating func answer(_ items: inout SelectedItems) {
    var worker = worker(registry)
    if printer.form.isTerminal {
      while !isSettled {
        let batch = Self.nextBatch(&items, of: Self.shownBatchSize, within: Self.patience)
        guard !batch.isEmpty else { break }
        let answers = ConcurrentMap.map(batch) { [self] item in
          var worker = self.worker(registry)
          return worker.answers([item])
        }
        for answers in answers { take(answers, count: 1) }
        // The results so far appear on the terminal before the progress line.
        printer.printRows()
        StandardOutput.shared.finish()
      }
    } else {
      let batch = Self.nextBatch(&items, of: Self.batchSize)
      take(worker.answers(batch), count: batch.count)
      if batch.count == Self.batchSize, !isSettled { answerOnAllCores(&items) }
    }
    progress.clear()
  }

  private mutating func answerOnAllCores(_ items: inout SelectedItems) {
    let session = self
    OrderedWork.run(
      next: {
        let batch = Self.nextBatch(&items, of: Self.batchSize)
        return batch.isEmpty ? nil : batch
      },
      // Cores that share the references to one registry would wait for each other at reference
      // counts.
      worker: { session.worker(session.registry.copied()) },
      answer: { (worker: inout Worker, batch) in (worker.answers(batch), batch.count) },
      take: { (answers: [Answer], count) in
        take(answers, count: count)
        return !isSettled
      })
  }

  mutating func finish() {
    if !options.isQuiet { printer.finish() }
  }

  private static func nextBatch(
    _ items: inout SelectedItems, of size: Int, within patience: Duration? = nil
  ) -> [SelectedItem] {
    var batch: [SelectedItem] = []
    batch.reserveCapacity(min(size, batchSize))
    let deadline = patience.map { MonotonicTime.now + $0 }
    while batch.count < size, let item = items.next() {
      batch.append(item)
      if let deadline, MonotonicTime.now > deadline { break }
    }
    return batch
  }

  /// Prints the results for some items.
  private mutating func take(_ answers: [Answer], count: Int) {
    progress.clear()
    for answer in answers { take(answer) }
    let before = self.count / Self.shownBatchSize
    self.count += count
    if self.count / Self.shownBatchSize != before { progress.update("\(self.count) identified") }
  }

  private mutating func take(_ answer: Answer) {
    switch answer {
    case .bytes(let bytes):
      hasFound = true
      StandardOutput.shared.write(bytes)
    case .result(let result):
      hasFound = true
      printer.print(result)
    case .counted:
      hasFound = true
    case .failure(let path, let message):
      hasFailed = true
      StandardError.report(message)
      if !options.isQuiet { printer.printFailure(of: LosslessText.fields(path), message) }
    }
  }
}

extension IdentifySession {
  private func worker(_ registry: TypeRegistry) -> Worker {
    Worker(
      options: options, filter: filter, registry: registry,
      writer: AnswerWriter(
        layout, in: printer.form, languages: options.output.languages, registry: registry))
  }

  /// The state of one core, kept from one item to the next.
  ///
  /// Formatting a result takes a fifth as long as finding it, so it is done on all cores too.
  private struct Worker {
    let options: Identify
    let filter: TypeFilter
    let registry: TypeRegistry
    var writer: AnswerWriter
    /// The directory of the current items.
    private var directory: ItemDirectory?

    /// The number of items in a directory from which opening it is worthwhile.
    private static let worthwhileCount = 4

    init(
      options: Identify, filter: TypeFilter, registry: TypeRegistry, writer: AnswerWriter
    ) {
      self.options = options
      self.filter = filter
      self.registry = registry
      self.writer = writer
    }

    mutating func answers(_ items: [SelectedItem]) -> [Answer] {
      var answers: [Answer] = []
      for place in items.indices {
        enterDirectory(of: items, at: place)
        guard let answer = answer(items[place]) else { continue }
        // The earlier output comes first.
        if let bytes = writer.finish() { answers.append(.bytes(bytes)) }
        answers.append(answer)
      }
      if let bytes = writer.finish() { answers.append(.bytes(bytes)) }
      return answers
    }

    /// Opens the directory of an item if several following items are in it too, as in sorted lists.
    private mutating func enterDirectory(of items: [SelectedItem], at place: Int) {
      let path = items[place].path
      if let directory, directory.isDirectory(of: path) { return }
      let last = place + Self.worthwhileCount - 1
      let isWorthwhile =
        options.items.by != .name && last < items.count
        && ItemDirectory.isOne(for: path, items[last].path)
      directory = isWorthwhile ? ItemDirectory(of: path) : nil
    }

    /// Returns the result that is not formatted yet; nil when it is, or when the item is not
    /// selected.
    private mutating func answer(_ item: SelectedItem) -> Answer? {
      if let refusal = item.refusal {
        return .failure(path: item.path, message: "\(item.path): \(refusal)")
      }
      do throws(DetectionError) {
        let verdict = try options.items.verdict(
          on: item, in: registry, directory: directory)
        if options.items.isFiltered, !filter.admits(registry.type(of: verdict)) { return nil }
        if options.isQuiet { return .counted }
        return writer.write(item.path, verdict).map(Answer.result)
      } catch {
        return .failure(path: item.path, message: error.description)
      }
    }
  }
}
