internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

/// The state of a document: it changes on the queue of file access and in the caller's isolation,
/// and is readable on any thread under one lock.
package final class DocumentRecord: Sendable {
  /// The item when it was last read or written.
  package struct Item: Sendable {
    package var type: String?
    var modificationDate: Date?
    /// Nil for documents without a file.
    package var identity: FileIdentity?

    package init(
      type: String? = nil, modificationDate: Date? = nil, identity: FileIdentity? = nil
    ) {
      (self.type, self.modificationDate, self.identity) = (type, modificationDate, identity)
    }
  }

  package struct Values: Sendable {
    package var fileURL: URL {
      didSet {
        places += 1
        if fileURL != oldValue {
          resolved = nil
          visible.insert(.place)
        }
      }
    }
    package var item = Item() {
      didSet {
        places += 1
        if item.type != oldValue.type || item.modificationDate != oldValue.modificationDate {
          visible.insert(.item)
        }
      }
    }
    /// The type by which the class of the document was chosen.
    package var detected: DetectedType?
    /// The number of times that the item may have been replaced or moved.
    fileprivate var places = 0
    fileprivate var observers: [ObjectIdentifier: Observer] = [:]
    /// The state that the operations of the document change.
    package var machine = DocumentMachine() {
      didSet { noteChanges(since: oldValue) }
    }
    package var changes: ChangeTracker {
      get { machine.changes }
      set { machine.changes = newValue }
    }
    /// True if the document has not been saved at its location yet.
    package var isDraft: Bool {
      get { machine.isDraft }
      set { machine.isDraft = newValue }
    }
    /// The place in the trash from which the item can be restored.
    var restoreURL: URL?
    var undoManager: UndoManager?
    var progress: UncheckedSendableBox<Progress>? {
      didSet { if progress?.value !== oldValue?.value { visible.insert(.progress) } }
    }
    var outcome: SaveOutcome?
    /// File access and presenters read it too.
    var overwritesChangesOnDisk = false
    var preservesVersions = false
    /// Versions created by file access and not yet reported.
    var gainedVersions: [ItemVersion] = []
    var recovery: RecoveryReport?
    var itemInConflict: FileIdentity?
    /// The directory that was last searched for the remains of a crash.
    var recoveredDirectory: URL?
    /// The URL that was last opened, and its path without symbolic links.
    var resolved: (url: URL, path: FilePath)?
    fileprivate var owner: Owner?
    package var autosaved: Autosaved? {
      didSet {
        if autosaved?.url != oldValue?.url { visible.insert(.autosaved) }
        machine.kept = autosaved?.state
      }
    }
    /// Keeps every change for the next opening of the document; nil if the class keeps none.
    var ownFolder: FilePath?
    var obstacle: DocumentError? {
      didSet { if (obstacle == nil) != (oldValue == nil) { visible.insert(.obstacle) } }
    }
    fileprivate var visible: Changes = []
    var latestError: DocumentError? {
      didSet { visible.insert(.problem) }
    }
    /// The contents when the document was opened, if a comparison needs them; nil after the first
    /// save.
    var baseline: ContentsBaseline?
    /// The time for which the latest comparison occupied the document's isolation.
    var comparisonCost = Duration.zero
    package var isSavedAtEnd = false
    var errorsInHandling: [any Error] = []
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
    static let shown: Changes = [.place, .state, .edits, .obstacle, .problem]
  }

  /// Stored in a structure, because a generic type such as `Mutex` gets another thunk of a function
  /// that it stores directly at each access.
  private struct ChangeObserver: Sendable {
    let notify: @Sendable (Changes) -> Void
  }

  private let values: Mutex<Values>
  /// The observer, which runs on the thread of the change; set once, before the record is shared.
  private let observer = Mutex<ChangeObserver?>(nil)

  private let storedHooks = Mutex(DocumentHooks())

  init(fileURL: URL) {
    values = Mutex(Values(fileURL: fileURL))
  }

  /// Set in initializers only; the end of the process may read them before that.
  package var hooks: DocumentHooks {
    get { storedHooks.withLock { $0 } }
    set { storedHooks.withLock { $0 = newValue } }
  }

  func whenVisible(_ notify: @escaping @Sendable (Changes) -> Void) {
    observer.withLock { $0 = ChangeObserver(notify: notify) }
  }

  /// Notifies the observer of properties that the record does not store.
  func noteVisible(_ changes: Changes) {
    guard !changes.isEmpty else { return }
    observer.withLock { $0 }?.notify(changes)
  }

  package typealias Observer = @Sendable (URL, FileStatus.Item?) -> Void

  /// Notifies the observers of the changes of this call; a call that only reads notifies none, so
  /// it can be made under another lock.
  package func withValues<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
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
  package func observe(by id: ObjectIdentifier, _ observer: Observer?) {
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
  package var item: Item {
    get { withValues { $0.item } }
    set { withValues { $0.item = newValue } }
  }
  var owner: ResumptionContext? {
    get { withValues { $0.owner?.context } }
    set { withValues { $0.owner = newValue.map(Owner.init) } }
  }
  var state: DocumentMachine.Flags { withValues { $0.machine.flags } }
  package var undoManager: UndoManager? { withValues { $0.undoManager } }

  /// The effect of ``changeState(_:error:)``.
  struct StateEffect: Sendable {
    /// The previous and the current state; nil if the state is unchanged and there is no error.
    var states: (previous: DocumentMachine.Flags, current: DocumentMachine.Flags)?
    var visible: Changes = []
  }

  /// Notifies no observer: the caller notifies the streams, then calls ``noteVisible(_:)``.
  func changeState(_ change: DocumentMachine.Change, error: (any Error)?) -> StateEffect {
    values.withLock { values in
      let previous = values.machine.flags
      change.apply(to: &values.machine.flags)
      if let error = error as? DocumentError, !error.leavesDocumentAlone {
        values.latestError = error
      }
      if values.latestError != nil,
        values.machine.flags.isDisjoint(with: [.savingError, .inConflict])
      {
        values.latestError = nil
      }
      var effect = StateEffect(visible: values.takeVisible())
      guard values.machine.flags != previous || error != nil else { return effect }
      effect.states = (previous, values.machine.flags)
      return effect
    }
  }
}

extension DocumentRecord {
  /// Contents that were autosaved to the recovery location.
  package struct Autosaved: Sendable {
    package let folder: AutosaveFolder
    package let url: URL
    package let state: ChangeTracker.StateIdentity

    package init(folder: AutosaveFolder, url: URL, state: ChangeTracker.StateIdentity) {
      (self.folder, self.url, self.state) = (folder, url, state)
    }
  }
}

extension DocumentRecord.Values {
  /// Each access takes the changes that it made itself: a read on another thread may hold a lock of
  /// the observers.
  fileprivate mutating func takeVisible() -> DocumentRecord.Changes {
    defer { visible = [] }
    return visible
  }

  fileprivate mutating func noteChanges(since old: DocumentMachine) {
    if machine.flags != old.flags { visible.insert(.state) }
    if machine.changes.hasUnsavedChanges != old.changes.hasUnsavedChanges { visible.insert(.edits) }
    if machine.isDraft != old.isDraft { visible.insert(.draft) }
    if machine.deletion != old.deletion { visible.insert(.problem) }
    if machine.isAtRisk != old.isAtRisk { visible.insert(.risk) }
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

/// The contents of a document when it was opened, for a comparison with its current contents.
final class ContentsBaseline: Sendable {
  private enum State: Sendable {
    case digest(UInt64, count: Int)
    // The wrappers of a copy are read and never changed.
    case package(UncheckedSendableBox<FileWrapper>)
  }

  private let state: State

  /// - Throws: `DocumentError` if a file could not be read.
  init(_ rendition: FileWrapper) throws {
    if rendition.isRegularFile {
      let data = try rendition.contents()
      state = .digest(data.withUnsafeBytes(FileIdentity.digest(of:)), count: data.count)
    } else {
      state = .package(UncheckedSendableBox(rendition))
    }
  }

  func matches(_ rendition: FileWrapper) throws -> Bool {
    switch state {
    case .digest(let digest, let count):
      guard rendition.isRegularFile, rendition.byteCount == count else { return false }
      return try rendition.contents().withUnsafeBytes(FileIdentity.digest(of:)) == digest
    case .package(let wrapper):
      return try wrapper.value.hasContents(of: rendition)
    }
  }
}
