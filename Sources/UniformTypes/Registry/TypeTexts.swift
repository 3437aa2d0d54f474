import Synchronization
internal import TypeGraph
internal import UTIPlatform

/// Texts of the types of one registry, which are made on first use.
///
/// A text that was made for each call would cost more than the rest of a look-up.
struct TypeTexts: ~Copyable {
  private let count: Int
  /// The address of the memory of the places; 0 before the first use.
  private let memory = Atomic<UInt>(0)

  /// The address of a text; 0 before it is made.
  private typealias Place = Atomic<UInt>

  /// - Parameter count: the number of types.
  init(count: Int) { self.count = count }

  deinit {
    guard let places = Self.places(at: memory.load(ordering: .acquiring)) else { return }
    for index in 0..<count {
      if let text = Self.text(at: places[index].load(ordering: .acquiring)) { Self.remove(text) }
    }
    free(places)
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
    guard index < count, let places else { return make() }
    if let text = Self.text(at: places[index].load(ordering: .acquiring)) { return text.pointee }
    return add(make(), to: places + index)
  }

  private func add(_ text: String?, to place: UnsafeMutablePointer<Place>) -> String? {
    let new = UnsafeMutablePointer<String?>.allocate(capacity: 1)
    new.initialize(to: text)
    let isFirst = place.pointee.compareExchange(
      expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing
    ).exchanged
    if !isFirst { Self.remove(new) }
    return text
  }

  /// The places of all texts; nil if there is no memory for them.
  private var places: UnsafeMutablePointer<Place>? {
    if let places = Self.places(at: memory.load(ordering: .acquiring)) { return places }
    // Memory of zeros costs nothing before it is used.
    guard let new = calloc(count, MemoryLayout<Place>.stride) else { return nil }
    let (exchanged, first) = memory.compareExchange(
      expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing)
    if exchanged { return new.assumingMemoryBound(to: Place.self) }
    free(new)
    return Self.places(at: first)
  }

  private static func places(at address: UInt) -> UnsafeMutablePointer<Place>? {
    UnsafeMutablePointer(bitPattern: address)
  }

  private static func text(at address: UInt) -> UnsafeMutablePointer<String?>? {
    UnsafeMutablePointer(bitPattern: address)
  }

  private static func remove(_ text: UnsafeMutablePointer<String?>) {
    text.deinitialize(count: 1)
    text.deallocate()
  }
}
