internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The document that does the work of an ``NSDocument`` and takes its contents on the main actor.
///
/// A client without a file is a draft here, whose URL is a name in the recovery location where
/// nothing is written; the first save moves it to the user's location.
final class HostedDocument: Document {
  private(set) weak var client: NSDocument?
  /// A strong reference to the client, until another object owns it.
  var kept: NSDocument?
  /// The number of saves of the item in progress; belongs to the main actor.
  var savesUnderWay = 0
  /// True if the client's class overrides a function that writes.
  let writesItself: Bool
  let untitled: Mutex<Untitled>

  /// Creates the document of a client that has no file yet and is open.
  @MainActor init(for client: NSDocument) {
    let classOfClient = type(of: client)
    let savesInPlace = classOfClient.autosavesInPlace
    let number = UntitledNumber()
    let name = number.name(client.defaultDraftName())
    writesItself = WritingOverrides.exist(in: classOfClient)
    let url = Self.url(ofUntitled: name, in: .standard)
    untitled = Mutex(Untitled(url: url, name: name, number: number))
    super.init(fileURL: url)
    self.client = client
    hooks = makeHooks(classOfClient, savesInPlace: savesInPlace)
    preservesVersions = classOfClient.preservesVersions
    record.withValues { values in
      values.isDraft = true
      values.machine.flags = .normal
    }
  }

  /// The class is given, because another thread that asks the client would keep it alive meanwhile.
  private func makeHooks(_ classOfClient: NSDocument.Type, savesInPlace: Bool) -> DocumentHooks {
    var hooks = self.hooks
    hooks.livesOnMainActor = true
    hooks.writesInIsolation = writesItself
    hooks.clientClass = classOfClient
    hooks.client = { [weak client] in client }
    hooks.registersChanges = { [weak client] in
      classOfClient.registersEveryChange || client == nil
    }
    hooks.savesInPlace = { savesInPlace }
    hooks.takeContentsToCompare = { [unowned self] in try takeContentsOfClient() }
    hooks.environmentDidChange = { [unowned self] in renameUntitled() }
    return hooks
  }

  private func takeContentsOfClient() throws -> TakenContents {
    let document = UncheckedSendableBox(self)
    return try onMainActor(as: DocumentOperation.current) {
      let document = document.value
      return try UncheckedSendableBox(
        document.writesItself ? document.renderNow() : document.takeContents())
    }.value
  }

  override var presentedItemURL: URL? { isUntitled ? nil : super.presentedItemURL }

  override var localizedName: String {
    isUntitled ? untitled.withLock(\.name) : super.localizedName
  }

  /// The URL is final: the user chooses the complete name, including the extension.
  override func fileNameExtension(
    forType typeName: String?, saveOperation: SaveOperation
  ) -> String { "" }

  override var savingFileType: String? { client == nil ? super.savingFileType : record.item.type }

  // MARK: - Calls of the client

  override func read(from url: URL) throws { try readHosted(from: url) }

  override func contents(forType typeName: String) throws -> Any {
    if writesItself { return HostedContents(typeName: typeName) }
    let document = UncheckedSendableBox(self)
    return try onMainActor(as: DocumentOperation.current) {
      try UncheckedSendableBox(document.value.takeFileWrapper(ofType: typeName))
    }.value
  }

  override func fileAttributesToWrite(
    to url: URL, for saveOperation: SaveOperation
  ) throws -> [AnyHashable: Any] {
    try attributesToWrite(to: url, for: saveOperation)
  }

  override func save(
    to url: URL, for saveOperation: SaveOperation, completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    onMainActorLater { $0.saveHosted(to: url, for: saveOperation, completionHandler) }
  }

  override func autosave(completionHandler: (@Sendable (Bool) -> Void)?) {
    onMainActorLater { $0.autosaveHosted(completionHandler) }
  }

  override func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: SaveOperation
  ) throws {
    guard writesItself else {
      return try super.writeContents(
        contents, andAttributes: additionalFileAttributes, safelyTo: url, for: saveOperation)
    }
    try writeHosted(contents, additionalFileAttributes, safelyTo: url, for: saveOperation)
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    // A direct call of the client's `writeSafely` passes its contents on in any class.
    guard writesItself || contents is HostedContents else {
      return try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    }
    try writeHosted(contents, to: url, for: saveOperation, originalContentsURL)
  }

  // MARK: - Changes

  override func updateChangeCount(_ change: ChangeKind) {
    let isNotified = notifyClient { $0.updateChangeCount(NSDocument.ChangeType(change)) }
    if !isNotified { super.updateChangeCount(change) }
  }

  override func changeCountToken(for saveOperation: SaveOperation) -> Any {
    guard MainQueue.isCurrent, let client else {
      return super.changeCountToken(for: saveOperation)
    }
    return MainActor.assumeIsolated {
      UncheckedSendableBox(client.changeCountToken(for: HostedSaving.kind(of: saveOperation)))
    }.value
  }

  override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperation
  ) {
    let token = UncheckedSendableBox(changeCountToken)
    let isNotified = notifyClient {
      $0.updateChangeCount(withToken: token.value, for: HostedSaving.kind(of: saveOperation))
    }
    if !isNotified { super.updateChangeCount(withToken: changeCountToken, for: saveOperation) }
  }

  /// Calls the client on the main actor, where all calls arrive; returns whether it was called.
  private func notifyClient(_ body: @MainActor @Sendable (NSDocument) -> Void) -> Bool {
    guard MainQueue.isCurrent, let client else { return false }
    MainActor.assumeIsolated { body(client) }
    return true
  }
}

extension HostedDocument {
  @MainActor func record(_ change: NSDocument.ChangeType) {
    if let kind = change.kind { return recordChange(kind) }
    switch change {
    case .changeReadOtherContents: recordOtherContents()
    case .changeDiscardable: recordChange(.done, isDiscardable: true)
    default:
      record.withValues { values in
        let state = values.changes.current
        values.autosaved = values.autosaved.map {
          DocumentRecord.Autosaved(folder: $0.folder, url: $0.url, state: state)
        }
      }
    }
  }

  var hasUnautosavedChanges: Bool {
    hasUnsavedChanges
      && (undoActivity.isRecording
        || record.withValues { $0.autosaved?.state != $0.changes.current })
  }

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
