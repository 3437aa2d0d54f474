internal import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import UTIPlatform

/// What a document knows of itself, for any thread to ask.
///
/// Attributes change on the queue of file access and where the caller is, and are read everywhere,
/// so that they live behind one lock.
final class DocumentRecord: Sendable {
  /// The item as it was last read or written.
  struct Item: Sendable {
    var type: String?
    var modificationDate: Date?
    /// Nil for documents that no file holds.
    var identity: FileIdentity?
  }

  struct Values: Sendable {
    var fileURL: URL {
      didSet {
        places += 1
        if fileURL != oldValue { visible.insert(.place) }
      }
    }
    var item = Item() {
      didSet {
        places += 1
        if item.type != oldValue.type || item.modificationDate != oldValue.modificationDate {
          visible.insert(.item)
        }
      }
    }
    /// How often the item may have become another one, or got another place.
    fileprivate var places = 0
    fileprivate var observers: [ObjectIdentifier: Observer] = [:]
    /// Whether the document was open at some time.
    var hasBeenOpen = false
    var state = Document.State.closed {
      didSet { if state != oldValue { visible.insert(.state) } }
    }
    var changes = ChangeTracker() {
      didSet {
        if changes.hasUnsavedChanges != oldValue.hasUnsavedChanges { visible.insert(.edits) }
        noteRisk()
      }
    }
    var undoManager: UndoManager?
    var progress: UncheckedSendableBox<Progress>? {
      didSet { if progress?.value !== oldValue?.value { visible.insert(.progress) } }
    }
    var outcome: SaveOutcome?
    /// Whether saving replaces what somebody else has changed, and whether it keeps what it replaces;
    /// file access and presenters ask as well.
    var overwritesChangesOnDisk = false
    var preservesVersions = false
    /// Versions that file access has made, and that nobody has been told of.
    var gainedVersions: [ItemVersion] = []
    var recovery: RecoveryReport?
    /// The directory that was last searched for what a crash has left.
    var recoveredDirectory: URL?
    /// Where the document lives, as far as it is known.
    fileprivate var owner: Owner?
    /// Whether the document has not been saved at its place yet.
    var isDraft = false {
      didSet { if isDraft != oldValue { visible.insert(.draft) } }
    }
    /// What was autosaved that the item does not have.
    var autosaved: Autosaved? {
      didSet {
        if autosaved?.url != oldValue?.url { visible.insert(.autosaved) }
        noteRisk()
      }
    }
    /// Whether there are changes that no file has.
    fileprivate(set) var isAtRisk = false {
      didSet { if isAtRisk != oldValue { visible.insert(.risk) } }
    }
    /// Why the item cannot be overwritten.
    var obstacle: DocumentError? {
      didSet { if (obstacle == nil) != (oldValue == nil) { visible.insert(.obstacle) } }
    }
    /// What has changed that people see.
    fileprivate var visible: Changes = []
    /// That the item is gone, as far as the document knows.
    var deletion: Deletion? {
      didSet { visible.insert(.problem) }
    }
    /// Whether somebody who coordinates has said that the item goes.
    var isDeleted: Bool {
      get { if case .announced = deletion { true } else { false } }
      set {
        if newValue || deletion != nil { deletion = newValue ? .announced : nil }
      }
    }
    /// The latest failure of saving or reading again.
    var latestError: DocumentError? {
      didSet { visible.insert(.problem) }
    }
    /// What the contents were when the document was opened, where a comparison needs that; nil from the
    /// first save on.
    var baseline: ContentsBaseline?
    /// The time for which the latest comparison kept the owner of the document.
    var comparisonCost = Duration.zero
    /// Whether the end of the process saves the document, and not only autosaves it.
    var isSavedAtEnd = false
    /// Whether a place was looked for that can be written.
    var hasLookedForWritablePlace = false
    /// Whether the item is about to be read again because somebody else has written it.
    var isFollowing = false
    var errorsInHandling: [any Error] = []
    var streams: [UInt64: AsyncStream<DocumentStateChange>.Continuation] = [:]
    var nextStream: UInt64 = 0
  }

  /// Properties of a document that have other values than before.
  struct Changes: OptionSet, Sendable {
    let rawValue: Int
    static let place = Changes(rawValue: 1 << 0)
    static let item = Changes(rawValue: 1 << 1)
    static let state = Changes(rawValue: 1 << 2)
    static let edits = Changes(rawValue: 1 << 3)
    static let progress = Changes(rawValue: 1 << 4)
    static let autosaved = Changes(rawValue: 1 << 5)
    static let draft = Changes(rawValue: 1 << 6)
    static let obstacle = Changes(rawValue: 1 << 7)
    static let problem = Changes(rawValue: 1 << 8)
    static let risk = Changes(rawValue: 1 << 9)
    /// What the stream of changes tells of.
    static let shown: Changes = [.place, .state, .edits, .obstacle, .problem]
  }

