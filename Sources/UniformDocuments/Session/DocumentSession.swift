public import Foundation
internal import SystemPackage
internal import UTIPlatform
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

extension DocumentSession {
  /// Shows a document, and opens it unless it is open.
  ///
  /// The previous document is detached first; if that fails, it stays attached. The new document is
  /// added to the ``controller``.
  ///
  /// - Parameter document: the document; nil for the empty state.
  /// - Returns: whether it is shown and open. Otherwise the session is empty, and shows the error.
  @discardableResult
  public func attach(_ document: Document?) async -> Bool {
    guard let document else { return await detach() }
    return await attach(unlessShown: document, Command { await $0.attach(document) }) { session in
      session.show(document)
      let isNew = !session.controller.documents.contains { $0 === document }
      session.controller.addDocument(document)
      do {
        try await document.openContents()
      } catch {
        if isNew { session.controller.removeDocument(document) }
        throw error
      }
      return document
    }
  }

  /// Shows the document at a URL, and opens it unless it is open.
  ///
  /// - Parameter url: the location of the document.
  /// - Returns: whether it is shown and open. Otherwise the session is empty, and shows the error.
  @discardableResult
  public func attach(to url: URL) async -> Bool {
    await attach(unlessShown: controller.document(for: url), Command { await $0.attach(to: url) }) {
      session in
      try await session.controller.openDocument(at: url) {
        let document = try session.controller.makeDocument(at: url)
        session.show(document)
        return document
      }.document
    }
  }

  /// Shows a document with autosaved changes of a program that has ended.
  ///
  /// - Parameter autosaved: an element of ``DocumentController/autosavedDocuments(in:)``.
  /// - Returns: whether it is shown and open. Otherwise the session is empty, and shows the error.
  @discardableResult
  public func attach(recovering autosaved: AutosavedDocument) async -> Bool {
    await attach(unlessShown: nil, Command { await $0.attach(recovering: autosaved) }) { session in
      try await session.controller.reopenDocument(autosaved)
    }
  }

  /// `wanted` is known before the document is open; `command` is the one to be repeated.
  private func attach(
    unlessShown wanted: Document?, _ command: Command,
    _ open: @escaping @MainActor (DocumentSession) async throws -> Document
  ) async -> Bool {
    await inTurn {
      if let wanted, wanted === self.document, self.presentation.isOpen { return true }
      guard await self.detachNow(command) else { return false }
      return await self.perform(command) {
        do {
          let document = try await open(self)
          self.show(document)
          self.refresh()
          self.documentDidOpen?(document)
        } catch {
          self.showNothing()
          throw error
        }
      }
    }
  }

  /// Saves the document if necessary, closes it unless another session shows it, and shows the
  /// empty state.
  ///
  /// - Returns: whether the session is empty. If the document cannot be saved, it stays attached
  ///   and the choices are shown.
  @discardableResult
  public func detach() async -> Bool {
    await inTurn { await self.detachNow(Command { await $0.detach() }) }
  }

  /// Closes the document without saving it, and shows the empty state.
  ///
  /// A document that another session shows is not closed, and keeps its changes.
  ///
  /// - Returns: whether the session is empty.
  @discardableResult
  public func discard() async -> Bool {
    await inTurn {
      await self.letGo(Command { await $0.discard() }) { document, isShared in
        if !isShared { try await document.close(discardingChanges: true) }
      }
    }
  }

  private func detachNow(_ command: Command) async -> Bool {
    await letGo(command) { document, isShared in
      guard isShared else { return try await document.saveAndClose() }
      // The other sessions show the error of a failed save.
      _ = await document.autosave()
    }
  }

  private func letGo(
    _ command: Command,
    _ end: @escaping @MainActor (_ document: Document, _ isShared: Bool) async throws -> Void
  ) async -> Bool {
    guard let document else { return true }
    return await perform(command) {
      try await end(document, SessionList.shared.isShown(document, besides: self))
      self.showNothing()
      self.documentDidDetach?(document)
    }
  }
}

