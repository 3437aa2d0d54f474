internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge

extension HostedDocument {
  /// The name and number of a client without a file.
  struct Untitled: Sendable {
    /// A name in the recovery location; nil if the client always had a file.
    var url: URL?
    var name: String
    var number: UntitledNumber?
  }

  /// True if the user has not chosen a location yet.
  var isUntitled: Bool {
    let url = fileURL
    return untitled.withLock { $0.url == url }
  }

  var untitledName: String {
    get { untitled.withLock(\.name) }
    set {
      untitled.withLock { $0.name = newValue }
      renameUntitled()
    }
  }

  /// Sets or removes the location, without reading or writing.
  @MainActor func take(_ place: URL?) {
    guard let place else {
      guard !isUntitled else { return }
      let number = UntitledNumber()
      let name = number.name(client?.defaultDraftName() ?? "Untitled")
      let url = Self.url(ofUntitled: name, in: environment)
      untitled.withLock { $0 = Untitled(url: url, name: name, number: number) }
      record.withValues { values in
        values.fileURL = url
        values.item.identity = nil
        values.isDraft = true
      }
      return renameUntitled()
    }
    record.withValues { $0.fileURL = place }
    forgetNumber()
  }

  /// Restores the document without a file that existed when the program ended.
  func becomeUntitled(at url: URL) {
    let name = url.itemName
    let ending = url.itemExtension
    let base = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    untitled.withLock { $0 = Untitled(url: url, name: base) }
  }

  /// Releases the number when the document has a location.
  func forgetNumber() {
    guard !isUntitled else { return }
    untitled.withLock { untitled in
      untitled.number = nil
      untitled.url = nil
    }
  }

  /// The extension of the type, by which autosaved contents are recognized.
  func renameUntitled() {
    guard isUntitled else { return }
    var name = untitledName
    let type = record.item.type
    let preferred = types.preferredExtension(ofType: type)
    if !preferred.isEmpty { name = SavingName.append(preferred, to: name) }
    let url = Self.url(ofUntitled: name, in: environment)
    untitled.withLock { $0.url = url }
    record.withValues { $0.fileURL = url }
  }

  static func isUntitled(_ url: URL, in environment: DocumentEnvironment) -> Bool {
    let directory = url.deletingLastPathComponent().path
    return environment.recoveryDirectories.contains { URL(of: $0).path == directory }
  }

  static func url(ofUntitled name: String, in environment: DocumentEnvironment) -> URL {
    // A slash may be displayed, but is not valid in a path component.
    let component = name.replacingOccurrences(of: "/", with: ":")
    return directory(in: environment).appending(component: component, directoryHint: .notDirectory)
  }

  private static func directory(in environment: DocumentEnvironment) -> URL {
    environment.autosaveDirectory.map { URL(of: $0, directoryHint: .isDirectory) }
      ?? FileManager.default.temporaryDirectory.appending(
        component: "untitled-\(ProcessInfo.processInfo.processIdentifier)",
        directoryHint: .isDirectory)
  }
}

/// The number of a document without a name, which is free again when the object is released.
final class UntitledNumber: Sendable {
  private static let taken = Mutex<Set<Int>>([])

  private let value: Int

  init() {
    value = Self.taken.withLock { taken in
      var number = 1
      while !taken.insert(number).inserted { number += 1 }
      return number
    }
  }

  deinit {
    _ = Self.taken.withLock { [value] in $0.remove(value) }
  }

  /// Returns a name with the number, unless it is the first.
  func name(_ name: String) -> String { value == 1 ? name : "\(name) \(value)" }
}
