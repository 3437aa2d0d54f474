internal import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The document that does the work of an ``NSDocument``: saving, coordination, changes, autosaving.
///
/// It belongs to its client, which knows the contents, and asks it for them on the main actor. A
/// client without a place is a draft here, whose URL is a name among what is autosaved: nothing is
/// ever written there, and the first save moves it to the place that somebody has chosen.
final class HostedDocument: Document {
  private(set) weak var client: NSDocument?
  /// The client, as long as nobody else has it.
  var kept: NSDocument?
  /// How many saves of the item have begun and not ended; of the main actor.
  var savesUnderWay = 0
  private let autosavesInPlace: Bool
  let untitled: Mutex<Untitled>

  /// Makes a document of a client that has no place yet, and is open.
  @MainActor init(for client: NSDocument) {
    let number = UntitledNumber()
    let name = number.name(client.defaultDraftName())
    autosavesInPlace = type(of: client).autosavesInPlace
    let url = Self.url(ofUntitled: name, in: .standard)
    untitled = Mutex(Untitled(url: url, name: name, number: number))
    super.init(fileURL: url)
    self.client = client
    preservesVersions = type(of: client).preservesVersions
    record.withValues { values in
      values.isDraft = true
      values.state = .normal
      values.hasBeenOpen = true
    }
    becomePresenter()
  }

  override var livesOnMainActor: Bool { true }

  override var lifeline: NSObject { client ?? self }

  override var clientObject: NSObject { client ?? self }

  override var registersChanges: Bool {
    client.map { type(of: $0).registersEveryChange } ?? true
  }

  override func takeContentsToCompare() throws -> TakenContents {
    let document = UncheckedSendableBox(self)
    return try onMainActor(as: DocumentOperation.current) {
      try UncheckedSendableBox(document.value.renderNow())
    }.value
  }

  override var savesItselfInPlace: Bool { !isDraft && autosavesInPlace }

  override var environment: DocumentEnvironment {
    didSet { renameUntitled() }
  }

  override var presentedItemURL: URL? { isUntitled ? nil : super.presentedItemURL }

  override var localizedName: String {
    isUntitled ? untitled.withLock(\.name) : super.localizedName
  }

  /// What the place says is final: people choose it, and extensions are theirs to choose.
  override func fileNameExtension(
    forType typeName: String?, saveOperation: SaveOperation
  ) -> String { "" }

  override var savingFileType: String? { client == nil ? super.savingFileType : record.item.type }

  // MARK: - What the client does

  override func read(from url: URL) throws { try readHosted(from: url) }

  override func contents(forType typeName: String) throws -> Any {
    HostedContents(typeName: typeName)
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
    try writeHosted(contents, additionalFileAttributes, safelyTo: url, for: saveOperation)
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    try writeHosted(contents, to: url, for: saveOperation, originalContentsURL)
  }

  // MARK: - Changes

  override func updateChangeCount(_ change: ChangeKind) {
    let isTold = tellClient { $0.updateChangeCount(NSDocument.ChangeType(change)) }
    if !isTold { super.updateChangeCount(change) }
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
    let isTold = tellClient {
      $0.updateChangeCount(withToken: token.value, for: HostedSaving.kind(of: saveOperation))
    }
    if !isTold { super.updateChangeCount(withToken: changeCountToken, for: saveOperation) }
  }

  /// Tells the client on the main actor, where everything that a document is told arrives.
  ///
  /// - Returns: whether it was told.
  private func tellClient(_ body: @MainActor @Sendable (NSDocument) -> Void) -> Bool {
    guard MainQueue.isCurrent, let client else { return false }
    MainActor.assumeIsolated { body(client) }
    return true
  }
}
