import Synchronization
import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
import UTIFileWatching
internal import UTIPlatform
import UniformTypes

/// A printer of events as lines of JSON, each written immediately.
///
/// The first line has the initial state; earlier events wait for it.
final class EventPrinter: Sendable {
  /// The names are stable.
  static let names = [
    "watching", "changed", "metadataChanged", "moved", "deleted", "trashed", "appeared",
    "becamePolled", "noticesLost",
  ]
  /// Events of a directory's contents.
  static let subitemNames = ["appeared", "changed", "moved", "removed"]

  private let registry: TypeRegistry
  private let waiting = Mutex<[FileEvent]?>(nil)

  init(registry: TypeRegistry) { self.registry = registry }

  /// Events wait for the first line.
  func begin() { waiting.withLock { $0 = [] } }

  func print(_ event: FileEvent) {
    let waits = waiting.withLock { waiting in
      waiting?.append(event)
      return waiting != nil
    }
    if !waits { write(event) }
  }

  /// The first line, and then the waiting events.
  func printBeginning(_ path: FilePath, _ watch: FileWatch) {
    write("watching", path, [("exists", .boolean(watch.isPresent))] + type(of: path))
    waiting.withLock { waiting in
      for event in waiting ?? [] { write(event) }
      waiting = nil
    }
  }

  private func write(_ event: FileEvent) {
    let by: [(String, JSONValue)] = [("originator", .string(event.originator.rawValue))]
    switch event.kind {
    case .changed(let subitems):
      let changes: [(String, JSONValue)] =
        subitems.isEmpty ? [] : [("subitems", .array(subitems.map(Self.value)))]
      write("changed", event.path, by + type(of: event.path) + changes)
    case .metadataChanged: write("metadataChanged", event.path, by + type(of: event.path))
    case .moved(let place):
      write("moved", place, by + type(of: place) + [("oldPath", .string(event.path.text))])
    case .deleted: write("deleted", event.path, by)
    case .trashed(let place, let restorePath):
      write(
        "trashed", place,
        by + [("oldPath", .string(event.path.text)), ("restorePath", .string(restorePath.text))])
    case .appeared: write("appeared", event.path, by + type(of: event.path))
    case .becamePolled(let reason):
      write("becamePolled", event.path, [("cause", .string(reason.rawValue))])
    case .noticesLost: write("noticesLost", event.path, [])
    }
  }

  private func write(_ name: String, _ path: FilePath, _ fields: [(String, JSONValue)]) {
    let members: [(key: String, value: JSONValue)] =
      LosslessText.fields(path.text)
      + [("event", .string(name)), ("time", .string(FileTime.now.timestamp))]
      + fields.map { (key: $0.0, value: $0.1) }
    StandardOutput.shared.print(JSONValue.object(members).text())
    StandardOutput.shared.finish()
  }

  /// Only if the item can be identified.
  private func type(of path: FilePath) -> [(String, JSONValue)] {
    guard let verdict = try? registry.identify(pathText: path.text) else { return [] }
    return [("type", .string(registry.type(of: verdict).identifier))]
  }

  private static func value(_ subitem: FileEvent.Subitem) -> JSONValue {
    func value(_ name: String, _ path: FilePath, from old: FilePath? = nil) -> JSONValue {
      .object([
        ("event", .string(name)), ("path", .string(path.text)),
        ("oldPath", .optional(old.map(\.text))),
      ])
    }
    return switch subitem {
    case .appeared(let path): value("appeared", path)
    case .changed(let path): value("changed", path)
    case .moved(let old, let new): value("moved", new, from: old)
    case .removed(let path): value("removed", path)
    }
  }
}
