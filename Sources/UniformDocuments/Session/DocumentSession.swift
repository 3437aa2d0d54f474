internal import Foundation
internal import UniformFoundationAdditions

/// The model of a window that shows a document, independent of a toolkit.
///
/// It is the counterpart of UIDocumentViewController without a view. Attaching a document opens it,
/// and detaching saves and closes it. The state that the window shows in between is one value,
/// ``presentation``. Commands return whether they succeeded; the presentation has the error with
/// the user's choices.
///
/// Several sessions may show one document. The document is closed when the last session detaches
/// it.
@MainActor public final class DocumentSession {
  /// The controller that opens documents and tracks open ones.
  public let controller: DocumentController

  /// The attached document; nil in the empty state.
  public internal(set) var document: Document?

  /// The state that a window shows.
  public private(set) var presentation = DocumentPresentation.empty

  /// Called whenever ``presentation`` changes.
  public var presentationDidChange: ((DocumentPresentation) -> Void)?

  /// Called once for each attached document when it is open, before ``attach(_:)`` returns.
  public var documentDidOpen: ((Document) -> Void)?

  /// Called once for each detached document, even if another session still shows it.
  public var documentDidDetach: ((Document) -> Void)?

  // Only the newest value is kept for a slow reader.
  private let streams = ModelStreams<DocumentPresentation>(.bufferingNewest(1))
  private var observation: DocumentObservation?
  private var progressTask: Task<Void, Never>?
  private var running = 0
  /// The latest call that attaches, detaches or discards.
  private var lastTurn: Task<Bool, Never>?

  /// A command that can be repeated.
  struct Command {
    let run: @MainActor (DocumentSession) async -> Bool

    init(_ run: @escaping @MainActor (DocumentSession) async -> Bool) { self.run = run }
  }

  /// The error of a command that is not a problem of the document.
  private var failure: (any Error)?
  var failedCommand: Command?
  private var dismissed: SessionProblem?

  /// Creates a session without a document.
  ///
  /// - Parameter controller: the controller that opens documents.
  public init(controller: DocumentController = .shared) {
    self.controller = controller
    SessionList.shared.add(self)
  }

  deinit { progressTask?.cancel() }

  /// A stream of the current presentation and all later ones; it ends with the session.
  public var presentations: AsyncStream<DocumentPresentation> {
    streams.makeStream(beginning: presentation)
  }

  // MARK: - Showing

  /// Updates the presentation and notifies observers if it differs.
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

  /// `Progress` on Linux sends no notifications.
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

  /// Hides the problem until another one occurs.
  func dismissProblem() {
    failure = nil
    dismissed = foundProblem()
    refresh()
  }

  // MARK: - Commands

  /// Shows the error; `command` is the one to be repeated.
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
    // The caller of a cancellation needs no report.
    if error is CancellationError || (error as? CocoaError)?.code == .userCancelled { return }
    failedCommand = command
    // The document itself reports its problems to every session.
    let isReported = (error as? DocumentError)?.leavesDocumentAlone == false
    if !isReported || document?.problem == nil { failure = error }
  }

  /// Runs work after all earlier calls, so that documents are attached and detached one by one.
  func inTurn(_ body: @escaping @MainActor () async -> Bool) async -> Bool {
    let turn = Task { @MainActor [lastTurn] in
      _ = await lastTurn?.value
      return await body()
    }
    lastTurn = turn
    return await turn.value
  }

  // MARK: - The document

  /// Shows a document, which need not be open.
  func show(_ document: Document) {
    guard document !== self.document else { return }
    self.document = document
    observation = DocumentObservation(of: document) { [weak self] in self?.refresh() }
    refresh()
  }

  func showNothing() {
    observation = nil
    document = nil
    refresh()
  }
}

/// The existing sessions, without keeping them alive.
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

  func isShown(_ document: Document, besides session: DocumentSession) -> Bool {
    entries.contains { entry in
      guard let other = entry.session, other !== session else { return false }
      return other.document === document
    }
  }
}
