/// The checksum of ZIP and gzip (ISO 3309).
package enum CRC32 {
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { sum, byte in
      sum >> 8 ^ table[Int((sum ^ UInt32(byte)) & 0xFF)]
    }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in
      sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320
    }
  }
}
