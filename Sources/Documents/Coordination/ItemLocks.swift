#if !canImport(Darwin)
  internal import Foundation
  internal import SystemPackage

  /// Readers and writers of items in this process: many readers of an item or one writer.
  ///
  /// A package is one item. Who waits is let in first come, first served, so that a stream of
  /// readers does not keep a writer out.
  ///
  /// Unchecked because a condition variable guards everything in it.
  final class ItemLocks: @unchecked Sendable {
    /// What somebody wants to do with an item.
    enum Access: Sendable {
      case reading
      case writing
    }

    /// Something that is waited for or held.
    struct Claim: Sendable {
      let number: UInt64
      let path: String
      let access: Access
      let purpose: String?
    }

    static let shared = ItemLocks()

    private let condition = NSCondition()
    private var newest: UInt64 = 0
    /// Claims in the order of their calls, those that are held and those that wait.
    private var claims: [Claim] = []

    /// Waits until all accesses are allowed.
    ///
    /// They are claimed at once, so that two callers that want the same items never wait for each
    /// other.
    ///
    /// - Parameter isCancelled: is asked whenever something has changed.
    /// - Returns: nil when the caller does not want them any more.
    func acquire(
      _ wanted: [(path: String, access: Access)], purpose: String?, isCancelled: () -> Bool
    ) -> [Claim]? {
      condition.lock()
      defer { condition.unlock() }
      let own = wanted.map { item in
        newest += 1
        return Claim(number: newest, path: item.path, access: item.access, purpose: purpose)
      }
      claims += own
      guard let first = own.first?.number else { return [] }
      while own.contains(where: { isBlocked($0, before: first) }) {
        if isCancelled() {
          remove(own)
          return nil
        }
        condition.wait()
      }
      if isCancelled() {
        remove(own)
        return nil
      }
      return own
    }

    /// Gives accesses back.
    func release(_ own: [Claim]) {
      condition.lock()
      defer { condition.unlock() }
      remove(own)
    }

    /// Lets whoever waits look again whether it still wants to.
    func reconsider() {
      condition.lock()
      condition.broadcast()
      condition.unlock()
    }

    private func remove(_ own: [Claim]) {
      let numbers = Set(own.map(\.number))
      claims.removeAll { numbers.contains($0.number) }
      condition.broadcast()
    }

    private func isBlocked(_ claim: Claim, before first: UInt64) -> Bool {
      claims.contains { other in
        other.number < first && other.path == claim.path
          && (claim.access == .writing || other.access == .writing)
          && (claim.purpose == nil || other.purpose != claim.purpose)
      }
    }
  }
#endif
