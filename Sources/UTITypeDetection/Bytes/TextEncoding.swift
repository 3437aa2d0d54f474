/// The encoding of a text, as far as its bytes show it.
public enum TextEncoding: String, Sendable, CaseIterable {
  /// No byte above 127.
  case ascii = "us-ascii"
  /// UTF-8, with or without a mark.
  case utf8 = "utf-8"
  /// UTF-16, least significant byte first.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 text, most significant byte first.
  case utf16BigEndian = "utf-16be"
  /// UTF-32, least significant byte first.
  case utf32LittleEndian = "utf-32le"
  /// UTF-32, most significant byte first.
  case utf32BigEndian = "utf-32be"
  /// Bytes above 127 that are not UTF-8: one of the many 8-bit character sets.
  case unknown8Bit = "unknown-8bit"
}
