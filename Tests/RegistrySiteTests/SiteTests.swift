import SystemPackage
import TestSupport
import Testing
import UTICommandOutput
import UTIPlatform
import UniformTypes

@testable import UTIRegistrySite

@Suite struct SiteAddresses {
  @Test(
    arguments: [
      ("public.png", "types/public.png.html"), ("a b", "types/a_20b.html"),
      ("a_b", "types/a_5fb.html"),
      (".hidden", "types/_2ehidden.html"), ("é/..", "types/_c3_a9_2f...html"),
      ("A-9", "types/A-9.html"),
    ])
  func `The name of a page has plain characters only, and leads to no other folder`(
    identifier: String, page: String
  ) {
    #expect(SiteAddress.page(of: identifier) == page)
  }

  @Test func `Long identifiers have different pages with short names`() {
    let start = String(repeating: "a", count: 300)
    let pages = ["", "b", "c"].map { SiteAddress.page(of: start + $0) }
    #expect(Set(pages).count == 3)
    #expect(pages.allSatisfy { $0.utf8.count <= "types/.html".utf8.count + 200 })
    let longest = String(repeating: "a", count: 200)
    #expect(SiteAddress.page(of: longest) == "types/\(longest).html")
  }

  @Test func `The types of the base have different pages`() throws {
    let types = try Base.registry.get().types
    #expect(types.count > 2_000)
    #expect(Set(types.map { SiteAddress.page(of: $0) }).count == types.count)
  }
}

@Suite struct SitePages {
  @Test func `Text of declarations cannot become markup`() {
    let text = HTMLText.escaped("<b>&\"'")
    #expect(!text.contains("<") && !text.contains("\"") && text.contains("&amp;"))
    #expect(HTMLText.code("a<b") == "<code>a&lt;b</code>")
  }

  @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "ftp://a"])
  func `Only addresses of the web become links`(address: String) {
    #expect(!HTMLText.outsideLink(address).contains("href"))
    #expect(
      HTMLText.outsideLink("https://example.org/?a&b").contains(
        "href=\"https://example.org/?a&amp;b\""))
  }

  @Test func `A page has its type's names and relations, with links to present pages`() throws {
    let site = RegistrySite(try Base.registry.get(), languages: [])
    let html = SiteTypePage(type: try Base.type("public.png"), site: site).page.html
    for part in [
      "<code>public.png</code>", "<code>image/png</code>", "<code>.png</code>", "PNG image",
      "href=\"../types/public.image.html\"", "<svg",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    let index = SiteIndexPage(site: site).page.html
    #expect(index.contains("\(site.types.count) types of files"))
    #expect(index.contains("href=\"types/public.png.html\""))
    #expect(site.subtypes(of: try Base.type("public.image")).contains(try Base.type("public.png")))
  }
}

@Suite struct SiteFolders {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func write(_ names: [String: String], isForced: Bool = false) throws {
    let folder = try SiteFolder(scratch.file("site").string, isForced: isForced)
    try folder.begin(Array(names.keys))
    for (name, text) in names { try folder.write(text, to: name) }
    try folder.finish(Array(names.keys))
  }

  @Test func `A site is written again over itself, and pages that it no longer has are removed`()
    throws
  {
    try write(["index.html": "1", "types/a.html": "a", "types/b.html": "b"])
    let status = try FileStatus(of: scratch.file("site/types/a.html"))
    try scratch.write("mine", to: "site/types/mine.txt")
    try write(["index.html": "2", "types/a.html": "a"])
    let contents = try scratch.contents(of: "site")
    #expect(contents["index.html"] == "2" && contents["types/b.html"] == nil)
    #expect(contents["types/mine.txt"] == "mine")
    #expect(contents[".uti-site"]?.contains("types/a.html\n") == true)
    // An unchanged page is not written again.
    #expect(try FileStatus(of: scratch.file("site/types/a.html")) == status)
  }

  @Test func `A folder with other files is refused, unless it is forced`() throws {
    try scratch.write("x", to: "keep")
    let folder = scratch.path.string
    let error = #expect(throws: CommandFailure.self) { try SiteFolder(folder, isForced: false) }
    #expect(error?.messages.first?.contains("holds no site") == true)
    #expect(throws: Never.self) { try SiteFolder(folder, isForced: true) }
    #expect(throws: CommandFailure.self) { try SiteFolder(folder + "/keep", isForced: true) }
  }

  @Test func `Pages are not written through a link, and a list cannot name other files`() throws {
    try write(["index.html": "1", "types/a.html": "a"])
    let list =
      "A site that uti site wrote. Its files:\nindex.html\n../victim\ntypes/../../victim.html\ntypes/.x.html\n/etc/x\n"
    try scratch.write(list, to: "site/.uti-site")
    try scratch.write("kept", to: "victim")
    try scratch.write("kept", to: "victim.html")
    try write(["index.html": "2"])
    #expect(scratch.text("victim") == "kept" && scratch.text("victim.html") == "kept")
    let types = scratch.file("site/types")
    try FileChange.remove(scratch.file("site/types/a.html"))
    #expect(FileChange.removeDirectory(types))
    #expect(types.withPlatformString { symlink("/tmp", $0) } == 0)
    let error = #expect(throws: CommandFailure.self) { try write(["index.html": "3"]) }
    #expect(error?.messages.first?.contains("this is a link") == true)
    #expect(scratch.text("site/index.html") == "2")
  }
}
