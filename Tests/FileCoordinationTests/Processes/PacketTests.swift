import Foundation
import SystemPackage
import Testing
import UTIPlatform

@testable import UTIFileCoordination

/// Messages between processes.
@Suite struct Packets {
  private static func item(_ request: AccessRequest) -> Packet.AccessedItem {
    Packet.AccessedItem(
      request: request, item: request.item(at: FilePath(request.url.path(percentEncoded: false))))
  }

  private static let items = [
    item(.reading(URL(filePath: "/a/ä b.txt"), [.withoutChanges, .forUploading])),
    item(.writing(URL(filePath: "/a"), .forMoving)),
    item(.writing(URL(filePath: "/c"), [.forMerging, .contentIndependentMetadataOnly])),
  ]

  private static let packets: [Packet] = [
    .access(items, .givingWay, patience: .milliseconds(1_500)),
    .access([], .preparing, patience: .zero),
    .access(items, .all, patience: .seconds(100_000)),
    .preparing, .over(isChanged: false), .over(isChanged: true), .changed(items),
    .moved(
      ItemMove(
        oldURL: URL(filePath: "/a/ä"), newURL: URL(filePath: "/b"), source: "/x/ä",
        destination: "/y")),
    .answer(concerned: 0, passedOver: 3), .answer(concerned: 70_000, passedOver: 0),
    .refusal(
      Packet.Refusal(code: "c", domain: "d ä", number: -7, message: "", remedy: "no remedy")),
  ]

  @Test("A packet is received as it was sent", arguments: packets)
  private func roundTrip(packet: Packet) throws {
    let received = try #require(Packet(packet.bytes[...]))
    #expect("\(received)" == "\(packet)")
  }

  @Test("A packet that ends early, or of an unknown kind, is none", arguments: packets)
  private func damaged(packet: Packet) {
    if case .over = packet { return }
    for count in packet.bytes.indices { #expect(Packet(packet.bytes[..<count]) == nil) }
    for kind in [0, 8, UInt8.max] {
      #expect(Packet(([kind] + packet.bytes.dropFirst())[...]) == nil)
    }
  }

  @Test("A long message is truncated, so that it fits into a packet")
  func longMessage() throws {
    let text = String(repeating: "x", count: 100_000)
    let packet = Packet.refusal(
      Packet.Refusal(code: text, domain: text, number: 1, message: text, remedy: text))
    #expect(packet.bytes.count <= Packet.largestSize)
    guard case .refusal(let refusal)? = Packet(packet.bytes[...]) else {
      Issue.record("no refusal was received")
      return
    }
    #expect(refusal.message == String(text.prefix(refusal.message.count)))
    // The longest path is not truncated as the text of a URL.
    #expect(refusal.message.count > 3 * Int(PATH_MAX))
  }

  @Test("Items are split into as few packets as their order allows, and all of them fit")
  func portions() {
    let long = (1...60).map { number in
      Self.item(.writing(URL(filePath: "/" + String(repeating: "ä/", count: number * 20))))
    }
    for items in [[], Self.items, long, long.reversed(), long + Self.items] {
      let portions = Packet.portions(of: items)
      #expect(portions.flatMap(\.self).map(\.request.url) == items.map(\.request.url))
      for portion in portions {
        let packet = Packet.access(portion, .all, patience: .zero)
        #expect(packet.bytes.count <= Packet.largestSize)
      }
      for (portion, next) in zip(portions, portions.dropFirst()) {
        let packet = Packet.access(portion + next.prefix(1), .all, patience: .zero)
        #expect(packet.bytes.count > Packet.largestSize - 8 * (portion.count + 1))
      }
      #expect(portions.count == 1 || portions.allSatisfy { !$0.isEmpty })
    }
  }
}

/// The locks by which accesses exclude other processes.
@Suite struct AccessLocks {
  private static let items = ["/a", "/a/b", "/a/b/c", "/a/bb", "/b"].flatMap { path in
    [
      ClaimedItem(path: FilePath(path), access: .reading),
      ClaimedItem(path: FilePath(path), access: .writing),
      ClaimedItem(path: FilePath(path), access: .writing, coversContents: true),
    ]
  }

  private func exclude(_ bytes: [LockByte], _ others: [LockByte]) -> Bool {
    bytes.contains { byte in
      others.contains { $0.offset == byte.offset && ($0.isExclusive || byte.isExclusive) }
    }
  }

