internal import UTIDataFormats
internal import UTIPlatform

/// The encodings in which documents are read: the Encoding Standard's and Unicode's.
///
/// libxml2 asks iconv for others, which loads code of the machine for the name that a document
/// states.
///
/// Source: XML 1.0, section 4.3.3 and appendix F; WHATWG Encoding Standard, section 4.2.
enum XMLEncoding {
  /// The unit is the byte, zeros not counted.
  private static let declarationSize = 4096

  /// The beginnings of the names, in lower case.
  private static let names = [
    "ascii", "big5", "cp125", "euc-", "gb18030", "gb2312", "gbk", "iso-10646", "iso-2022-jp",
    "iso-8859-", "iso8859-", "iso_8859", "koi8-", "latin", "macintosh", "shift-jis", "shift_jis",
    "sjis", "tis-620", "ucs-", "us-ascii", "utf-16", "utf-32", "utf-8", "utf8", "windows-125",
    "windows-874",
  ]

  /// nil for a document that may be read; O(1).
  static func refusal(of document: UnsafeBufferPointer<UInt8>) -> FormatError? {
    // The beginning of `<?xml` in EBCDIC.
    if document.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) { return error("the encoding is EBCDIC") }
    var declaration: [UInt8] = []
    // A byte order mark and the zeros of wide encodings surround ASCII characters.
    for byte in document where byte != 0 && byte < 0x80 {
      if byte == UInt8(ascii: ">") { break }
      declaration.append(byte)
      if declaration.count == 5, !declaration.elementsEqual("<?xml".utf8) { return nil }
      guard declaration.count <= declarationSize else {
        return error("the XML declaration is longer than \(declarationSize) bytes")
      }
    }
    return encodings(in: declaration).first { !isRead($0) }.map { name in
      error("documents in the encoding “\(VisibleText.shown(name))” are not read")
    }
  }

  private static func isRead(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains { name.hasPrefix($0) }
  }

  /// A declaration that is not well-formed may have several.
  private static func encodings(in declaration: [UInt8]) -> [String] {
    let parts = declaration.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
    }
    return zip(parts, parts.dropFirst()).compactMap { label, value in
      let label = label.filter { $0 > 0x20 }
      let isEncoding = label.suffix(9).elementsEqual("encoding=".utf8)
      return isEncoding ? String(decoding: value, as: UTF8.self) : nil
    }
  }

  private static func error(_ message: String) -> FormatError {
    FormatError(
      .unreadableEncoding, at: SourcePosition(line: 1, column: 1), message,
      remedy: "write the document in UTF-8")
  }
}
