import Testing
import UTITypeGraph

@Suite("Words of a search") struct SearchWordTests {
  @Test(
    "are found in any case, and all of them must be there",
    arguments: [
      (["png"], true), (["PNG"], true), (["image", "Portable"], true), (["image", "sound"], false),
      (["grafik"], true), (["GRAFİK"], false), (["école"], true), (["ÉCOLE"], true),
      (["ecole"], false), (["kelvin"], true), (["x-png"], true), (["g"], true), (["gg"], false),
    ])
  func words(_ words: [String], isFound: Bool) {
    // The sign of the unit Kelvin, U+212A, is a small k in small letters.
    let fit = SearchWords(words).fit(
      identifier: "public.png", description: "Portable image, Grafik, École",
      tags: ["PNG", "image/x-png", "\u{212A}elvin"])
    #expect((fit != nil) == isFound)
  }

  @Test("count more as a whole than as a part")
  func order() throws {
    func fit(_ word: String) throws -> Int {
      try #require(
        SearchWords([word]).fit(
          identifier: "org.example.drawing", description: "Vector graphics", tags: ["drw"]))
    }
    let fits = try ["drw", "vector", "draw", "raw"].map(fit)
    #expect(fits == fits.sorted(by: >) && Set(fits).count == fits.count)
  }
}
