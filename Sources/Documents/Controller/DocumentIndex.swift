internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge

/// Finds documents by their items, without comparing every document.
///
/// A document notifies the index, on any thread, when its item is moved or replaced. Every save
/// replaces the item.
final class DocumentIndex: Sendable {
  fileprivate enum Key: Hashable, Sendable {
    case url(String)
    case path(FilePath)
    case file(FileStatus.Item)
  }

  fileprivate struct State: Sendable {
    var documents: [Key: Set<ObjectIdentifier>] = [:]
    var keys: [ObjectIdentifier: (url: URL, keys: [Key])] = [:]
  }

  private let state = Mutex(State())

  /// Notes the location and the identity of a document's item.
  ///
  /// - Parameter file: the identity of the item; nil if it is not known.
  func note(_ document: ObjectIdentifier, at url: URL, _ file: FileStatus.Item?) {
    let known = state.withLock { $0.keys[document] }
    var keys = known?.url == url ? known?.keys.filter(\.isPlace) ?? [] : []
    if keys.isEmpty {
      keys = [FilePath(resolving: url).map { .path($0) } ?? .url(url.absoluteString)]
    }
    if let file { keys.append(.file(file)) }
    let entry = (url, keys)
    state.withLock { state in
      state.forget(document)
      state.keys[document] = entry
      for key in entry.1 { state.documents[key, default: []].insert(document) }
    }
  }

  func remove(_ document: ObjectIdentifier) {
    state.withLock { $0.forget(document) }
  }

  /// Returns the documents that may have an item; the caller verifies them on disk.
  ///
  /// - Complexity: O(1) on average.
  func candidates(for item: DocumentItem, at url: URL) -> Set<ObjectIdentifier> {
    let keys: [Key] =
      [item.path.map { .path($0) } ?? .url(url.absoluteString)]
      + (item.file.map { [.file($0)] } ?? [])
    return state.withLock { state in
      keys.reduce(into: []) { $0.formUnion(state.documents[$1] ?? []) }
    }
  }
}

extension DocumentIndex.State {
  fileprivate mutating func forget(_ document: ObjectIdentifier) {
    for key in keys.removeValue(forKey: document)?.keys ?? [] {
      documents[key]?.remove(document)
      if documents[key]?.isEmpty == true { documents[key] = nil }
    }
  }
}

extension DocumentIndex.Key {
  fileprivate var isPlace: Bool {
    if case .file = self { return false }
    return true
  }
}
