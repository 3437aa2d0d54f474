internal import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The state of a document, readable on any thread.
///
/// Attributes change on the queue of file access and in the caller's isolation, and are read on
/// every thread. One lock protects them all.
final class DocumentRecord: Sendable {
  /// The item when it was last read or written.
  struct Item: Sendable {
    var type: String?
    var modificationDate: Date?
    /// The identity of the item; nil for documents without a file.
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
    /// The number of times that the item may have been replaced or moved.
    fileprivate var places = 0
    fileprivate var observers: [ObjectIdentifier: Observer] = [:]
    /// True if the document has ever been open.
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
    /// The settings for replacing changes of other processes and for keeping versions.
    ///
    /// File access and presenters read them too.
    var overwritesChangesOnDisk = false
    var preservesVersions = false
    /// Versions created by file access and not yet reported.
    var gainedVersions: [ItemVersion] = []
    var recovery: RecoveryReport?
    /// The directory that was last searched for the remains of a crash.
    var recoveredDirectory: URL?
    /// The document's isolation, if it is known.
    fileprivate var owner: Owner?
    /// True if the document has not been saved at its location yet.
    var isDraft = false {
      didSet { if isDraft != oldValue { visible.insert(.draft) } }
    }
    /// The autosaved contents that the item does not have.
    var autosaved: Autosaved? {
      didSet {
        if autosaved?.url != oldValue?.url { visible.insert(.autosaved) }
        noteRisk()
      }
    }
    /// The state that the item has, before the document's isolation has noted its save.
    var written: ChangeTracker.StateIdentity? {
      didSet { noteRisk() }
    }
    /// True if there are changes that no file has.
    fileprivate(set) var isAtRisk = false {
      didSet { if isAtRisk != oldValue { visible.insert(.risk) } }
    }
    /// The folder in which the class itself keeps every change, for the next opening of the document;
    /// nil if it does not.
    var ownFolder: FilePath?
    /// The reason why the item cannot be overwritten.
    var obstacle: DocumentError? {
      didSet { if (obstacle == nil) != (oldValue == nil) { visible.insert(.obstacle) } }
    }
    /// The visible properties that have changed.
    fileprivate var visible: Changes = []
    /// The deletion of the item, if the document knows of one.
    var deletion: Deletion? {
      didSet { visible.insert(.problem) }
    }
    /// True if a file coordinator has announced the deletion of the item.
    var isDeleted: Bool {
      get { if case .announced = deletion { true } else { false } }
      set {
        if newValue || deletion != nil { deletion = newValue ? .announced : nil }
      }
    }
    /// The error of the latest failed save or read.
    var latestError: DocumentError? {
      didSet { visible.insert(.problem) }
    }
    /// The contents when the document was opened, if a comparison needs them; nil after the first
    /// save.
    var baseline: ContentsBaseline?
    /// The time for which the latest comparison occupied the document's isolation.
    var comparisonCost = Duration.zero
    /// True if the document is saved, and not only autosaved, when the process ends.
    var isSavedAtEnd = false
    /// True if a writable location was already searched for.
    var hasLookedForWritablePlace = false
    /// True if the item is about to be read again after a change by another process.
    var isFollowing = false
    var errorsInHandling: [any Error] = []
    var streams: [UInt64: AsyncStream<DocumentStateChange>.Continuation] = [:]
    var nextStream: UInt64 = 0
  }

  /// Properties of a document that have changed.
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
    /// The properties that the stream of changes reports.
    static let shown: Changes = [.place, .state, .edits, .obstacle, .problem]
  }

  /// A function that is called when visible properties have changed.
  ///
  /// A function that a generic type such as `Mutex` stores directly gets another thunk at each
  /// access; as the property of a structure it does not.
  private struct ChangeObserver: Sendable {
    let notify: @Sendable (Changes) -> Void
  }

  private let values: Mutex<Values>
  /// The observer of visible changes; set once, before the record is shared.
  private let observer = Mutex<ChangeObserver?>(nil)

  init(fileURL: URL) {
    values = Mutex(Values(fileURL: fileURL))
  }

  /// Sets the observer of visible changes, which runs on the thread of the change.
  func whenVisible(_ notify: @escaping @Sendable (Changes) -> Void) {
    observer.withLock { $0 = ChangeObserver(notify: notify) }
  }

  /// Notifies the observer of properties that the record does not store.
  func noteVisible(_ changes: Changes) {
    guard !changes.isEmpty else { return }
    observer.withLock { $0 }?.notify(changes)
  }

  /// An observer of the item's location and identity.
  typealias Observer = @Sendable (URL, FileStatus.Item?) -> Void

  /// Reads or changes values, and notifies the observers of the changes of this call.
  ///
  /// A call that only reads notifies no observer, so it can be made under another lock.
  func withValues<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
    let (result, changed, visible) = values.withLock { values in
      let places = values.places
      let result = body(&values)
      let isChanged = places != values.places && !values.observers.isEmpty
      return (result, isChanged ? values : nil, values.takeVisible())
    }
    // Observers access the disk, so they run outside the lock.
    if let changed { changed.observers.values.forEach(changed.notify) }
    noteVisible(visible)
    return result
  }

  /// Adds an observer and notifies it now and whenever the item is replaced or moved.
  func observe(by id: ObjectIdentifier, _ observer: Observer?) {
    let values = values.withLock { values in
      values.observers[id] = observer
      return values
    }
    if let observer { values.notify(observer) }
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

  /// The effect of ``changeState(_:error:)``.
  struct StateEffect: Sendable {
    /// The change; nil if the state is unchanged and there is no error.
    var change: DocumentStateChange?
    /// The streams that receive the change.
    var streams: [AsyncStream<DocumentStateChange>.Continuation] = []
    /// The visible properties that have changed.
    var visible: Changes = []
  }

  /// Changes the state without notifying anybody.
  ///
  /// - Returns: what the caller passes to the streams, and then to ``noteVisible(_:)``.
  func changeState(_ body: (inout Document.State) -> Void, error: (any Error)?) -> StateEffect {
    values.withLock { values in
      let previous = values.state
      body(&values.state)
      if let error = error as? DocumentError, !error.leavesDocumentAlone {
        values.latestError = error
      }
      if values.latestError != nil, values.state.isDisjoint(with: [.savingError, .inConflict]) {
        values.latestError = nil
      }
      if !values.state.contains(.closed) { values.hasBeenOpen = true }
      var effect = StateEffect(visible: values.takeVisible())
      guard values.state != previous || error != nil else { return effect }
      effect.change = DocumentStateChange(previous: previous, current: values.state, error: error)
      effect.streams = Array(values.streams.values)
      return effect
    }
  }

  /// Returns a stream of later changes of the state.
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
  /// Returns the visible properties that have changed, and forgets them.
  ///
  /// Each access to the values takes the changes that it has made itself. Otherwise a read on
  /// another thread would notify their observers, at a moment when it holds a lock of them.
  fileprivate mutating func takeVisible() -> DocumentRecord.Changes {
    defer { visible = [] }
    return visible
  }

  private mutating func noteRisk() {
    isAtRisk =
      changes.hasUnsavedChanges && autosaved?.state != changes.current
      && written != changes.current
  }

  fileprivate func notify(_ observer: DocumentRecord.Observer) {
    observer(fileURL, item.identity.map(\.item))
  }
}

/// The isolation of a document; it does not keep an actor alive.
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

// Unchecked, because the reference is set once, and reading a weak reference is safe on every
// thread.
private struct WeakActor: @unchecked Sendable {
  private(set) weak var value: (any Actor)?

  init(_ value: any Actor) { self.value = value }
}
