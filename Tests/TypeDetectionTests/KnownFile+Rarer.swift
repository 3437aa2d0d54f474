import UTITypeGraph

/// Files of older and rarer forms of formats, by name and content, and by content alone.
extension KnownFile {
  /// - Parameter size: the size of the box.
  private static func box(_ type: String, _ contents: [UInt8] = []) -> [UInt8] {
    let size = UInt32(8 + contents.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8)
      + contents
  }

  private static func padded(_ text: String, to count: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0x20, count: count - text.utf8.count)
  }

  private static func lines(_ section: Character, _ text: String) -> [UInt8] {
    padded(text, to: 72) + Array("\(section)      1\n".utf8)
  }

  private static func sqlite(_ application: String) -> [UInt8] {
    Array("SQLite format 3\0\u{10}\0\u{1}\u{1}\0".utf8) + [UInt8](repeating: 0, count: 47)
      + Array(application.utf8) + [UInt8](repeating: 0, count: 400)
  }

  private static let partition: [UInt8] = [
    0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02, 0x01, 0x01, 0x02, 0x04, 0,
    0x83, 0, 0, 8, 0, 1, 0, 3, 0, 0, 0, 1,
  ]

  private static let zeros = [UInt8](repeating: 0, count: 600)

  /// A program for Windows with one section, which ends at 1,024.
  static func program(followedBy rest: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = Array("MZ".utf8) + [UInt8](repeating: 0, count: 58) + [64, 0, 0, 0]
    bytes += Array("PE\0\0".utf8) + [0x4C, 1, 1, 0] + [UInt8](repeating: 0, count: 12)
    bytes += [224, 0, 0x0F, 1, 0x0B, 1] + [UInt8](repeating: 0, count: 222)
    bytes += Array(".text\0\0\0".utf8) + [0, 2, 0, 0, 0, 16, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0]
    bytes += [UInt8](repeating: 0, count: 1024 - bytes.count)
    return bytes + rest
  }

  /// Bytes that show the type alone, each with a name of it.
  static let rarer: [KnownFile] = [
    KnownFile(
      "application/x-ebu-stl", "a.stl",
      bytes: padded("850STL25.0110009Programme", to: 1024) + [0, 1, 0, 0xFF, 0]
        + [UInt8](repeating: 0x8F, count: 123)),
    KnownFile("image/avif", "a.avif", bytes: box("ftyp", Array("msf1\0\0\0\0msf1avismiaf".utf8))),
    KnownFile("image/avif", "b.avif", bytes: box("ftyp", Array("avis\0\0\0\0avismsf1".utf8))),
    KnownFile(
      "application/vnd.ms-excel", "a.xls",
      bytes: [0x09, 8, 8, 0, 0, 5, 5, 0, 0xBB, 0x0D, 0xCC, 7] + zeros),
    KnownFile("audio/vnd.wave", "a.wav", "BW64\u{FF}\u{FF}\u{FF}\u{FF}WAVEds64\u{1C}\0\0\0\0\0"),
    KnownFile("application/mxf", "a.mxf", bytes: [UInt8](repeating: 0, count: 64) + partition),
    KnownFile("application/mxf", "b.mxf", bytes: partition),
    KnownFile("model/iges", "a.igs", bytes: lines("S", "A part") + lines("G", "1H,,1H;")),
    KnownFile(
      "video/quicktime", "a.mov",
      bytes: box("pnot", [UInt8](repeating: 0, count: 12)) + box("PICT", Array("abcd".utf8))
        + box("mdat", Array("abcd".utf8))),
    KnownFile(
      "video/quicktime", "b.mov", bytes: box("wide") + box("mdat", Array("abcdefgh".utf8))),
    KnownFile("application/msword", "a.doc", bytes: [0x9B, 0xA5, 0x21, 0] + zeros),
    KnownFile("application/msword", "b.doc", bytes: [0xDB, 0xA5, 0x2D, 0] + zeros),
    KnownFile("application/x-archive", "a.a", "<bigaf>\n128                 0    "),
    KnownFile(
      "application/x-uefi-te", "a.te",
      bytes: Array("VZ".utf8) + [0x64, 0x86, 3, 0x0B, 0x18, 2] + zeros),
    KnownFile(
      "audio/basic", "a.au",
      bytes: Array("dns.".utf8) + [24, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 0x40, 0x1F]
        + zeros),
    KnownFile(
      "application/x-minecraft-nbt", "a.schem",
      bytes: ContainerFixture.gzip(
        [10, 0, 1, 0x41, 3, 0, 7] + Array("Version".utf8) + [0, 0, 0, 2, 0])),
    KnownFile(
      "text/x-nftables", "a.nft", "#!/usr/sbin/nft -f\nflush ruleset\ntable inet filter {\n}\n"),
  ]

  /// Bytes whose type the name decides among the types that they can have.
  static let wrapped: [KnownFile] =
    ["als", "adg", "alc"].map {
      KnownFile(
        "application/x-ableton-live", "a." + $0,
        bytes: ContainerFixture.gzip(
          Array("<?xml version=\"1.0\"?>\n<Ableton MajorVersion=\"5\"><LiveSet/></Ableton>".utf8)))
    } + [
      KnownFile("application/x-mbtiles", "a.mbtiles", bytes: sqlite("MPBX")),
      KnownFile("application/geopackage+sqlite3", "a.gpkg", bytes: sqlite("GPKG")),
      KnownFile(
        "application/vnd.rar", "a.rar",
        bytes: program(followedBy: Array("Rar!\u{1A}\u{7}\0".utf8) + zeros)),
      KnownFile(
        "application/x-7z-compressed", "a.7z",
        bytes: program(followedBy: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4])),
      KnownFile(
        "application/vnd.microsoft.portable-executable", "a.exe",
        bytes: program(followedBy: Array("Rar!\u{1A}\u{7}\0".utf8) + zeros)),
      KnownFile(
        "application/vnd.microsoft.portable-executable", "b.rar", bytes: program(followedBy: zeros)),
      KnownFile("text/x-fortran", "a.pyf", "python module a\n  interface\n  end interface\nend\n"),
      KnownFile("text/rtf", "a.html", "{\\rtf1\\ansi Text}\n"),
      KnownFile("application/pdf", "b.html", "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"),
      KnownFile("text/html", "c.html", "{\\rtf1 begins a document}\n<p>So it is.</p>\n"),
      KnownFile("text/html", "d.html", "Only words.\n"),
    ]
}
