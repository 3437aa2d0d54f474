internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFileWatching
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformTypes

/// The search of one run of a query, which reads folders again when they change.
///
/// Unchecked, because `queue` guards all mutable properties.
final class MetadataSearch: @unchecked Sendable {
  /// A folder to search; `path` has no links, and the items have URLs below `shown`.
  struct Scope {
    let path: FilePath
    let shown: FilePath
  }

  typealias Report = @Sendable (MetadataSearch, [MetadataValues]) -> Void

  private let queue = DispatchQueue(label: "NSMetadataQuery")
  private let scopes: [Scope]
  private let predicate: NSPredicate
  private let interval: TimeInterval
  private let registry = TypeRegistry.current
  private let report: Report
  private let isCancelled = Atomic(false)
  private var watches: [FileWatch] = []
  private var isLookDue = false
  private var lastLook = DispatchTime.now()

  init(
    _ scopes: [Any], _ predicate: NSPredicate, interval: TimeInterval, report: @escaping Report
  ) {
    self.scopes = Self.scopes(scopes)
    self.predicate = predicate
    self.interval = interval
    self.report = report
  }

  /// URLs, paths and the home directory; nothing is found in others, and a scope in another one is
  /// omitted.
  private static func scopes(_ scopes: [Any]) -> [Scope] {
    let found = scopes.compactMap { scope -> Scope? in
      let text = scope as? String
      let path =
        text == NSMetadataQueryUserHomeScope
        ? NSHomeDirectory() : text.map { ($0 as NSString).expandingTildeInPath }
      guard path?.hasPrefix("/") ?? true,
        let url = scope as? URL ?? path.map({ URL(filePath: $0, directoryHint: .isDirectory) }),
        let resolved = FilePath(resolving: url), let shown = try? FilePath(of: url)
      else { return nil }
      return Scope(path: resolved, shown: shown)
    }
    return found.enumerated().filter { index, scope in
      !found.enumerated().contains { other, outer in
        scope.path.starts(with: outer.path) && (scope.path != outer.path || other < index)
      }
    }.map(\.element)
  }

  /// The folders are watched before they are read, so that no change is missed.
  func begin() {
    queue.async { [self] in
      var options = WatchingOptions()
      // An item that is written all the time must not delay the others.
      options.longestBurst = .seconds(max(interval, 0))
      for scope in scopes where !isCancelled.load(ordering: .relaxed) {
        let index = watches.count
        watches.append(
          FileWatcher.shared.watch(scope.path, options: options) { [weak self] in
            self?.note($0, of: index)
          })
      }
      look()
    }
  }

  /// A stopped search has no watches, as soon as a search under way has ended.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    queue.async { [self] in watches = [] }
  }

  private func note(_ event: FileEvent, of index: Int) {
    if case .becamePolled = event.kind { return }
    queue.async { [self] in
      guard watches.indices.contains(index) else { return }
      // The scope is a path, and the watch follows the folder.
      if case .moved = event.kind { watches[index].retarget(to: scopes[index].path) }
      guard !isLookDue else { return }
      isLookDue = true
      queue.asyncAfter(deadline: lastLook + interval) { [weak self] in self?.look() }
    }
  }

  private func look() {
    isLookDue = false
    let found = TypeRegistry.withCurrent(registry) { scopes.flatMap(items) }
    lastLook = .now()
    guard !isCancelled.load(ordering: .relaxed) else { return }
    report(self, found)
  }

  /// The items that fulfil the predicate, in the order of their paths, without hidden ones.
  private func items(in scope: Scope) -> [MetadataValues] {
    var found: [MetadataValues] = []
    var waiting = [scope]
    while let folder = waiting.popLast(), !isCancelled.load(ordering: .relaxed) {
      for name in DirectoryEntries.names(in: folder.path) where name.string.first != "." {
        let item = Scope(path: folder.path.appending(name), shown: folder.shown.appending(name))
        guard let values = MetadataValues(at: item.path, shown: item.shown) else { continue }
        if values.isFolder { waiting.append(item) }
        if predicate.evaluate(with: NSMetadataItem(values)) { found.append(values) }
      }
    }
    return found.map { ($0.url.path, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// The difference between the results of a query and the items of a later search.
struct MetadataUpdate: @unchecked Sendable {
  let endsGathering: Bool
  private(set) var results: [NSMetadataItem] = []
  private var added: [NSMetadataItem] = []
  private var changed: [NSMetadataItem] = []
  private var removed: [NSMetadataItem] = []

  /// A moved item is a changed one; the items get their new values.
  init(
    from old: [NSMetadataItem], to found: [MetadataValues], sortedBy order: [NSSortDescriptor],
    endsGathering: Bool
  ) {
    self.endsGathering = endsGathering
    var gone = Dictionary(old.map { ($0.values.url, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = found.map { gone.removeValue(forKey: $0.url) }
    var moved = Dictionary(
      gone.values.map { ($0.values.identity, $0) }, uniquingKeysWith: { first, _ in first })
    for (values, kept) in zip(found, kept) {
      if let kept {
        if kept.values.isChanged(in: values) { changed.append(kept) }
        kept.values = values
        results.append(kept)
      } else if let item = moved.removeValue(forKey: values.identity) {
        gone[item.values.url] = nil
        item.values = values
        changed.append(item)
        results.append(item)
      } else {
        let item = NSMetadataItem(values)
        added.append(item)
        results.append(item)
      }
    }
    removed = Array(gone.values)
    guard !order.isEmpty else { return }
    results.sort { first, second in
      let differences = order.lazy.map { $0.compare(first, to: second) }
      return differences.first { $0 != .orderedSame } == .orderedAscending
    }
  }

  var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

  var userInfo: [AnyHashable: Any] {
    [
      NSMetadataQueryUpdateAddedItemsKey: added, NSMetadataQueryUpdateChangedItemsKey: changed,
      NSMetadataQueryUpdateRemovedItemsKey: removed,
    ]
  }
}
