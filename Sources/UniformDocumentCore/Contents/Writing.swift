internal import Foundation
internal import Synchronization
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

/// The values that a save writes, taken at one moment.
struct SaveSnapshot {
  var plan: SavePlan
  /// The result of `contents(forType:)`; a package is a copy that the model does not change.
  let contents: DocumentContents
  let attributes: [AnyHashable: Any]
  let package: PackageSnapshot?

  init(plan: SavePlan, contents: DocumentContents, attributes: [AnyHashable: Any]) throws {
    self.plan = plan
    self.attributes = attributes
    var contents = contents
    if case .fileWrapper(let wrapper) = contents { contents = .written(as: wrapper) }
    if case .fileWrapper(let wrapper) = contents {
      let package = try PackageSnapshot(wrapper)
      self.package = package
      self.contents = .fileWrapper(package.copy)
    } else {
      package = nil
      self.contents = contents
    }
  }

  func adopt() {
    package?.adopt()
    if case .snapshot(let snapshot) = contents { snapshot.adopt() }
  }
}

/// A save in progress, whose plan the defaults of `writeContents` read and add results to.
package final class Writing: OperationPart, @unchecked Sendable {
  package let operation: DocumentOperation
  // Only the queue of file access uses the following properties, which is why unchecked is safe.
  package var plan: SavePlan
  var outcome: SaveOutcome?

  init(_ plan: SavePlan, _ operation: DocumentOperation) {
    self.plan = plan
    self.operation = operation
  }

  package func belongs(to document: AnyObject) -> Bool {
    operation.document == ObjectIdentifier(document)
  }
}

/// The bytes on disk that `writeContents` has written: an override may compress them, for example.
package final class WrittenBytes: OperationPart, @unchecked Sendable {
  /// The maximum size of a file that an override reads or writes, and that is read again for its
  /// digest.
  static let mostBytesRead = 64 << 20

  // Only the queue of file access uses these properties, which is why unchecked is safe.
  private var size: Int64 = 0
  private var digest: UInt64?

  func note(_ data: Data) {
    size = Int64(data.count)
    digest = data.withUnsafeBytes(FileIdentity.digest(of:))
  }

  /// Examines a new file that an override of `writeContents` may have written.
  func look(at location: FileLocation, _ status: FileStatus, in store: any FileStore) {
    guard status.kind == .regular, digest == nil || status.size != size else { return }
    digest = nil
    guard status.size <= Self.mostBytesRead else { return }
    size = status.size
    digest = try? store.digest(of: location)
  }

  /// Nil if other bytes than the known ones were written.
  func digest(ofSize size: Int64) -> UInt64? { size == self.size ? digest : nil }
}

/// The writing of contents into memory, for a comparison.
///
/// The default of `writeContents(_:to:for:originalContentsURL:)` finds it as the operation's part.
/// An override that writes the item itself writes to a temporary location.
final class Rendering: OperationPart, @unchecked Sendable {
  /// The classes whose last contents were taken, and not written to a temporary location.
  static let inMemory = Mutex<Set<ObjectIdentifier>>([])

  private let document: ObjectIdentifier
  // One thread at a time writes, and passes it to the next, which is why unchecked is safe.
  private(set) var rendition: FileWrapper?

  init(of document: ObjectIdentifier) { self.document = document }

  /// Returns true if the contents were taken, and must not be written.
  func take(_ contents: DocumentContents, of document: AnyObject) -> Bool {
    guard ObjectIdentifier(document) == self.document else { return false }
    switch contents {
    case .data(let data): rendition = FileWrapper(regularFileWithContents: data)
    case .fileWrapper(let wrapper): rendition = wrapper
    default: return false
    }
    return true
  }
}

/// The contents of a document, taken in its isolation.
package enum TakenContents {
  case contents(Any)
  case rendition(FileWrapper)
}

/// The destination of a save and the fate of the document's previous item.
package struct SavePlan: Sendable {
  package var url: URL
  /// True if the save was requested to create an item, and not to overwrite one.
  let createsItem: Bool
  /// The identifier of the type to save as.
  let type: String?
  /// The item that is replaced, from which unchanged parts may be copied.
  var original: URL?
  /// The original is removed when the new item is durable, because the type changes its name.
  let movesOriginal: Bool
  /// True if the save writes there even if another process moves the item meanwhile.
  let isInPlace: Bool
  package let movesDocument: Bool
  /// A created document does not know the existing contents, and would erase them.
  let mayReplaceUnread: Bool

  var makesNewItem: Bool { createsItem || movesOriginal }
}

extension SavePlan {
  var elsewhere: SavePlan {
    SavePlan(
      url: url, createsItem: false, type: type, original: nil, movesOriginal: false,
      isInPlace: false, movesDocument: false, mayReplaceUnread: true)
  }

  /// Returns the plan with a number in the name, because the name is taken.
  func numbered(_ number: Int, filenameExtension: String) -> SavePlan {
    var plan = self
    plan.url = url.replacingName {
      SavingName.numbered($0, number, filenameExtension: filenameExtension)
    }
    return plan
  }
}

extension URL {
  package func replacingName(by name: (String) -> String) -> URL {
    let newName = name(itemName)
    guard newName != itemName else { return self }
    return deletingLastPathComponent().appending(component: newName, directoryHint: .notDirectory)
  }
}
