import Synchronization
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UniformTypes

struct InventoryCounts: Sendable {
  /// Items that have a result, have failed or were filtered out.
  var items = 0
  /// Members of archives that have a result, have failed or were filtered out.
  var members = 0
  /// Items with a result.
  var selected = 0
  var failed = 0
  var bytesRead = 0

  static func += (counts: inout InventoryCounts, others: InventoryCounts) {
    counts.items += others.items
    counts.members += others.members
    counts.selected += others.selected
    counts.failed += others.failed
    counts.bytesRead += others.bytesRead
  }

  /// The text after the last item.
  func summary(after duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    let seconds = (milliseconds / 10).rounded() / 100
    return
      "\(items + members - failed) answered, \(failed) failed, \(bytesRead) bytes read, \(seconds) seconds"
  }
}

/// The progress on a terminal, with the rate, the total and the time left.
struct InventoryProgress {
  private var line = ProgressLine()
  private let start = MonotonicTime.now
  private var shownTime = MonotonicTime.now
  /// nil before the line is shown, or if items cannot be listed twice.
  private var count: ItemCount?
  private let selection: ItemSelection
  private let registry: TypeRegistry
  /// The number of items that earlier runs have processed.
  private let earlierCount: Int

  private static let interval = Duration.milliseconds(200)

  /// The items are counted while they are processed.
  init(_ selection: ItemSelection, in registry: TypeRegistry, earlierCount: Int) {
    self.selection = selection
    self.registry = registry
    self.earlierCount = earlierCount
  }

  var duration: Duration { MonotonicTime.now - start }

  /// The line was on the terminal.
  private(set) var wasShown = false

  mutating func update(_ items: Int) {
    guard line.isDue else { return }
    let now = MonotonicTime.now
    guard !wasShown || now - shownTime >= Self.interval else { return }
    shownTime = now
    if !wasShown {
      wasShown = true
      count = selection.count(in: registry.copied())
      count?.start()
    }
    line.update(Self.text(items, of: count?.total, since: now - start, without: earlierCount))
  }

  mutating func clear() { line.clear() }

  /// The total is nil while it is unknown; earlier items were processed before the start.
  static func text(
    _ items: Int, of total: Int?, since duration: Duration, without earlierCount: Int
  ) -> String {
    let seconds = duration / .seconds(1)
    let rate = seconds > 0 ? Double(items - earlierCount) / seconds : 0
    let pace = "identified, \(Int(rate)) a second"
    guard let total, total >= items else { return "\(items) \(pace)" }
    let left = rate > 0 ? ", \(time(Double(total - items) / rate)) left" : ""
    return "\(items) of \(total) \(pace)\(left)"
  }

  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 1e9))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}

/// The number of items of a selection, counted on a thread while they are processed.
final class ItemCount: Sendable {
  private let result = Atomic(-1)
  private let makeItems: @Sendable () -> SelectedItems?

  /// The items are made again; nil when a list cannot be opened.
  init(_ makeItems: @escaping @Sendable () -> SelectedItems?) {
    self.makeItems = makeItems
  }

  /// nil before the count has ended.
  var total: Int? {
    let number = result.load(ordering: .relaxed)
    return number < 0 ? nil : number
  }

  /// The end of the process stops the thread.
  func start() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ItemCount>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard status == 0 else { return context.release() }
    pthread_detach(thread)
  }

  private func run() {
    guard let items = makeItems() else { return }
    var number = 0
    for _ in items { number += 1 }
    result.store(number, ordering: .relaxed)
  }
}

/// The versions of all that determines the answers of an inventory.
struct InventoryProvenance {
  /// The first words of the line.
  static let title = "# uti "

  private let registry: TypeRegistry
  private let signaturePaths: [String]

  init(_ registry: TypeRegistry, signaturePaths: [String] = []) {
    self.registry = registry
    self.signaturePaths = signaturePaths
  }

  /// The line is a record in JSON, and otherwise a comment.
  func line(in format: OutputFormat) -> String {
    let inputs = registry.inputs
    let paths = inputs + signaturePaths.filter { !inputs.contains($0) }
    let databases = paths.map { (path: $0, digest: Self.digest(ofFileAt: $0) ?? "unreadable") }
    let base = "\(PackageVersion.text)"
    guard format == .jsonl else {
      let others = databases.map { " \(VisibleText.shortened($0.path))=\($0.digest)" }
      return Self.title + base + " registry=\(registryDigest)" + others.joined()
    }
    return JSONValue.object([
      (
        "inventory",
        .object([
          ("program", .string(base)), ("registry", .string(registryDigest)),
          (
            "databases",
            .array(
              databases.map {
                .object([("path", .string($0.path)), ("digest", .string($0.digest))])
              })
          ),
        ])
      )
    ]).text()
  }

  private var registryDigest: String {
    (try? TypeRegistry.base()).map { String($0.checksum, radix: 16) } ?? "unknown"
  }

  private static func digest(ofFileAt path: String) -> String? {
    guard let bytes = try? RegularFile(declarationsAt: path, limits: ReadingLimits()).bytes else {
      return nil
    }
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine(words: $0) }
    return String(hash.value, radix: 16)
  }
}
