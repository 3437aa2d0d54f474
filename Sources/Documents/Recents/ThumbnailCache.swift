internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The thumbnails that programs of a user share, by freedesktop.org's thumbnail managing standard.
///
/// ```
/// $XDG_CACHE_HOME/thumbnails/large/c6ee772d9e49320e97ec29a7eb5b1697.png
/// ```
///
/// The name is the MD5 digest of the file's URI. Thumbnails are read and never created here.
struct ThumbnailCache: Sendable {
  /// The cache directory; nil if the user has none.
  var directory = UserDirectory.cache?.appending("thumbnails")

  /// The directories of the sizes, in order of their suitability for a list.
  private static let sizes = ["large", "x-large", "xx-large", "normal"]

  /// The number of bytes that are read of a thumbnail: its texts precede the pixels.
  private static let readCount = 1 << 16

  /// Returns the current thumbnail of a file; nil if there is none.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - modified: its modification time, in seconds.
  func picture(of url: URL, modified: Int64) -> URL? {
    guard let directory, url.isFileURL else { return nil }
    let uri = BookmarkAddress(url).href
    let name = MD5.digest(uri.utf8) + ".png"
    for size in Self.sizes {
      let path = directory.appending(size).appending(name)
      let picture = URL(of: path, directoryHint: .notDirectory)
      guard let file = try? FileHandle(forReadingFrom: picture) else { continue }
      defer { try? file.close() }
      var status = stat()
      guard fstat(file.fileDescriptor, &status) == 0, status.st_uid == geteuid() else { continue }
      guard let bytes = try? file.read(upToCount: Self.readCount) else { continue }
      let texts = Self.texts(inPNG: Array(bytes))
      // A thumbnail of another file, or of an older version, is ignored.
      if texts["Thumb::URI"] == uri, texts["Thumb::MTime"].flatMap(Int64.init) == modified {
        return picture
      }
    }
    return nil
  }

  /// Returns the texts before the pixels of a PNG file; empty for other files.
  static func texts(inPNG bytes: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    guard bytes.starts(with: signature) else { return [:] }
    var rest = bytes.dropFirst(signature.count)
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      // A checksum follows the contents of each chunk.
      guard rest.count - 12 >= count, kind != "IDAT", kind != "IEND" else { break }
      let contents = rest.dropFirst(8).prefix(count)
      if kind == "tEXt", let end = contents.firstIndex(of: 0) {
        texts[String(decoding: contents[..<end], as: UTF8.self)] =
          String(decoding: contents[(end + 1)...], as: UTF8.self)
      }
      rest = rest.dropFirst(8 + count + 4)
    }
    return texts
  }
}
