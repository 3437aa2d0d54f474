#if !canImport(Darwin)
  public import Foundation
  internal import Synchronization

  /// Where an Objective-C function leaves its error; Foundation on Linux lacks the name.
  public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

  /// Lets those read and write an item who may do so at the same time, within this process.
  ///
  /// Any number may read an item at once, and only one may write it, with nobody reading. A package
  /// is one item, however many files it has. Other processes take no part; documents recognise what
  /// those have written by the identity of their items.
  ///
  /// Inside an accessor that writes an item, reading the same item is allowed. Any other access to
  /// it would wait for itself, and fails instead (rule K6).
  open class NSFileCoordinator {
    /// How an item is read.
    public struct ReadingOptions: OptionSet, Sendable {
      /// The members as bits.
      public let rawValue: UInt
      /// Makes options of bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// Without asking presenters to save.
      public static let withoutChanges = ReadingOptions(rawValue: 1 << 0)
      /// What a symbolic link leads to.
      public static let resolvesSymbolicLink = ReadingOptions(rawValue: 1 << 1)
      /// Only what is at hand.
      public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 1 << 2)
      /// A copy to send elsewhere.
      public static let forUploading = ReadingOptions(rawValue: 1 << 3)
    }

    /// How an item is written.
    public struct WritingOptions: OptionSet, Sendable {
      /// The members as bits.
      public let rawValue: UInt
      /// Makes options of bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// To delete it.
      public static let forDeleting = WritingOptions(rawValue: 1 << 0)
      /// To move it.
      public static let forMoving = WritingOptions(rawValue: 1 << 1)
      /// To change what others have changed.
      public static let forMerging = WritingOptions(rawValue: 1 << 2)
      /// To put another in its place.
      public static let forReplacing = WritingOptions(rawValue: 1 << 3)
      /// To change its attributes.
      public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 1 << 4)
    }

    @TaskLocal private static var held: [ItemLocks.Claim] = []

    private let isCancelled = Mutex(false)

    /// Coordinators with the same identifier never wait for each other.
    open var purposeIdentifier = UUID().uuidString

    /// Makes a coordinator.
    ///
    /// - Parameter filePresenter: who makes the access; presenters are not told of their own.
    public init(filePresenter: (any NSFilePresenter)? = nil) {}

    /// Waits until an item may be read, and has it read.
    ///
    /// - Parameters:
    ///   - url: the item.
    ///   - options: how it is read.
    ///   - outError: receives why the accessor was not called.
    ///   - reader: reads the item at the URL it is given.
    open func coordinate(
      readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer = nil,
      byAccessor reader: (URL) -> Void
    ) {
      report(to: outError) { try access([(url, .reading)]) { reader(url) } }
    }

    /// Waits until an item may be written, and has it written.
    ///
    /// - Parameters:
    ///   - url: the item.
    ///   - options: how it is written.
    ///   - outError: receives why the accessor was not called.
    ///   - writer: writes the item at the URL it is given.
    open func coordinate(
      writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer = nil,
      byAccessor writer: (URL) -> Void
    ) {
      report(to: outError) { try access([(url, .writing)]) { writer(url) } }
    }

    /// Waits until all items may be accessed, without blocking the caller.
    ///
    /// - Parameters:
    ///   - intents: what is going to be done.
    ///   - queue: where the accessor is called.
    ///   - accessor: does it; is given the reason when it must not.
    open func coordinate(
      with intents: [NSFileAccessIntent], queue: OperationQueue,
      byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
    ) {
      let coordinator = Handover(self)
      queue.addOperation {
        do {
          try coordinator.value.access(intents.map { ($0.url, $0.access) }) { accessor(nil) }
        } catch {
          accessor(error)
        }
      }
    }

    /// Calls off whatever still waits; its accessors are not called.
    ///
    /// Any thread may call this.
    open func cancel() {
      isCancelled.withLock { $0 = true }
      ItemLocks.shared.reconsider()
    }

    func access<Result>(
      _ items: [(url: URL, access: ItemLocks.Access)], _ body: () throws -> Result
    ) throws -> Result {
      let held = Self.held
      var wanted: [(path: String, access: ItemLocks.Access)] = []
      for (url, access) in items {
        let path = url.resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
        let own = held.filter { $0.path == path }
        if own.isEmpty {
          wanted.append((path, access))
        } else if access == .writing || !own.contains(where: { $0.access == .writing }) {
          throw CocoaError(
            .fileLocking,
            userInfo: [
              NSFilePathErrorKey: path,
              NSDebugDescriptionErrorKey: "access to \(path) inside another access to it",
            ])
        }
      }
      guard
        let claims = ItemLocks.shared.acquire(
          wanted, purpose: purposeIdentifier,
          isCancelled: { self.isCancelled.withLock { $0 } })
      else { throw CocoaError(.userCancelled) }
      defer { ItemLocks.shared.release(claims) }
      return try Self.$held.withValue(held + claims) { try body() }
    }

    private func report(to outError: NSErrorPointer, _ body: () throws -> Void) {
      do {
        try body()
      } catch {
        outError?.pointee = error as NSError
      }
    }
  }
#endif
