import SystemPackage
import UTICommandOutput
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// Identifies many items on all cores and prints the results in the order of the items.
struct IdentifySession {
  /// The result for some items, in their order.
  enum Answer: Sendable {
    /// Printed when it is next in order.
    case bytes([UInt8])
    case result(CommandResult)
    case failure(path: String, message: String)
  }

  /// Items that a core takes together.
  private struct Batch: Sendable {
    var items: [SelectedItem] = []
    /// The hash of the paths up to the end of the batch.
    var pathHash: UInt64 = 0
  }

  private struct BatchAnswer: Sendable {
    var answers: [Answer]
    let counts: InventoryCounts
    var pathHash: UInt64 = 0
  }

  private let options: Identify
  private let layout: ItemLayout?
  private let filter: TypeFilter
  private let registry: TypeRegistry
  /// nil if no format of PRONOM is asked for.
  private let formatReader: FormatReader?
  /// nil without types of formats.
  private let typing: FormatTyping?
  private var printer: ResultPrinter
  private var progress: InventoryProgress
  /// nil for standard output; a later run can continue other outputs.
  private let output: ResumedOutput?
  private var counts: InventoryCounts
  private var pathHash: UInt64

  /// Large enough for the cost of a hand-over, small enough to keep all cores busy to the end.
  private static let batchSize = 32
  /// The size on a terminal, for items that arrive quickly.
  private static let shownBatchSize = 512
  /// The time after which a terminal shows an incomplete batch.
  private static let patience = Duration.milliseconds(100)

  init(
    _ options: Identify, layout: ItemLayout?, filter: TypeFilter, registry: TypeRegistry,
    formatReader: FormatReader?, typing: FormatTyping?, output: ResumedOutput?
  ) {
    self.formatReader = formatReader
    self.typing = typing
    self.options = options
    self.layout = layout
    self.output = output
    counts = output?.checkpoint.counts ?? InventoryCounts()
    pathHash = output?.checkpoint.pathHash ?? 0
    progress = InventoryProgress(options.selection, in: registry, earlierCount: counts.items)
    self.filter = filter
    self.registry = registry
    printer = ResultPrinter(options.output, endsWithNUL: options.endsWithNUL)
  }

  var hasFailed: Bool { counts.failed > 0 }
  var hasFound: Bool { counts.selected > 0 }

  /// The result is certain without further items.
  var isSettled: Bool { options.isQuiet && options.items.isFiltered && hasFound }

  /// The files that formats and their types are found by.
  private var signaturePaths: [String] { formatReader?.paths ?? typing?.paths ?? [] }

  /// The names of the columns, if the form of the output has them.
  func start() {
    if options.showsProvenance, !options.isQuiet, output?.checkpoint.size ?? 0 == 0 {
      let line = InventoryProvenance(registry, signaturePaths: signaturePaths)
        .line(in: printer.form.format)
      StandardOutput.shared.write(line, end: "\n")
    }
    guard printer.form.format.isCSV, !options.omitsHeader, !options.isQuiet,
      output?.checkpoint.size ?? 0 == 0
    else { return }
    if let report = ArchiveReport(printer.form.format) {
      var header: [UInt8] = []
      report.append(report.columns(digest: layout?.digests.first), isShown: false, to: &header)
      return StandardOutput.shared.write(header)
    }
    var columns = ItemLayout.columns
    if case .fields(let fields) = layout { columns = fields }
    StandardOutput.shared.write(CSVField.header(columns.map(\.key)))
  }

  /// A terminal shows each batch immediately.
  mutating func answer(_ items: inout HashedItems) {
    let makeWorker = makeWorker
    var worker = makeWorker(registry)
    if printer.form.isTerminal {
      while !isSettled {
        let batch = Self.nextBatch(&items, of: Self.shownBatchSize, within: Self.patience)
        guard !batch.items.isEmpty else { break }
        let answers = ConcurrentMap.map(batch.items) { [registry] item in
          var worker = makeWorker(registry)
          return worker.answers(Batch(items: [item]))
        }
        for answer in answers { take(answer) }
        // The results so far appear on the terminal before the progress line.
        printer.printRows()
        StandardOutput.shared.finish()
      }
    } else {
      let batch = Self.nextBatch(&items, of: Self.batchSize)
      if !batch.items.isEmpty { take(worker.answers(batch)) }
      if batch.items.count == Self.batchSize, !isSettled { answerOnAllCores(&items) }
    }
    progress.clear()
  }

  private mutating func answerOnAllCores(_ items: inout HashedItems) {
    let registry = registry
    let makeWorker = makeWorker
    OrderedWork.run(
      next: {
        let batch = Self.nextBatch(&items, of: Self.batchSize)
        return batch.items.isEmpty ? nil : batch
      },
      // Cores that share the references to one registry would wait for each other at reference
      // counts.
      worker: { makeWorker(registry.copied()) },
      answer: { (worker: inout Worker, batch) in worker.answers(batch) },
      take: { (answer: BatchAnswer) in
        take(answer)
        return !isSettled
      })
  }

  /// True if all items were processed.
  mutating func finish(isComplete: Bool) {
    if !options.isQuiet { printer.finish() }
    if isComplete { output?.record(counts, pathHash: pathHash, isLast: true) }
    guard options.showsSummary || progress.wasShown else { return }
    StandardOutput.shared.finish()
    StandardError.report(counts.summary(after: progress.duration))
  }

  private static func nextBatch(
    _ items: inout HashedItems, of size: Int, within patience: Duration? = nil
  ) -> Batch {
    var batch = Batch()
    batch.items.reserveCapacity(min(size, batchSize))
    let deadline = patience.map { MonotonicTime.now + $0 }
    while batch.items.count < size, let item = items.next() {
      batch.items.append(item)
      if let deadline, MonotonicTime.now > deadline { break }
    }
    batch.pathHash = items.hash.value
    return batch
  }

