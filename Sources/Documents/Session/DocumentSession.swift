internal import Foundation
internal import FoundationAdditions

/// The model behind a window that shows a document; it knows no toolkit.
///
/// It is the counterpart of UIDocumentViewController without a view: a document that is attached is
/// opened, one that is detached is saved and closed, and all that a window shows in between is one
/// value, ``presentation``. Commands say whether they succeeded; why not is in the presentation, with
/// the choices that people have.
///
/// Several sessions may show one document. It is closed when the last of them lets it go.
@MainActor public final class DocumentSession {
  /// What opens documents, and knows which are open.
  public let controller: DocumentController

  /// The document that is shown; nil in the empty state.
  public internal(set) var document: Document?

  /// What a window shows.
  public private(set) var presentation = DocumentPresentation.empty

  /// Is called when ``presentation`` is another one than before.
  public var presentationDidChange: ((DocumentPresentation) -> Void)?

  /// Is called once for each document that is attached, when it is open; before ``attach(_:)`` returns.
  public var documentDidOpen: ((Document) -> Void)?

  /// Is called once for each document that is detached, whether it is closed or shown elsewhere.
  public var documentDidDetach: ((Document) -> Void)?

  // Only the newest value waits for somebody who is slow.
  private let streams = ModelStreams<DocumentPresentation>(.bufferingNewest(1))
  private var observation: DocumentObservation?
  private var progressTask: Task<Void, Never>?
  /// How many commands are under way.
  private var running = 0
  /// The attaching, detaching or discarding that was asked for last.
  private var lastTurn: Task<Bool, Never>?

  /// A command, to be given again.
  struct Command {
    let run: @MainActor (DocumentSession) async -> Bool

    init(_ run: @escaping @MainActor (DocumentSession) async -> Bool) { self.run = run }
  }

  /// What a command failed with that is no problem of the document.
  private var failure: (any Error)?
  /// What failed, to be done again.
  var failedCommand: Command?
  /// What people do not want to be told again.
  private var dismissed: SessionProblem?

  /// Makes a session without a document.
  ///
  /// - Parameter controller: what opens documents.
  public init(controller: DocumentController = .shared) {
    self.controller = controller
    SessionList.shared.add(self)
  }

  deinit { progressTask?.cancel() }

  /// What a window shows now, and whatever it shows later; the stream ends with the session.
  public var presentations: AsyncStream<DocumentPresentation> {
    streams.makeStream(beginning: presentation)
  }

  // MARK: - Showing

  /// Looks at the document, and tells of what is different.
  func refresh() {
    let new = makePresentation()
    guard new != presentation else { return }
    presentation = new
    streams.yield(new)
    presentationDidChange?(new)
  }

  private func makePresentation() -> DocumentPresentation {
    var shown = DocumentPresentation()
    shown.isBusy = running > 0
    shown.problem = problem()
    guard let document else { return shown }
    let state = document.documentState
    shown.title = document.localizedName
    shown.place = DocumentPresentation.place(of: document.fileURL)
    shown.url = document.fileURL
    shown.type = document.fileType
    shown.isOpen = !state.contains(.closed)
    shown.isDraft = document.isDraft
    shown.isEdited = shown.isOpen && document.hasUnsavedChanges
    shown.isEditable = state.isDisjoint(with: [.closed, .editingDisabled])
    if let progress = document.progress {
      shown.isBusy = true
      shown.progress = progress.isIndeterminate ? nil : progress.fractionCompleted
      followProgress()
    }
    if shown.isOpen, let manager = document.undoManager {
      shown.undoTitle = manager.canUndo ? manager.undoMenuItemTitle : nil
      shown.redoTitle = manager.canRedo ? manager.redoMenuItemTitle : nil
    }
    return shown
  }

  /// Looks again while something moves: Linux's `Progress` tells nobody.
  private func followProgress() {
    guard progressTask == nil else { return }
    progressTask = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(100))
      self?.progressTask = nil
      self?.refresh()
    }
  }

  private func problem() -> SessionProblem? {
    guard let found = foundProblem() else {
      dismissed = nil
      return nil
    }
    return found == dismissed ? nil : found
  }

  private func foundProblem() -> SessionProblem? {
    (failure ?? document?.problemError).map {
      SessionProblem($0, keptAt: document?.autosavedContentsFileURL)
    }
  }

  /// Shows the problem no more, until there is another one.
  func dismissProblem() {
    failure = nil
    dismissed = foundProblem()
    refresh()
  }

  // MARK: - Commands

  /// Does what people wait for, and shows what is wrong with it.
  ///
  /// - Parameters:
  ///   - command: the same, to be done again.
  ///   - body: what is done.
  func perform(_ command: Command, _ body: () async throws -> Void) async -> Bool {
    failure = nil
    dismissed = nil
    running += 1
    refresh()
    var isDone = false
    do {
      try await body()
      isDone = true
      failedCommand = nil
    } catch {
      note(error, of: command)
    }
    running -= 1
    refresh()
    return isDone
  }

  private func note(_ error: any Error, of command: Command) {
    // Whoever calls something off knows it.
    if error is CancellationError || (error as? CocoaError)?.code == .userCancelled { return }
    failedCommand = command
    // What is wrong with the document itself, it tells every session.
    let isTold = (error as? DocumentError)?.leavesDocumentAlone == false
    if !isTold || document?.problem == nil { failure = error }
  }

  /// Does something when what was asked for earlier is done, so that documents come and go one by one.
  func inTurn(_ body: @escaping @MainActor () async -> Bool) async -> Bool {
    let turn = Task { @MainActor [lastTurn] in
      _ = await lastTurn?.value
      return await body()
    }
    lastTurn = turn
    return await turn.value
  }

  // MARK: - The document

  /// Shows a document, open or not.
  func show(_ document: Document) {
    guard document !== self.document else { return }
    self.document = document
    observation = DocumentObservation(of: document) { [weak self] in self?.refresh() }
    refresh()
  }

  /// Shows no document.
  func showNothing() {
    observation = nil
    document = nil
    refresh()
  }
}

/// The sessions that there are, none of which it keeps alive.
@MainActor final class SessionList {
  static let shared = SessionList()

  private struct Entry {
    weak var session: DocumentSession?
  }

  private var entries: [Entry] = []

  func add(_ session: DocumentSession) {
    entries.removeAll { $0.session == nil }
    entries.append(Entry(session: session))
  }

  /// Whether another session shows a document.
  func isShown(_ document: Document, besides session: DocumentSession) -> Bool {
    entries.contains { entry in
      guard let other = entry.session, other !== session else { return false }
      return other.document === document
    }
  }
}
