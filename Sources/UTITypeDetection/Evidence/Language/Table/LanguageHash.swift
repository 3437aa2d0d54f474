/// The hash under which the table of features keeps words (FNV-1a with 32 bits).
///
/// Two hashes are made at once: of a word as it is written, and of the same word in lower case.
package struct LanguageHash {
  package private(set) var exact: UInt32 = 0x811C_9DC5
  private(set) var lowercase: UInt32 = 0x811C_9DC5

  @inline(__always)
  package init() {}

  @inline(__always)
  package mutating func add(_ byte: UInt8) {
    exact = (exact ^ UInt32(byte)) &* 0x0100_0193
    let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
    lowercase = (lowercase ^ UInt32(lower)) &* 0x0100_0193
  }

  /// True if no letter is in upper case.
  @inline(__always)
  var isLowercase: Bool { exact == lowercase }
}
