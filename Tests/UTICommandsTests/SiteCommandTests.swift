import Foundation
import TestSupport
import Testing

/// A site of the base that all tests share.
private enum BaseSite {
  private static let plain = Task { try await TestProgram.onOwnThread { try Site.written() } }

  static var site: Site { get async throws { try await plain.value } }

  /// A site of the base with a type whose declaration is hostile.
  private static let declared = Task {
    try await TestProgram.onOwnThread {
      try Site.written(declaring: SiteCommandTests.hostileDeclaration)
    }
  }

  static var hostile: Site { get async throws { try await declared.value } }
}

/// A site on disk.
private struct Site: Sendable {
  let url: URL
  let run: CommandRun

  /// The directory of the sites that several tests read; removed with the process.
  private static let root = Result { try TemporaryDirectory() }

  /// Has the sites removed when the process ends.
  private static let isRemovedAtExit: Bool = atexit { try? Site.root.get().remove() } == 0

  static func written(declaring text: String? = nil) throws -> Site {
    #expect(isRemovedAtExit)
    let directory = try root.get().url.appendingPathComponent(text == nil ? "base" : "declared")
    let site = directory.appendingPathComponent("a/site")
    var arguments = ["site", "--base", site.path]
    if let text {
      let registry = directory.appendingPathComponent("registry")
      try FileManager.default.createDirectory(at: registry, withIntermediateDirectories: true)
      try text.write(
        to: registry.appendingPathComponent("a.plist"), atomically: false, encoding: .utf8)
      arguments += ["--registry", registry.path]
    }
    return Site(url: site, run: try Command.run(arguments))
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  var pages: [String] {
    get throws {
      try ["index.html"]
        + FileManager.default.contentsOfDirectory(atPath: url.path + "/types").sorted()
        .map { "types/" + $0 }
    }
  }
}

@Suite("uti site")
struct SiteCommandTests {
  static let hostileDeclaration = """
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example</string>
    <key>UTExportedTypeDeclarations</key><array><dict>
    <key>UTTypeIdentifier</key><string>org.example.\u{E4}\u{1F3AE}</string>
    <key>UTTypeDescription</key>
    <string>&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror="a"&gt;&amp;lt;'\u{202E}</string>
    <key>UTTypeReferenceURL</key><string>javascript:alert("2")</string>
    <key>UTTypeConformsTo</key><array><string>public.data</string><string>public.no-such</string></array>
    <key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key>
    <string>"onmouseover="x</string><key>com.example.&lt;b&gt;</key><string>'&gt;&lt;svg onload=y&gt;</string>
    </dict></dict></array></dict></plist>
    """

