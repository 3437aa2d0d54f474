import CoordinationTestSupport
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIFileCoordination

/// Accesses that would wait for themselves.
@Suite struct CircularWaits {
  private let place = URL(filePath: "/nowhere/\(UUID().uuidString)")

  /// Far longer than it takes to find a circle, which takes no time at all.
  private static let patience = Duration.seconds(600)

  private static func coordinator() -> NSFileCoordinator {
    let coordinator = NSFileCoordinator()
    coordinator.presenterPatience = patience
    return coordinator
  }

  private static func failure(_ error: NSError?) -> DocumentError? {
    error?.userInfo[NSUnderlyingErrorKey] as? DocumentError
  }

  /// Writes an item, and reads another one inside the accessor as soon as both accessors are active.
  ///
  /// - Returns: The failure of the read; nil if the item was read.
  private static func write(
    _ url: URL, thenRead other: URL, isActive: DispatchSemaphore, isOtherActive: DispatchSemaphore
  ) -> DocumentError? {
    var failure: DocumentError?
    coordinator().coordinate(writingItemAt: url) { _ in
      isActive.signal()
      isOtherActive.wait()
      var error: NSError?
      coordinator().coordinate(readingItemAt: other, error: &error) { _ in }
      failure = Self.failure(error)
    }
    return failure
  }

  @Test("K6, K9: if two accessors each need the item of the other, one fails at once")
  func nested() async throws {
    let (a, b) = (place.appending(path: "a"), place.appending(path: "b"))
    let (isFirstActive, isSecondActive) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let first = TestProgram.onOwnThread {
      Self.write(a, thenRead: b, isActive: isFirstActive, isOtherActive: isSecondActive)
    }
    async let second = TestProgram.onOwnThread {
      Self.write(b, thenRead: a, isActive: isSecondActive, isOtherActive: isFirstActive)
    }
    // The other one goes on as soon as the failed one has left.
    let failures = await [first, second].compactMap { $0 }
    #expect(failures.map(\.code) == [.circularWait])
    let message = try #require(failures.first?.message)
    for part in ["/a waits", "/b waits", "inside its accessor", "another access"] {
      #expect(message.contains(part), "\(message)")
    }
  }

  @Test("K9: an access on the queue of a presenter that it notifies fails at once")
  func presenterQueue() async throws {
    let url = place.appending(path: "a")
    let presenter = TracingPresenter(url)
    let failure = Mutex<DocumentError?>(nil)
    await withCheckedContinuation { continuation in
      presenter.presentedItemOperationQueue.addOperation {
        var error: NSError?
        Self.coordinator().coordinate(writingItemAt: url, error: &error) { _ in }
        failure.withLock { $0 = Self.failure(error) }
        continuation.resume()
      }
    }
    #expect(failure.withLock { $0?.code } == .circularWait)
    let message = try #require(failure.withLock { $0?.message })
    #expect(message.contains("the presenter TracingPresenter of a"))
    // The presenter itself is not asked for its own accesses.
    let hasWritten = Mutex(false)
    await withCheckedContinuation { continuation in
      presenter.presentedItemOperationQueue.addOperation {
        NSFileCoordinator(filePresenter: presenter).coordinate(writingItemAt: url) { _ in
          hasWritten.withLock { $0 = true }
        }
        continuation.resume()
      }
    }
    #expect(hasWritten.withLock { $0 })
    presenter.resign()
  }

  @Test("K9: the state names the accesses of a cycle, and the last of them fails")
  func state() {
    var state = CoordinationState()
    func item(_ path: FilePath) -> [ClaimedItem] { [ClaimedItem(path: path, access: .writing)] }
    func run(_ number: CoordinationState.Number) -> CoordinationState.Step {
      while true {
        let step = state.advance(number)
        guard case .ask(let question) = step else { return step }
        state.ask(number, question, [])
      }
    }
    let alone = Claim.Description(purpose: "1", isShared: false)
    let first = state.begin(item("/a"), alone)
    let second = state.begin(item("/b"), Claim.Description(purpose: "2", isShared: false))
    #expect(run(first) == .access && run(second) == .access)
    let inner = state.begin(
      item("/b"), Claim.Description(purpose: "3", isShared: false, parent: first))
    #expect(run(inner) == .wait)
    let closing = state.begin(
      item("/a"), Claim.Description(purpose: "4", isShared: false, parent: second))
    #expect(
      run(closing)
        == .fail(
          .circularWait([
            CoordinationState.Wait(path: "/a", access: .writing, reason: .access),
            CoordinationState.Wait(path: "/a", access: .writing, reason: .nested),
            CoordinationState.Wait(path: "/b", access: .writing, reason: .access),
            CoordinationState.Wait(path: "/b", access: .writing, reason: .nested),
          ])))
    #expect(run(inner) == .wait)
    state.release(closing)
    state.release(second)
    #expect(run(inner) == .access)
    state.release(inner)
    state.release(first)
    #expect(state.isIdle)
  }
}
