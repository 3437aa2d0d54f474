import TestSupport

/// Bytes that programs get from others.
enum UploadBytes {
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89]

  static let random: [UInt8] = {
    var generator = SeededGenerator(seed: 31)
    return (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  /// A ZIP archive of one stored file, `a.exe`.
  static let archive: [UInt8] = {
    func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    let fields: [UInt8] =
      [20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [2, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0]
    let local = text("PK\u{3}\u{4}") + fields + text("a.exe") + text("MZ")
    let central =
      text("PK\u{1}\u{2}") + [20, 0] + fields + [UInt8](repeating: 0, count: 14) + text("a.exe")
    return local + central + text("PK\u{5}\u{6}") + [0, 0, 0, 0, 1, 0, 1, 0]
      + [UInt8(central.count), 0, 0, 0, UInt8(local.count), 0, 0, 0, 0, 0]
  }()
}
