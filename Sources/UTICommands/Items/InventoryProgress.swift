import Synchronization
import UTICommandOutput
internal import UTIPlatform
import UniformTypes

/// The counts of an inventory.
struct InventoryCounts: Sendable {
  /// The number of items that have a result, have failed or were filtered out.
  var items = 0
  /// The number of items with a result.
  var selected = 0
  var failed = 0
  /// The number of bytes that were read from items.
  var bytesRead = 0

  static func += (counts: inout InventoryCounts, others: InventoryCounts) {
    counts.items += others.items
    counts.selected += others.selected
    counts.failed += others.failed
    counts.bytesRead += others.bytesRead
  }

  /// The summary after the last item.
  ///
  /// - Parameter duration: the time since the start.
  func summary(after duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    let seconds = (milliseconds / 10).rounded() / 100
    return
      "\(items - failed) answered, \(failed) failed, \(bytesRead) bytes read, \(seconds) seconds"
  }
}

/// The progress of an inventory on a terminal, with the rate, the total and the time left.
struct InventoryProgress {
  private var line = ProgressLine()
  private let start = MonotonicTime.now
  /// The time of the last update.
  private var shownTime = MonotonicTime.now
  /// The count of all items; nil before the line is shown, or if they cannot be listed twice.
  private var count: ItemCount?
  private let selection: ItemSelection
  private let registry: TypeRegistry
  /// The number of items that earlier runs have processed.
  private let earlierCount: Int

  private static let interval = Duration.milliseconds(200)

  /// - Parameters:
  ///   - selection: the items, which are counted while they are processed.
  ///   - earlierCount: the number of items that earlier runs have processed.
  init(_ selection: ItemSelection, in registry: TypeRegistry, earlierCount: Int) {
    self.selection = selection
    self.registry = registry
    self.earlierCount = earlierCount
  }

  /// The time since the start.
  var duration: Duration { MonotonicTime.now - start }

  /// True if the line was on the terminal.
  private(set) var wasShown = false

  /// Shows the number of items that have been processed.
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
    line.update(
      Self.text(items, of: count?.total, since: now - start, without: earlierCount))
  }

  mutating func clear() { line.clear() }

  /// Returns the text of the line.
  ///
  /// - Parameters:
  ///   - items: the number of processed items.
  ///   - total: the number of all items; nil while it is unknown.
  ///   - duration: the time since the start.
  ///   - earlierCount: the number of items that were processed before the start.
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

  /// - Parameter makeItems: makes the items again; nil when a list cannot be opened.
  init(_ makeItems: @escaping @Sendable () -> SelectedItems?) {
    self.makeItems = makeItems
  }

  /// The number; nil before the count has ended.
  var total: Int? {
    let number = result.load(ordering: .relaxed)
    return number < 0 ? nil : number
  }

  /// Starts the thread, which the end of the process stops.
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
