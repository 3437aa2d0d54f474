public import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
internal import UniformFoundationAdditions

/// An item with its attributes, which a query found.
///
/// An item of a running query gets new attributes with the update that reports its change, and stays
/// the same object when it is moved or replaced.
open class NSMetadataItem: NSObject, @unchecked Sendable {
  private let stored: Mutex<MetadataValues>

  init(_ values: MetadataValues) { stored = Mutex(values) }

  /// Creates an item for a file or directory.
  ///
  /// - Parameter url: a file URL; the initializer returns nil when there is no item at it.
  public init?(url: URL) {
    guard let path = FilePath(resolving: url), let shown = try? FilePath(of: url),
      let values = MetadataValues(at: path, shown: shown)
    else { return nil }
    stored = Mutex(values)
  }

  var values: MetadataValues {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  /// The keys of the attributes that the item has.
  open var attributes: [String] {
    MetadataValues.keys.keys.filter { value(forAttribute: $0) != nil }.sorted()
  }

  /// Returns an attribute.
  ///
  /// - Parameter key: the key, such as ``NSMetadataItemURLKey``.
  /// - Returns: nil for an unknown key, or when the item lacks the attribute.
  open func value(forAttribute key: String) -> Any? {
    MetadataValues.keys[key].flatMap { $0(values) }
  }

  /// Returns several attributes.
  ///
  /// - Parameter keys: the keys.
  /// - Returns: the attributes that the item has, by their keys.
  open func values(forAttributes keys: [String]) -> [String: Any]? {
    keys.reduce(into: [:]) { $0[$1] = value(forAttribute: $1) }
  }
}

extension NSMetadataItem: PredicateObject {
  package func predicateValue(forKey key: String) -> Any? { value(forAttribute: key) }
}
