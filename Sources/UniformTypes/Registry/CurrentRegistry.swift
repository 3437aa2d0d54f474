import Synchronization
import UTIPlatform
import UTITypeGraph

/// The current registry, which `UTType` uses, with a snapshot for each thread.
///
/// Threads that shared one object would wait at each counted reference and at its lock. A thread
/// that makes no further access keeps a replaced registry alive until it ends.
enum CurrentRegistry {
  /// Increases whenever another registry becomes the current one.
  private static let generation = Atomic<Int>(0)
  private static let shared = Mutex<RegistrySnapshot?>(nil)

  /// The value ends with the thread; nil if the process has no free key.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { share in
      if let share { Unmanaged<ThreadShare>.fromOpaque(share).release() }
    }
    return status == 0 ? key : nil
  }()

  /// Copied on first access from the one that all threads copy.
  static var snapshot: RegistrySnapshot {
    get { RegistryScope.snapshot ?? withShare { $0.snapshot } }
    set {
      let number = shared.withLock { snapshot in
        snapshot = newValue
        return generation.add(1, ordering: .releasing).newValue
      }
      keep(ThreadShare(newValue, number))
    }
  }

  /// The base declares the identifier in the program's text; nil if the registry does not have it.
  @inline(__always)
  static func place(of identifier: StaticString) -> (RegistrySnapshot, TypeIndex)? {
    if let scoped = RegistryScope.snapshot {
      return scoped.describedType(TypeIdentifier(canonical: identifier.description)).map {
        (scoped, $0)
      }
    }
    return withShare { share in share.place(of: identifier).map { (share.snapshot, $0) } }
  }

  @inline(__always)
  private static func withShare<Value>(_ body: (ThreadShare) -> Value) -> Value {
    if let key, let share = pthread_getspecific(key) {
      let number = generation.load(ordering: .acquiring)
      // The thread keeps its share alive, so that an access needs no reference counting.
      let value = Unmanaged<ThreadShare>.fromOpaque(share)._withUnsafeGuaranteedRef {
        $0.generation == number ? body($0) : nil
      }
      if let value { return value }
    }
    return body(renewedShare())
  }

  private static func renewedShare() -> ThreadShare {
    let (snapshot, number) = shared.withLock { snapshot in
      let number = generation.load(ordering: .acquiring)
      if let snapshot { return (snapshot.copy(), number) }
      let loaded = Self.loaded(inPlaceOf: snapshot)
      snapshot = loaded
      return (loaded, number)
    }
    let share = ThreadShare(snapshot, number)
    keep(share)
    return share
  }

  private static func keep(_ share: ThreadShare) {
    guard let key else { return }
    let former = pthread_getspecific(key)
    let new = Unmanaged.passRetained(share)
    guard pthread_setspecific(key, new.toOpaque()) == 0 else { return new.release() }
    if let former { Unmanaged<ThreadShare>.fromOpaque(former).release() }
  }
}

/// One thread's part of the current registry.
private final class ThreadShare {
  let snapshot: RegistrySnapshot
  /// The generation of the registry when the share was made.
  let generation: Int
  private let places: UnsafeMutableBufferPointer<Place>

  /// The place of a constant, by the address of its identifier.
  private struct Place {
    var identifier: UnsafePointer<UInt8>?
    var type = TypeIndex.none
  }

  /// More than there are constants; two constants with one place are looked up each time.
  private static let placeCount = 512

  init(_ snapshot: RegistrySnapshot, _ generation: Int) {
    self.snapshot = snapshot
    self.generation = generation
    places = .allocate(capacity: Self.placeCount)
    places.initialize(repeating: Place())
  }

  deinit { places.deallocate() }

  /// The canonical identifier has an address; O(1), without allocation.
  @inline(__always)
  func place(of identifier: StaticString) -> TypeIndex? {
    let address = identifier.utf8Start
    let bits = UInt(bitPattern: address) &>> 2
    let slot = Int(bitPattern: (bits ^ bits &>> 9) & UInt(Self.placeCount - 1))
    if places[slot].identifier == address { return places[slot].type }
    guard
      let type = snapshot.describedType(TypeIdentifier(canonical: identifier.description))
    else { return nil }
    places[slot] = Place(identifier: address, type: type)
    return type
  }
}
