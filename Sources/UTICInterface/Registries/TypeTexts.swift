import Synchronization
import UTIPlatform
import UTITypeGraph

/// A text for each type of a registry, made when it is first asked for and kept.
///
/// Unchecked because of the pointer; its memory is written to by atomic operations only.
final class TypeTexts: @unchecked Sendable {
  private let addresses: UnsafeMutablePointer<Atomic<UInt>>
  private let count: Int

  init(count: Int) {
    self.count = count
    addresses = .allocate(capacity: max(count, 1))
    for place in 0..<count { (addresses + place).initialize(to: Atomic(0)) }
  }

  deinit {
    for place in 0..<count {
      UnsafeRawPointer(bitPattern: addresses[place].load(ordering: .relaxed))?.deallocate()
    }
    addresses.deallocate()
  }

  /// O(1), without a lock; nil is not kept.
  @inline(__always)
  func text(at place: TypeIndex, _ make: () -> String?) -> UnsafePointer<CChar>? {
    let index = Int(place.rawValue)
    guard index >= 0, index < count else { return nil }
    let known = addresses[index].load(ordering: .acquiring)
    if known != 0 { return UnsafePointer(bitPattern: known) }
    return make().map { stored($0, at: index) }
  }

  @inline(never)
  private func stored(_ text: String, at index: Int) -> UnsafePointer<CChar> {
    let new = CText.copy(of: text)
    let (isStored, present) = addresses[index].compareExchange(
      expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing)
    guard !isStored, let other = UnsafePointer<CChar>(bitPattern: present) else { return new }
    // Another thread was faster.
    new.deallocate()
    return other
  }
}
