import Synchronization
internal import UTIPlatform
internal import UTITypeGraph

/// Texts of the types of one registry, made on first use, since each costs more than a look-up.
///
/// They are in pages, so that one question does not pay for the memory of all types.
struct TypeTexts: ~Copyable {
  /// An address; 0 before there is one.
  private typealias Place = Atomic<UInt>

  private static var pageBits: Int { 6 }
  private static var pageCount: Int { 1 << pageBits }

  private let count: Int
  /// Each page has the texts of 64 types.
  private let pages = Place(0)

  init(count: Int) { self.count = count }

  private var numberOfPages: Int { (count + Self.pageCount - 1) >> Self.pageBits }

  deinit {
    guard let pages: UnsafeMutablePointer<Place> = Self.pointer(in: pages) else { return }
    for number in 0..<numberOfPages {
      guard let page: UnsafeMutablePointer<Place> = Self.pointer(in: pages[number]) else {
        continue
      }
      for index in 0..<Self.pageCount {
        guard let text: UnsafeMutablePointer<String?> = Self.pointer(in: page[index]) else {
          continue
        }
        Self.remove(text)
      }
      free(page)
    }
    free(pages)
  }

  /// O(1), without a lock and without allocation, after the first use.
  @inline(__always)
  func text(of type: TypeIndex, _ make: () -> String?) -> String? {
    let index = Int(type.rawValue)
    guard index < count, let pages = Self.places(numberOfPages, in: pages),
      let page = Self.places(Self.pageCount, in: pages[index >> Self.pageBits])
    else { return make() }
    let place = page + (index & (Self.pageCount - 1))
    if let text: UnsafeMutablePointer<String?> = Self.pointer(in: place.pointee) {
      return text.pointee
    }
    return Self.add(make(), to: place)
  }

  private static func add(_ text: String?, to place: UnsafeMutablePointer<Place>) -> String? {
    let new = UnsafeMutablePointer<String?>.allocate(capacity: 1)
    new.initialize(to: text)
    if !isFirst(new, in: place.pointee) { remove(new) }
    return text
  }

  private static func remove(_ text: UnsafeMutablePointer<String?>) {
    text.deinitialize(count: 1)
    text.deallocate()
  }

  /// Made on first use; nil if there is no memory.
  @inline(__always)
  private static func places(
    _ count: Int, in place: borrowing Place
  ) -> UnsafeMutablePointer<Place>? {
    pointer(in: place) ?? makePlaces(count, in: place)
  }

  private static func makePlaces(
    _ count: Int, in place: borrowing Place
  ) -> UnsafeMutablePointer<Place>? {
    guard let new = calloc(count, MemoryLayout<Place>.stride) else { return nil }
    if !isFirst(new, in: place) { free(new) }
    return pointer(in: place)
  }

  /// False if another thread has stored an address before.
  private static func isFirst(_ new: UnsafeMutableRawPointer, in place: borrowing Place) -> Bool {
    place.compareExchange(
      expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing
    ).exchanged
  }

  @inline(__always)
  private static func pointer<Value: ~Copyable>(
    in place: borrowing Place
  ) -> UnsafeMutablePointer<Value>? {
    UnsafeMutablePointer(bitPattern: place.load(ordering: .acquiring))
  }
}
