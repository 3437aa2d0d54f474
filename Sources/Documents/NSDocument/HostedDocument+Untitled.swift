internal import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import SystemPackage

extension HostedDocument {
  /// What a client without a place has instead.
  struct Untitled: Sendable {
    /// A name among what is autosaved; nil when the client was never without a place.
    var url: URL?
    var name: String
    var number: UntitledNumber?
  }

  /// Whether nobody has chosen a place yet.
  var isUntitled: Bool {
    let url = fileURL
    return untitled.withLock { $0.url == url }
  }

  /// What a client without a place is called.
  var untitledName: String {
    get { untitled.withLock(\.name) }
    set {
      untitled.withLock { $0.name = newValue }
      renameUntitled()
    }
  }

  /// Takes a place, or gives it up; nothing is read or written.
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

  /// Becomes the document without a place that an earlier one was when the program ended.
  func becomeUntitled(at url: URL) {
    let name = url.itemName
    let ending = url.itemExtension
    let base = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    untitled.withLock { $0 = Untitled(url: url, name: base) }
  }

  /// Leaves the number to others, when there is a place.
  func forgetNumber() {
    guard !isUntitled else { return }
    untitled.withLock { untitled in
      untitled.number = nil
      untitled.url = nil
    }
  }

  /// Gives a client without a place the name of its type, by which what is autosaved is recognised.
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

  /// Whether a place is one of documents that have none.
  static func isUntitled(_ url: URL, in environment: DocumentEnvironment) -> Bool {
    environment.autosaveDirectory != nil
      && url.deletingLastPathComponent().path == directory(in: environment).path
  }

  static func url(ofUntitled name: String, in environment: DocumentEnvironment) -> URL {
    // A slash is for people to see, and no part of a path.
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
