internal import Foundation

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