  @Test("writes a page for each type, whose links work, and nothing else")
  func pages() async throws {
    let site = try await BaseSite.site
    #expect(site.run.status == 0)
    #expect(site.run.errors.isEmpty)
    let environment = Command.bare.merging(["XDG_DATA_HOME": "/nonexistent"]) { $1 }
    let types = try Command.run(["list", "--format", "tsv"], environment: environment).lines
    let pages = try site.pages
    #expect(pages.count == types.count + 1)
    let files = Set(pages)
    var index: Set<Substring> = []
    for page in pages {
      let text = try site.text(page)
      for match in text.matches(of: /<a href="([^"]*)"/) {
        let address = String(match.1)
        guard !address.hasPrefix("#"), !address.hasPrefix("http") else { continue }
        let target =
          page == "index.html"
          ? address : address.hasPrefix("../") ? String(address.dropFirst(3)) : "types/" + address
        #expect(files.contains(target), "\(page) leads to \(address)")
        if page == "index.html" { index.insert(target[...]) }
      }
    }
    #expect(index.subtracting(["index.html"]).count == types.count)
  }

  @Test("has the statements of uti info for a type, in both vocabularies, with the lines")
  func content() async throws {
    let text = try await BaseSite.site.text("types/public.png.html")
    let info = try #require(
      try Command.run(["info", "public.png", "--format", "jsonl"]).objects().first)
    let declarations = try #require(info["declarations"] as? [[String: Any]])
    for declaration in declarations {
      #expect(
        text.contains("<code>\(declaration["file"] ?? ""):\(declaration["line"] ?? "")</code>"))
    }
    for supertype in info["supertypes"] as? [String] ?? [] {
      #expect(text.contains("<a href=\"../types/\(supertype).html\"><code>\(supertype)</code></a>"))
      #expect(text.contains("\(supertype)</text>"), "\(supertype) is not drawn")
    }
    #expect(text.contains("<code>image/png</code>"))
    #expect(text.contains("<bdi>PNG image</bdi>"))
  }

  @Test("draws each statement of the graph as a line to a box above")
  func drawing() async throws {
    let text = try await BaseSite.site.text("types/public.swift-source.html")
    let heights = text.matches(of: /<rect x="[0-9.]+" y="([0-9.]+)".*?<text[^>]*>([^<]*)</)
      .reduce(into: [String: Double]()) { $0[String($1.2)] = Double($1.1) }
    for (type, supertype) in [
      ("public.swift-source", "public.source-code"), ("public.source-code", "public.plain-text"),
      ("public.plain-text", "public.text"), ("public.text", "public.data"),
      ("public.text", "public.content"), ("public.data", "public.item"),
    ] {
      let below = try #require(heights[type])
      let above = try #require(heights[supertype])
      #expect(above < below, "\(supertype) stands below \(type)")
    }
    #expect(text.matches(of: /<path class="declared"/).count == 6)
  }

  @Test("has a language, one title and heading, landmarks, a label, and each name once")
  func structure() async throws {
    let site = try await BaseSite.site
    for page in try site.pages {
      let text = try site.text(page)
      #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
      #expect(text.hasSuffix("</html>\n"))
      // Boxes of a drawing have titles too.
      let outside = text.replacing(/<svg[\s\S]*?<\/svg>/, with: "")
      for once in ["<title>", "<h1>", "<main ", "<header>", "<footer>", "<label for=\"search\">"] {
        #expect(outside.ranges(of: once).count == 1, "\(once) in \(page)")
      }
      let names = text.matches(of: /[ ]id="([^"]*)"/).map { String($0.1) }
      #expect(Set(names).count == names.count, "a name stands twice in \(page)")
      #expect(names.contains("search") && names.contains("main"))
      // What can be reached by the keyboard is in no element that is hidden from those who hear.
      for drawing in text.matches(of: /<svg[\s\S]*?<\/svg>/) {
        #expect(drawing.0.contains("aria-hidden=\"true\""))
        #expect(drawing.0.ranges(of: "<a ").count == drawing.0.ranges(of: "tabindex=\"-1\"").count)
      }
    }
  }

  @Test("loads nothing from other hosts")
  func requests() async throws {
    let site = try await BaseSite.site
    for page in try site.pages {
      let text = try site.text(page)
      let top = page == "index.html" ? "" : "../"
      #expect(
        text.matches(of: /<(?:link|script|img|iframe|object|use|image)[^>]*?(?:href|src)="([^"]*)"/)
          .map { String($0.1) } == ["data:,", top + "site.css", top + "site.js"], "\(page)")
      #expect(!text.contains("style="))
    }
    #expect(!(try site.text("site.css")).contains("url("))
    #expect(!(try site.text("site.css")).contains("@import"))
    let script = try site.text("site.js")
    for word in ["fetch(", "XMLHttpRequest", "import", "innerHTML", "eval(", "document.write"] {
      #expect(!script.contains(word), "\(word)")
    }
  }

  @Test("has text with sufficient contrast, in light and in dark (WCAG 1.4.3)")
  func contrast() async throws {
    let style = try await BaseSite.site.text("site.css")
    let schemes = style.matches(of: /:root \{([^}]*)\}/).map { scheme in
      Dictionary(
        scheme.1.matches(of: /--([a-z]+): #([0-9a-f]{6});/).map {
          (String($0.1), UInt32($0.2, radix: 16) ?? 0)
        }, uniquingKeysWith: { $1 })
    }
    #expect(schemes.count == 2)
    for scheme in schemes {
      for (text, behind) in [
        ("text", "page"), ("text", "raised"), ("text", "chosen"), ("quiet", "page"),
        ("link", "page"), ("link", "raised"),
      ] {
        let colors = (try #require(scheme[text]), try #require(scheme[behind]))
        #expect(Self.contrast(colors.0, colors.1) >= 4.5, "\(text) on \(behind)")
      }
      // Borders of what can be used (1.4.11).
      #expect(Self.contrast(try #require(scheme["line"]), try #require(scheme["page"])) >= 3)
    }
  }

  /// The contrast ratio of two colours (WCAG 2.2, "contrast ratio").
  private static func contrast(_ left: UInt32, _ right: UInt32) -> Double {
    func luminance(_ color: UInt32) -> Double {
      let parts = [16, 8, 0].map { shift -> Double in
        let value = Double(color >> UInt32(shift) & 0xFF) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (a, b) = (luminance(left) + 0.05, luminance(right) + 0.05)
    return max(a, b) / min(a, b)
  }

  @Test("escapes any text of a declaration")
  func hostile() async throws {
    let site = try await BaseSite.hostile
    #expect(site.run.status == 0)
    let name = "types/org.example._c3_a4_f0_9f_8e_ae.html"
    for page in [name, "index.html", "types/public.data.html"] {
      let text = try site.text(page)
      #expect(text.ranges(of: "<script").count == 1, "\(page)")
      for markup in ["<img", "<b>", "onload=y>", "</bdi><script", "\u{202E}", "\"onmouseover"] {
        #expect(!text.contains(markup), "\(markup) in \(page)")
      }
    }
    let text = try site.text(name)
    #expect(text.contains("&lt;/bdi&gt;&lt;script&gt;alert(1)"))
    #expect(text.contains("\\u{202E}"))
    #expect(!text.contains("href=\"javascript"))
    #expect(text.contains("javascript:alert(&quot;2&quot;)"))
    // A type that is declared nowhere has no page to lead to.
    #expect(text.contains("public.no-such"))
    #expect(!text.contains("href=\"../types/public.no-such.html\""))
    // The base that contains the hostile one is unchanged.
    let base = try await BaseSite.site
    #expect(try site.text("types/public.png.html") == base.text("types/public.png.html"))
  }

  @Test("rejects other directories, accepts its own and removes only its own files")
  func directories() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = directory.url.path
    let own = try directory.write("letter.txt")
    let refused = try Command.run(["site", "--base", path])
    #expect(refused.status == 74)
    #expect(refused.errors.contains("\(path): the directory is not empty"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["letter.txt"])
    let file = try Command.run(["site", "--base", own])
    #expect(file.status == 74)
    #expect(file.errors.contains(own))
    // A list that was meddled with takes nothing away that is not of a site.
    let old = path + "/types/org.example.old.html"
    try FileManager.default.createDirectory(
      atPath: path + "/types", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: old))
    _ = try directory.write(
      ".uti-site",
      Array(
        """
        A site that uti site wrote. Its files:
        letter.txt
        ../letter.txt
        types/../letter.txt
        types/org.example.old.html

        """.utf8))
    #expect(try Command.run(["site", "--base", path]).status == 0)
    #expect(FileManager.default.fileExists(atPath: own))
    #expect(!FileManager.default.fileExists(atPath: old))
    // Equal in every byte, whatever was there before.
    let site = try await BaseSite.site
    let comparison = try Command.shell(
      "diff -r --exclude=letter.txt \(path) \"$1\" && echo same", site.url.path)
    #expect(String(decoding: comparison, as: UTF8.self) == "same\n")
  }

  @Test("adds the page for dropped files, and takes no other file for it")
  func dropPage() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let page = "<html>\n<title>What type is this file?</title>\n</html>"
    let source = try directory.write("page.html", Array(page.utf8))
    let site = directory.url.path + "/site"
    let text = { try String(contentsOfFile: site + "/" + $0, encoding: .utf8) }
    #expect(try Command.run(["site", "--base", "--drop-page", source, site]).status == 0)
    #expect(try text("identify.html") == page)
    #expect(try text("index.html").contains("<a href=\"identify.html\">"))
    #expect(try text(".uti-site").contains("identify.html\n"))
    #expect(try Command.run(["site", "--base", site]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: site + "/identify.html"))
    #expect(try !text("index.html").contains("identify.html"))
    let other = try directory.write("other.html", Array("<html></html>".utf8))
    let refused = try Command.run(["site", "--base", "--drop-page", other, site])
    #expect(refused.status != 0 && refused.errors.contains("other.html: this is not the page"))
    let missing = try Command.run(["site", "--base", "--drop-page", site + "/no", site])
    #expect(missing.status == 66 && missing.errors.contains("make web"))
  }

  @Test("writes beside other files on request")
  func force() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let own = try directory.write("letter.txt", Array("A".utf8))
    let run = try Command.run(["site", "--base", "--force", directory.url.path])
    #expect(run.status == 0)
    #expect(try String(contentsOfFile: own, encoding: .utf8) == "A")
    #expect(FileManager.default.fileExists(atPath: directory.url.path + "/index.html"))
  }

  @Test("replaces a file with several names, and leaves the other names")
  func hardLink() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = directory.path + "/site"
    let victim = try directory.write("victim", Array("kept".utf8))
    #expect(try Command.run(["site", "--base", path]).status == 0)
    let style = try String(contentsOfFile: path + "/site.css", encoding: .utf8)
    try FileManager.default.removeItem(atPath: path + "/site.css")
    try FileManager.default.linkItem(atPath: victim, toPath: path + "/site.css")
    #expect(try Command.run(["site", "--base", path]).status == 0)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "kept")
    #expect(try String(contentsOfFile: path + "/site.css", encoding: .utf8) == style)
  }

  @Test("does not write to the destination of a link in place of its folder")
  func linkedFolder() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = directory.url.path
    #expect(try Command.run(["site", "--base", path]).status == 0)
    try FileManager.default.removeItem(atPath: path + "/types")
    let other = try TemporaryDirectory()
    defer { other.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: path + "/types", withDestinationPath: other.path)
    let run = try Command.run(["site", "--base", path])
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("uti: \(path)/types: this is a link"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
  }

  @Test("names the file that cannot be written, and leaves no partial page")
  func fullDisk() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = directory.url.path
    // No file may be larger than this; writing on fails as on a full disk.
    let output = try Command.shell(
      "trap '' XFSZ; ulimit -f 4; XDG_DATA_HOME=/nonexistent \"$0\" site --base \"$1\" 2>&1; echo $?",
      path)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.last == "74")
    #expect(lines.first?.hasPrefix("uti: \(path)/") == true, "\(lines)")
    #expect(lines.first?.contains("cannot be written: File too large") == true, "\(lines)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: path)
    for name in files where name.hasSuffix(".html") {
      let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
      #expect(text.hasSuffix("</html>\n"), "\(name)")
    }
    #expect(!files.contains("index.html"))
    #expect(!files.contains { $0.hasPrefix("site.css.") || $0.contains(".html.") })
  }
}