  @Test("K1: locks exclude exactly the accesses that exclude each other in one process")
  func contents() {
    var random = SystemRandomNumberGenerator()
    for one in Self.items {
      for other in Self.items {
        let isExcluded = one.overlaps(other) && (one.access == .writing || other.access == .writing)
        // A second item, which the other access has not, changes nothing.
        let more = [one, ClaimedItem(path: "/z", access: .reading)].shuffled(using: &random)
        let bytes = LockByte.contents(of: more, isAlone: false)
        #expect(
          exclude(bytes, LockByte.contents(of: [other], isAlone: false)) == isExcluded,
          "\(one), \(other)")
        #expect(
          exclude(
            LockByte.contents(of: [one], isAlone: true),
            LockByte.contents(of: [other], isAlone: true)) == one.overlaps(other))
      }
    }
  }

  @Test("The locks of an access have one order and no offset twice, the stricter one")
  func order() {
    let items = Self.items
    for bytes in [LockByte.gates(of: items), LockByte.contents(of: items, isAlone: false)] {
      #expect(zip(bytes, bytes.dropFirst()).allSatisfy { $0.offset < $1.offset })
    }
    let gates = LockByte.gates(of: items)
    #expect(gates.count == 5 && gates.allSatisfy(\.isExclusive))
    for item in items {
      for byte in LockByte.contents(of: [item], isAlone: false) where byte.isExclusive {
        #expect(LockByte.contents(of: items, isAlone: false).contains(byte))
      }
      let companion = LockByte.companions(of: item, purpose: "p")
      #expect(companion != LockByte.companions(of: item, purpose: "q") && !companion.isExclusive)
      #expect(!gates.contains { $0.offset == companion.offset })
    }
  }

  /// The lock files of two purposes, and a byte that nobody else uses.
  private func files() throws -> (LockFile, LockFile, shared: LockByte) {
    let id = UUID().uuidString
    let item = ClaimedItem(path: FilePath("/nowhere/\(id)"), access: .reading)
    return (
      try #require(LockFile.forPurpose("one \(id)")),
      try #require(LockFile.forPurpose("other \(id)")),
      LockByte.companions(of: item, purpose: id)
    )
  }

  @Test("K7: a byte is free for other purposes when its last access ends, and not before")
  func users() throws {
    let (one, other, shared) = try files()
    defer { for file in [one, other] { file.close([]) } }
    // Two readers and a writer of one purpose, which end in another order.
    for byte in [shared, shared, shared.exclusive] { #expect(one.tryToLock(byte)) }
    #expect(!other.tryToLock(shared) && other.isLockedElsewhere(shared))
    one.unlock(shared.exclusive)
    #expect(!other.tryToLock(shared.exclusive))
    #expect(other.tryToLock(shared) && one.isLockedElsewhere(shared.exclusive))
    other.unlock(shared)
    #expect(!one.isLockedElsewhere(shared))
    one.unlock(shared)
    #expect(!other.tryToLock(shared.exclusive))
    one.unlock(shared)
    #expect(other.tryToLock(shared.exclusive) && !one.tryToLock(shared))
    other.unlock(shared.exclusive)
    #expect(one.tryToLock(shared.exclusive))
    one.unlock(shared.exclusive)
    #expect(other.tryToLock(shared.exclusive))
    other.unlock(shared.exclusive)
  }

  @Test("K7: accesses of a purpose share a descriptor, and the last one releases all locks")
  func descriptor() throws {
    let (one, other, shared) = try files()
    defer { other.close([]) }
    let purpose = UUID().uuidString
    let (first, second) = (LockFile.forPurpose(purpose), LockFile.forPurpose(purpose))
    one.close([])
    #expect(first === second)
    let (byte, left) = (shared.exclusive, LockByte(offset: shared.offset + 1, isExclusive: true))
    #expect(first?.tryToLock(byte) == true && second?.tryToLock(left) == true)
    first?.close([byte])
    #expect(!other.isLockedElsewhere(byte) && other.isLockedElsewhere(left))
    #expect(LockFile.forPurpose(purpose) === second)
    second?.close([])
    second?.close([left])
    let last = LockFile.forPurpose(purpose)
    #expect(last !== second)
    last?.close([])
  }
}
