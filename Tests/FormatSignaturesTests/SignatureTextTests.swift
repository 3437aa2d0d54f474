import Testing
import UTIFormatSignatures

@Suite("Signatures as text")
struct SignatureTextTests {
  @Test("A signature is written in PRONOM's syntax")
  func text() {
    var even = ByteSet()
    for byte: UInt8 in [1, 2, 3, 9] { even.insert(byte) }
    let signature = ByteSignature(
      id: 1,
      sequences: [
        ByteSequence(
          .start,
          [
            .gap(least: 0, greatest: 0), .bytes([0x25, 0xAB]), .byte(even),
            .byte(ByteSet(where: { $0 != 0 })), .byte(ByteSet(where: { _ in true })),
            .range(BoundedValue([1, 2], [1, 9], isInverted: true)), .gap(least: 3, greatest: 3),
            .choice([[.bytes([1])], [.bytes([2]), .gap(least: 0, greatest: nil)]]),
          ]),
        ByteSequence(.end, [.bytes([0xFF]), .gap(least: 0, greatest: 4)]),
        ByteSequence(.anywhere, [.gap(least: 2, greatest: nil), .bytes([0])]),
      ])
    #expect(
      signature.text
        == "BOF 25AB[01:03 09][!00]??[!0102:0109]{3}(01|02*) & EOF FF{0-4} & Variable {2-*}00")
  }
}