/// A problem as a window shows it: the message, the remedy and the user's choices.
public struct SessionProblem: Sendable {
  /// The problem, in a sentence.
  public let message: String
  /// The action that corrects the problem.
  public let remedy: String
  /// The choices, the safest first, for ``DocumentSession/resolve(_:at:)``.
  public let choices: [DocumentProblem.Choice]
  /// The location of changes that could not be saved; nil if they are in the document only.
  public let keptAt: URL?
  /// The complete error.
  public let error: any Error

  /// Creates the problem of an error.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - keptAt: the location of changes that could not be saved.
  public init(_ error: any Error, keptAt: URL? = nil) {
    self.error = error
    self.keptAt = keptAt
    switch error {
    case let error as DocumentError:
      message = error.message
      remedy = error.remedy
      choices = Self.choices(for: error)
    case let error as DocumentClassError:
      message = "\(error)"
      remedy = error.remedy
      choices = [.dismiss]
    default:
      message = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      remedy = (error as? any LocalizedError)?.recoverySuggestion ?? ""
      choices = [.retry, .dismiss]
    }
  }

  /// Returns the choices of the error, and the choices that a session adds.
  private static func choices(for error: DocumentError) -> [DocumentProblem.Choice] {
    let choices = error.choices
    if choices.contains(.revert) { return [.keepBoth] + choices }
    // If changes could be lost, the user must decide.
    return choices.contains(.discard) ? choices : choices + [.dismiss]
  }
}

extension SessionProblem: Hashable {
  /// Returns a Boolean value that indicates whether two problems look the same to the user.
  public static func == (left: SessionProblem, right: SessionProblem) -> Bool {
    left.message == right.message && left.remedy == right.remedy && left.choices == right.choices
      && left.keptAt == right.keptAt
  }

  /// Hashes the visible properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(choices)
  }
}

/// The complete state that a window shows of a document, as one value.
public struct DocumentPresentation: Hashable, Sendable {
  /// The document's name to display; empty if there is no document.
  public var title = ""
  /// The document's directory to display, with `~` for the home directory.
  public var place = ""
  /// The URL of the document; nil if there is none.
  public var url: URL?
  /// The identifier of the document's type.
  public var type: String?
  /// A Boolean value that indicates whether the document is open, and its contents may be shown.
  public var isOpen = false
  /// A Boolean value that indicates whether the document has not been saved at its location yet.
  public var isDraft = false
  /// A Boolean value that indicates whether there are changes to save.
  public var isEdited = false
  /// A Boolean value that indicates whether the user may change the contents.
  public var isEditable = false
  /// A Boolean value that indicates whether a command is running that the user waits for.
  public var isBusy = false
  /// The progress of that command, from 0 to 1; nil if it is unknown.
  public var progress: Double?
  /// The title of the command that undoes, such as "Undo Typing"; nil if there is nothing to undo.
  public var undoTitle: String?
  /// The title of the command that redoes; nil if there is nothing to redo.
  public var redoTitle: String?
  /// The current problem and the user's choices; nil if there is none.
  public var problem: SessionProblem?

  /// Creates the presentation without a document.
  public init() {}

  /// The presentation without a document: the empty state.
  public static let empty = DocumentPresentation()
}

extension DocumentPresentation {
  /// Returns the directory of a URL to display.
  static func place(of url: URL) -> String {
    guard url.isFileURL else { return url.deletingLastPathComponent().absoluteString }
    let directory = url.deletingLastPathComponent().standardizedFileURL.path
    // Foundation reads the home directory of the account and ignores the environment variable.
    guard let home = UserDirectory.home?.text, home != "/" else { return directory }
    if directory == home { return "~" }
    return directory.hasPrefix(home + "/") ? "~" + directory.dropFirst(home.count) : directory
  }
}
