import Synchronization
import TypeGraph

/// Texts of the types of one registry, which are made on first use.
///
/// A text that was made for each call would cost more than the rest of a look-up.
// Unchecked because the places are in memory that the class manages; each is atomic.
final class TypeTexts: @unchecked Sendable {
  private final class Text: Sendable {
    let text: String?
    init(_ text: String?) { self.text = text }
  }

  private let count: Int
  /// The address of the memory of the places; 0 before the first use.
  private let memory = Atomic<UInt>(0)

  private typealias Places = UnsafeMutablePointer<Atomic<UInt>>

  /// - Parameter count: the number of types.
  init(count: Int) { self.count = count }

  deinit {
    guard let places = Places(bitPattern: memory.load(ordering: .acquiring)) else { return }
    for index in 0..<count {
      let text = places[index].load(ordering: .acquiring)
      if let text = UnsafeRawPointer(bitPattern: text) {
        Unmanaged<Text>.fromOpaque(text).release()
      }
    }
    places.deinitialize(count: count)
    places.deallocate()
  }

  /// Returns the text of a type.
  ///
  /// - Parameters:
  ///   - type: the place of the type.
  ///   - make: the function that makes the text on first use.
  /// - Complexity: O(1), without a lock and without allocation, after the first use.
  @inline(__always)
  func text(of type: TypeIndex, _ make: () -> String?) -> String? {
    let index = Int(type.rawValue)
    guard index < count else { return make() }
    let place = places + index
    if let text = UnsafeRawPointer(bitPattern: place.pointee.load(ordering: .acquiring)) {
      return Unmanaged<Text>.fromOpaque(text)._withUnsafeGuaranteedRef { $0.text }
    }
    let made = make()
    let text = Unmanaged.passRetained(Text(made))
    let address = UInt(bitPattern: text.toOpaque())
    if !place.pointee.compareExchange(
      expected: 0, desired: address, ordering: .acquiringAndReleasing
    ).exchanged {
      // Another thread was first.
      text.release()
    }
    return made
  }

  private var places: Places {
    if let places = Places(bitPattern: memory.load(ordering: .acquiring)) { return places }
    let new = Places.allocate(capacity: count)
    for index in 0..<count { (new + index).initialize(to: Atomic(0)) }
    let (exchanged, original) = memory.compareExchange(
      expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing)
    guard !exchanged, let places = Places(bitPattern: original) else { return new }
    new.deinitialize(count: count)
    new.deallocate()
    return places
  }
}