  private mutating func take(_ answer: BatchAnswer) {
    progress.clear()
    for answer in answer.answers { take(answer) }
    counts += answer.counts
    pathHash = answer.pathHash
    output?.record(counts, pathHash: pathHash)
    progress.update(counts.items)
  }

  private mutating func take(_ answer: Answer) {
    switch answer {
    case .bytes(let bytes): StandardOutput.shared.write(bytes)
    case .result(let result): printer.print(result)
    case .failure(let path, let message):
      StandardError.report(message)
      if !options.isQuiet { printer.printFailure(of: LosslessText.fields(path), message) }
    }
  }
}

extension IdentifySession {
  /// The state of a core, made on any core.
  private var makeWorker: @Sendable (TypeRegistry) -> Worker {
    let (options, layout, filter, form) = (options, layout, filter, printer.form)
    let (formatReader, typing) = (formatReader, typing)
    return { registry in
      let writer = AnswerWriter(
        layout, in: form, languages: options.output.languages, registry: registry,
        followsLinks: options.items.followsLinks, defusesFormulas: options.defusesFormulas,
        formatReader: formatReader)
      return Worker(
        options: options, filter: filter, registry: registry,
        archives: options.readsArchives
          ? MemberAnswering(
            options: options, filter: filter, registry: registry,
            digests: layout?.digests ?? [], formatReader: formatReader, typing: typing,
            writer: writer) : nil,
        typing: typing, writer: writer)
    }
  }

  /// The state of one core, kept for all items; formatting takes a fifth as long as finding.
  private struct Worker {
    let options: Identify
    let filter: TypeFilter
    let registry: TypeRegistry
    /// nil if members of archives are not items.
    let archives: MemberAnswering?
    let typing: FormatTyping?
    var writer: AnswerWriter
    var counts = InventoryCounts()
    /// The answers on the members of the current item.
    var members: [Answer] = []
    /// The directory of the current items.
    var directory: ItemDirectory?

    /// Opening a directory is worthwhile for so many items in it.
    private static let worthwhileCount = 4

    mutating func answers(_ batch: Batch) -> BatchAnswer {
      let items = batch.items
      var answers: [Answer] = []
      counts = InventoryCounts(items: items.count)
      for place in items.indices {
        enterDirectory(of: items, at: place)
        let answer = answer(items[place])
        guard answer != nil || !members.isEmpty else { continue }
        // The earlier output comes first.
        if let bytes = writer.finish() { answers.append(.bytes(bytes)) }
        if let answer { answers.append(answer) }
        answers += members
        members = []
      }
      if let bytes = writer.finish() { answers.append(.bytes(bytes)) }
      return BatchAnswer(answers: answers, counts: counts, pathHash: batch.pathHash)
    }

    /// Only if several following items are in it too, as in sorted lists.
    private mutating func enterDirectory(of items: [SelectedItem], at place: Int) {
      let path = items[place].path
      if let directory, directory.isDirectory(of: path) { return }
      let last = place + Self.worthwhileCount - 1
      let isWorthwhile =
        options.items.by != .name && last < items.count
        && ItemDirectory.isOne(for: path, items[last].path)
      directory = isWorthwhile ? ItemDirectory(of: path) : nil
    }

    /// nil when the result is formatted, or when the item is not selected.
    private mutating func answer(_ item: SelectedItem) -> Answer? {
      var item = item
      if options.readsArchives { item.number *= ArchiveReading.numberRange }
      if let refusal = item.refusal {
        counts.failed += 1
        writer.writeFailure(of: item, ReportedFailure(message: refusal))
        return .failure(path: item.path, message: "\(item.path): \(refusal)")
      }
      do throws(DetectionError) {
        let verdict = try options.items.verdict(
          on: item, in: registry, directory: directory, typing)
        counts.bytesRead += verdict.cost.bytes
        let archive = options.readsArchives ? readArchive(item, verdict) : nil
        if options.items.isFiltered {
          do throws(CommandFailure) {
            guard try filter.admits(item.path, registry.type(of: verdict)) else { return nil }
          } catch {
            counts.failed += 1
            let message = error.messages.joined(separator: "; ")
            writer.writeFailure(of: item, ReportedFailure(message: message))
            return .failure(path: item.path, message: message)
          }
        }
        counts.selected += 1
        if options.isQuiet { return nil }
        do throws(Errno) {
          try writer.readContents(of: item.path)
        } catch {
          counts.selected -= 1
          counts.failed += 1
          writer.writeFailure(
            of: item, ReportedFailure(message: "cannot be read: \(error)", error: error))
          return .failure(path: item.path, message: "\(item.path): cannot be read: \(error)")
        }
        return writer.write(item, verdict, archive: archive).map(Answer.result)
      } catch {
        counts.failed += 1
        writer.writeFailure(of: item, ReportedFailure(error))
        return .failure(path: item.path, message: error.description)
      }
    }

    /// Answers on the members; nil for an item that is no archive.
    private mutating func readArchive(_ item: SelectedItem, _ verdict: Verdict) -> ArchiveOutcome? {
      guard let archives else { return nil }
      let reading = ArchiveReading(archives)
      let outcome = reading.read(item, verdict, followsLinks: options.items.followsLinks)
      counts += archives.takeCounts()
      members = reading.takeAnswers()
      guard let fault = outcome?.fault else { return outcome }
      counts.failed += 1
      members.insert(.failure(path: item.path, message: "\(item.path): \(fault)"), at: 0)
      return outcome
    }
  }
}
