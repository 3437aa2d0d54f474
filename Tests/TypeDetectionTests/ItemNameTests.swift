import Testing

@testable import UTITypeDetection

/// Which part of a path is the name, and which part of the name the extension.
struct ItemNameTests {
  @Test(
    "The last component counts, and the text after its last period",
    arguments: [
      ("a.txt", "a.txt", "txt"), ("/b.c/a.tar.gz", "a.tar.gz", "gz"), ("a.b/", "a.b", "b"),
      ("a.b//", "a.b", "b"), ("/", "/", nil), ("//", "/", nil), ("", "", nil), ("a", "a", nil),
      (".a", ".a", nil), ("a.", "a.", nil), ("..", "..", nil), ("a..b", "a..b", "b"),
      ("x.y/.a", ".a", nil), ("/.b.c", ".b.c", "c"),
    ] as [(String, String, String?)])
  func parts(path: String, name: String, ending: String?) {
    var path = path
    path.withUTF8 { bytes in
      let item = ItemName(bytes)
      #expect(String(decoding: item.bytes, as: UTF8.self) == name)
      #expect(item.ending.map { String(decoding: $0, as: UTF8.self) } == ending)
    }
  }
}
