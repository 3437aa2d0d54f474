import CSystemCalls
import Synchronization
import TypeGraph
import UTIPlatform

/// The registry that `UTType` asks, as each thread has it.
///
/// Every constant and most look-ups ask for it. Threads that shared one object would wait for each
/// other wherever a reference to it is counted, and at the lock around it; so each has a snapshot of
/// its own of the one image, made when it asks for the first time.
///
/// A thread that asks no more keeps a registry alive that has been replaced, until it ends.
enum CurrentRegistry {
  /// Raised whenever another registry becomes the current one.
  private static let generation = Atomic<Int>(0)
  private static let shared = Mutex<RegistrySnapshot?>(nil)

  /// What ends with the thread; nil where the process has no key left for it.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { share in
      if let share { Unmanaged<ThreadShare>.fromOpaque(share).release() }
    }
    return status == 0 ? key : nil
  }()

  /// The snapshot of this thread, made at first with the one that all threads have copies of.
  static var snapshot: RegistrySnapshot {
    get { withShare { $0.snapshot } }
    set {
      let number = shared.withLock { snapshot in
        snapshot = newValue
        return generation.add(1, ordering: .releasing).newValue
      }
      keep(ThreadShare(newValue, number))
    }
  }

  /// A type that the base declares, by an identifier of the program's text.
  ///
  /// - Returns: nil when the registry does not describe it.
  static func type(_ identifier: StaticString) -> UTType? {
    withShare { share in share.place(of: identifier).map { UTType(share.snapshot, $0) } }
  }

  @inline(__always)
  private static func withShare<Value>(_ body: (ThreadShare) -> Value) -> Value {
    if let key, let share = pthread_getspecific(key) {
      let number = generation.load(ordering: .acquiring)
      // The thread keeps its share, which needs no reference for every question.
      let value = Unmanaged<ThreadShare>.fromOpaque(share)._withUnsafeGuaranteedRef {
        $0.generation == number ? body($0) : nil
      }
      if let value { return value }
    }
    return body(renewedShare())
  }

  private static func renewedShare() -> ThreadShare {
    let (snapshot, number) = shared.withLock { snapshot in
      _ = watchForLosses
      let number = generation.load(ordering: .acquiring)
      if let snapshot, !snapshot.image.storage.hasLostBytes { return (snapshot.copy(), number) }
      let loaded = Self.loaded(inPlaceOf: snapshot)
      snapshot = loaded
      return (loaded, number)
    }
    let share = ThreadShare(snapshot, number)
    keep(share)
    return share
  }

  /// The registry of the machine, or another one read anew whose file has been cut short.
  private static func loaded(inPlaceOf damaged: RegistrySnapshot?) -> RegistrySnapshot {
    if let damaged,
      let loaded = try? RegistryLoader(damaged.configuration).load(view: damaged.view)
    {
      return loaded
    }
    return RegistryLoader(RegistryConfiguration()).loadOrFallBack()
  }

  /// Makes every thread ask for the registry again when the file behind one has been cut short: until
  /// then zeros are read in place of what is gone.
  private static let watchForLosses: Void = uti_set_loss_handler {
    generation.add(1, ordering: .releasing)
  }

  private static func keep(_ share: ThreadShare) {
    guard let key else { return }
    let former = pthread_getspecific(key)
    let new = Unmanaged.passRetained(share)
    guard pthread_setspecific(key, new.toOpaque()) == 0 else { return new.release() }
    if let former { Unmanaged<ThreadShare>.fromOpaque(former).release() }
  }
}

/// What one thread has of the current registry.
private final class ThreadShare {
  let snapshot: RegistrySnapshot
  /// The number of the registry that was current when the share was made.
  let generation: Int
  private let places: UnsafeMutableBufferPointer<Place>

  /// Where a constant was found, by the address of its identifier.
  private struct Place {
    var identifier: UnsafePointer<UInt8>?
    var type = TypeIndex.none
  }

  /// More than there are constants; two that share a place are looked up each time.
  private static let placeCount = 512

  init(_ snapshot: RegistrySnapshot, _ generation: Int) {
    self.snapshot = snapshot
    self.generation = generation
    places = .allocate(capacity: Self.placeCount)
    places.initialize(repeating: Place())
  }

  deinit { places.deallocate() }

  /// The place of a type that the registry describes.
  ///
  /// - Parameter identifier: the canonical identifier, which has an address.
  /// - Complexity: O(1), without allocation.
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