  private let values: Mutex<Values>
  /// Is told of changes that people see; set once, before anybody else has the record.
  private let tellObservers = Mutex<(@Sendable (Changes) -> Void)?>(nil)

  init(fileURL: URL) {
    values = Mutex(Values(fileURL: fileURL))
  }

  /// Has somebody told of changes that people see, on the thread of the change.
  func whenVisible(_ tell: @escaping @Sendable (Changes) -> Void) {
    tellObservers.withLock { $0 = tell }
  }

  /// Tells that properties have other values, which the record does not hold itself.
  func noteVisible(_ changes: Changes) {
    guard !changes.isEmpty else { return }
    tellObservers.withLock { $0 }?(changes)
  }

  /// Is told where the item is and which it is.
  typealias Observer = @Sendable (URL, FileIdentity.Item?) -> Void

  func withValues<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
    let (result, changed, visible) = values.withLock { values in
      let places = values.places
      let result = body(&values)
      let isChanged = places != values.places && !values.observers.isEmpty
      defer { values.visible = [] }
      return (result, isChanged ? values : nil, values.visible)
    }
    // Observers look at the disk, and must not be waited for.
    if let changed { changed.observers.values.forEach(changed.tell) }
    noteVisible(visible)
    return result
  }

  /// Has somebody told now, and whenever the item is another one or elsewhere.
  func observe(by id: ObjectIdentifier, _ observer: Observer?) {
    let values = values.withLock { values in
      values.observers[id] = observer
      return values
    }
    if let observer { values.tell(observer) }
  }

  var fileURL: URL {
    get { withValues { $0.fileURL } }
    set { withValues { $0.fileURL = newValue } }
  }
  var item: Item {
    get { withValues { $0.item } }
    set { withValues { $0.item = newValue } }
  }
  var owner: ResumptionContext? {
    get { withValues { $0.owner?.context } }
    set { withValues { $0.owner = newValue.map(Owner.init) } }
  }
  var state: Document.State { withValues { $0.state } }
  var undoManager: UndoManager? { withValues { $0.undoManager } }

  /// Changes the state, of which ``tellOfChanges()`` tells.
  ///
  /// - Returns: the change and who wants to hear of it; nil when the state was so already.
  func changeState(
    _ body: (inout Document.State) -> Void, error: (any Error)?
  ) -> (change: DocumentStateChange, streams: [AsyncStream<DocumentStateChange>.Continuation])? {
    let change = values.withLock {
      values -> (DocumentStateChange, [AsyncStream<DocumentStateChange>.Continuation])? in
      let previous = values.state
      body(&values.state)
      if let error = error as? DocumentError, !error.leavesDocumentAlone {
        values.latestError = error
      }
      if values.latestError != nil, values.state.isDisjoint(with: [.savingError, .inConflict]) {
        values.latestError = nil
      }
      if !values.state.contains(.closed) { values.hasBeenOpen = true }
      guard values.state != previous || error != nil else { return nil }
      let change = DocumentStateChange(previous: previous, current: values.state, error: error)
      return (change, Array(values.streams.values))
    }
    return change
  }

  /// Tells of what has changed that people see.
  func tellOfChanges() { withValues { _ in } }

  /// A stream of the changes of state from now on.
  func makeStream() -> AsyncStream<DocumentStateChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: DocumentStateChange.self)
    let number = withValues { values in
      values.nextStream += 1
      values.streams[values.nextStream] = continuation
      return values.nextStream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.withValues { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }

  deinit {
    for stream in withValues({ Array($0.streams.values) }) { stream.finish() }
  }
}

extension DocumentRecord.Values {
  private mutating func noteRisk() {
    isAtRisk = changes.hasUnsavedChanges && autosaved?.state != changes.current
  }

  fileprivate func tell(_ observer: DocumentRecord.Observer) {
    observer(fileURL, item.identity.map(FileIdentity.Item.init))
  }
}

/// Where a document lives; an actor that owns its document is not kept alive by it.
private enum Owner: Sendable {
  case place(ResumptionContext)
  case actor(WeakActor)

  init(_ context: ResumptionContext) {
    if case .actor(let actor) = context {
      self = .actor(WeakActor(actor))
    } else {
      self = .place(context)
    }
  }

  var context: ResumptionContext? {
    switch self {
    case .place(let context): context
    case .actor(let actor): actor.value.map(ResumptionContext.actor)
    }
  }
}

// Unchecked, because the reference is set once, and reading a weak one is safe on every thread.
private struct WeakActor: @unchecked Sendable {
  private(set) weak var value: (any Actor)?

  init(_ value: any Actor) { self.value = value }
}
