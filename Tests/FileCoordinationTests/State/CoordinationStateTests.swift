import Foundation
import SystemPackage
import Testing

@testable import UTIFileCoordination

/// Parts of the state of coordination that the exploration of schedules does not distinguish.
@Suite struct CoordinationStates {
  private let presenter = ObjectIdentifier(CoordinationMonitor.shared)
  private let item = ClaimedItem(path: "/a", access: .writing)

  @Test("A state is idle if nothing is left of accesses, guests, overtaking, needs and moves")
  func idleness() {
    var state = CoordinationState()
    #expect(state.isIdle)
    let access = state.begin([item], Claim.Description(presenter: presenter, canBeOvertaken: true))
    #expect(!state.isIdle)
    let isOvertaken = state.beginOvertaking(presenter)
    #expect(isOvertaken)
    state.release(access)
    #expect(!state.isIdle)
    state.endOvertaking(presenter)
    #expect(state.isIdle)
    let guest = state.admit([item])
    #expect(!state.isIdle)
    state.dismiss(guest)
    state.move("/a", to: "/b", notifying: [presenter])
    #expect(!state.isIdle && state.hasPendingMoves)
    state.noteMoved(presenter)
    #expect(state.isIdle && !state.hasPendingMoves)
    // A need lasts until it has ended as often as it began.
    for _ in 0..<2 { state.noteNeed(presenter, of: .main) }
    state.endNeed(presenter, of: .main)
    #expect(!state.isIdle)
    state.endNeed(presenter, of: .main)
    #expect(state.isIdle)
    for _ in 0..<2 {
      state.endNeed(presenter, of: .main)
      state.endOvertaking(presenter)
      state.noteMoved(presenter)
    }
    #expect(state.isIdle)
  }

  @Test("An access that has ended is no delegate, waits for no answer, and has no items")
  func ended() {
    var state = CoordinationState()
    let number = state.begin([item], Claim.Description())
    #expect(state.isShared(number) && state.items(of: number) == [item])
    state.release(number)
    #expect(!state.isShared(number) && !state.isDelegate(number) && state.isAnswered(number))
    let (step, silent) = (state.advance(number), state.passOver(number))
    #expect(state.items(of: number) == [] && step == .fail(.cancelled) && silent == [])
  }

  @Test("K2: an access for which another process waits leaves the turn, and goes on without it")
  func leavingTurn() {
    var state = CoordinationState()
    let number = state.begin([item], Claim.Description(presenter: presenter))
    var steps = [state.advance(number)]
    state.noteOutside(number, true)
    steps.append(state.advance(number))
    let guest = state.admit([item])
    state.ask(guest, .prepare, [.init(presenter)])
    steps.append(state.advance(number))
    state.noteTurnLeft(number)
    let isDelegate = state.isDelegate(number)
    steps.append(state.advance(number))
    state.ask(number, .relinquish, [])
    steps.append(state.advance(number))
    state.noteItemsLocked(number)
    steps.append(state.advance(number))
    #expect(
      steps == [.takeTurn, .wait, .leaveTurn, .ask(.relinquish), .lockItems, .access]
        && isDelegate)
  }

  @Test("K9: presenters that have not answered are passed over once, the others are not")
  func passingOver() {
    var state = CoordinationState()
    let guest = state.admit([item])
    let others = [NSObject(), NSObject()]
    let presenters = [presenter] + others.map { ObjectIdentifier($0) }
    state.ask(guest, .prepare, presenters.map { .init($0) })
    // Answers to another question, and at other places, do not count.
    state.noteAnswer(guest, at: 0, .relinquish)
    state.noteAnswer(guest, at: 3, .prepare)
    state.noteAnswer(guest, at: 1, .prepare)
    #expect(!state.isAnswered(guest))
    let silent = state.passOver(guest)
    #expect(silent == [presenters[0], presenters[2]] && state.isAnswered(guest))
    let again = state.passOver(guest)
    #expect(again == [])
    state.endEnquiry(guest)
    #expect(state.isAnswered(guest))
    withExtendedLifetime(others) {}
  }

  @Test("E6: items of accesses follow a move, unless they are locked")
  func moves() {
    for (path, moved) in [("/a/b", "/z/b"), ("/a", "/z"), ("/ab", "/ab"), ("/", "/")] {
      var state = CoordinationState()
      let access = state.begin(
        [ClaimedItem(path: .init(path), access: .reading)], Claim.Description())
      let locked = state.begin(
        [ClaimedItem(path: .init(path), access: .reading)], Claim.Description())
      state.noteItemsLocked(locked)
      state.move("/a", to: "/z")
      #expect(state.items(of: access).map(\.path.string) == [moved])
      #expect(state.items(of: locked).map(\.path.string) == [path])
    }
  }

  @Test("Options and times have the values of Foundation")
  func values() {
    let reading: [NSFileCoordinator.ReadingOptions] = [
      .withoutChanges, .resolvesSymbolicLink, .immediatelyAvailableMetadataOnly, .forUploading,
    ]
    #expect(reading.map(\.rawValue) == [1, 2, 4, 8])
    let writing: [NSFileCoordinator.WritingOptions] = [
      .forDeleting, .forMoving, .forMerging, .forReplacing, .contentIndependentMetadataOnly,
    ]
    #expect(writing.map(\.rawValue) == [1, 2, 4, 8, 16])
    #expect(NSFileVersion.AddingOptions.byMoving.rawValue == 1)
    #expect(NSFileVersion.ReplacingOptions.byMoving.rawValue == 1)
    #expect(Duration.milliseconds(1_250).seconds == 1.25)
  }

  @Test("A pointless wait for locks releases all of them")
  func abandonedWait() throws {
    let id = UUID().uuidString
    let one = try #require(LockFile.forPurpose("one \(id)"))
    let other = try #require(LockFile.forPurpose("other \(id)"))
    defer { for file in [one, other] { file.close([]) } }
    let bytes = ["/a", "/b", "/c"].map {
      LockByte.companions(of: ClaimedItem(path: .init($0), access: .writing), purpose: id).exclusive
    }.sorted()
    for byte in bytes.dropFirst() { #expect(other.tryToLock(byte)) }
    var (hasWaited, isPointless) = (false, false)
    var counts: [Int] = []
    let isLocked = one.lock(
      bytes, unless: { _ in isPointless }, willWait: { hasWaited = true },
      whileWaiting: { count in
        if counts.isEmpty { other.unlock(bytes[1]) }
        counts.append(count)
        if count == 2 { isPointless = true }
      })
    #expect(!isLocked && hasWaited && counts.first == 1 && counts.last == 2)
    for byte in bytes.prefix(2) { #expect(other.tryToLock(byte)) }
    for byte in bytes { other.unlock(byte) }
    // The abandoned thread locks the last byte and releases it.
    while !other.tryToLock(bytes[2]) { usleep(1_000) }
    other.unlock(bytes[2])
    #expect(one.lock(bytes, unless: { _ in false }, willWait: {}, whileWaiting: { _ in }))
    for byte in bytes { #expect(!other.tryToLock(byte)) }
    for byte in bytes { one.unlock(byte) }
  }
}
