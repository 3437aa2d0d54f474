import Foundation
import TestSupport
import Testing

@Suite("uti graph")
struct GraphCommandTests {
  private static func registry(_ body: (String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      try """
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array>
      <dict><key>UTTypeIdentifier</key><string>org.example.quoted</string>
      <key>UTTypeDescription</key><string>A "quoted" \\n &lt;b&gt; &amp;amp; #1; `x`
      line</string>
      <key>UTTypeConformsTo</key><string>org.gnu.gnu-zip-archive</string>
      <key>UTTypeTagSpecification</key><dict><key>public.mime-type</key>
      <string>application/x-quoted</string></dict></dict>
      </array></dict></plist>
      """.write(
        to: directory.appendingPathComponent("a.plist"), atomically: true, encoding: .utf8)
      try """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="application/x-quoted"><sub-class-of type="x-a/stored"/></mime-type>
        <mime-type type="x-a/stored"/>
        <mime-type type="image/x-loose"><sub-class-of type="x-a/stored"/></mime-type>
        <mime-type type="application/octet-stream"/>
      </mime-info>
      """.write(
        to: directory.appendingPathComponent("a.xml"), atomically: true, encoding: .utf8)
      try body(directory.path)
    }
  }

  @Test("draws each kind of statement in its style, with its origin, and escapes labels")
  func dot() throws {
    try Self.registry { directory in
      let run = try Command.run(
        [
          "graph", "--registry", directory, "org.example.quoted", "image/x-loose", "--language",
          "en",
        ])
      #expect(run.status == 0)
      #expect(
        run.output.contains(
          #"[label="org.example.quoted\nA \"quoted\" \\n <b> &amp;amp; #1; `x` line", penwidth=2];"#
        ))
      let declared = #/n0 -> n\d+ \[style=solid, tooltip="declared, .*a\.plist:5"\];/#
      #expect(run.output.contains(declared))
      #expect(run.output.contains(#/n0 -> n\d+ \[style=bold, .*label="stored as"/#))
      #expect(run.output.contains(#/n1 -> n\d+ \[style=dashed, .*a\.xml:4"\];/#))
      #expect(run.output.contains(#/n1 -> n\d+ \[style=dotted, /#))
      #expect(run.output.contains(#/n1 -> n\d+ \[style=solid, color=gray, /#))
      let again = try Command.run(
        [
          "graph", "--registry", directory, "org.example.quoted", "image/x-loose", "--language",
          "en",
        ])
      #expect(again.output == run.output)
    }
  }

  @Test("writes Mermaid with numbered entities")
  func mermaid() throws {
    try Self.registry { directory in
      let run = try Command.run(
        [
          "graph", "--as", "mermaid", "--registry", directory, "org.example.quoted",
          "image/x-loose", "--language", "en",
        ])
      #expect(run.lines.first == "flowchart BT")
      #expect(
        run.lines.contains(
          #"  n0["org.example.quoted<br/>A #34;quoted#34; #92;n #60;b#62; #38;amp#59; #35;1#59; #96;x#96; line"]"#
        ))
      #expect(run.output.contains(#/n0 ==>\|stored as\| n\d+/#))
      #expect(run.output.contains(#/linkStyle [\d,]+ stroke:#999/#))
      #expect(run.lines.contains("  class n0,n1 asked"))
    }
  }

  @Test("shows characters that reverse text or separate lines", arguments: ["dot", "mermaid"])
  func hiddenCharacters(language: String) throws {
    try withTemporaryDirectory { directory in
      try """
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array>
      <dict><key>UTTypeIdentifier</key><string>org.example.hidden</string>
      <key>UTTypeDescription</key><string>a\u{202E}gpj\u{2028}b\u{2066}\u{85}</string>
      <key>UTTypeConformsTo</key><string>public.data</string></dict></array></dict></plist>
      """.write(
        to: directory.appendingPathComponent("a.plist"), atomically: true, encoding: .utf8)
      let run = try Command.run(
        ["graph", "--as", language, "--registry", directory.path, "org.example.hidden"])
      #expect(run.status == 0)
      #expect(!run.output.unicodeScalars.contains { $0.value >= 0x7F }, "\(run.output)")
      let backslash = language == "dot" ? #"\\"# : "#92;"
      let shown = ["u{202E}gpj", "u{2028}b", "u{2066}", "u{85}"].map { backslash + $0 }.joined()
      #expect(run.output.contains("a\(shown)"), "\(run.output)")
    }
  }

  @Test("cuts a large graph with a note, and keeps the nearest types")
  func limit() throws {
    let run = try Command.run(["graph", "--down", "public.data", "--limit", "5"])
    #expect(run.lines.filter { $0.contains("penwidth") }.count == 1)
    #expect(run.lines.filter { $0.hasPrefix("  n") && $0.contains("[label=") }.count == 5)
    #expect(run.output.contains(#/note \[shape=note, .*label="\d+ more types are not shown .*"\]/#))
    let mermaid = try Command.run(
      ["graph", "--down", "public.data", "--limit", "5", "--as", "mermaid"])
    #expect(mermaid.output.contains("more types are not shown"))
    #expect(run.output.contains("rankdir=BT"))
    // What is many is listed instead of put side by side.
    let broad = try Command.run(["graph", "--down", "public.image", "--limit", "30"])
    #expect(broad.output.contains("rankdir=RL"))
    let whole = try Command.run(["graph", "public.png", "--both"])
    #expect(!whole.output.contains("not shown"))
    #expect(whole.output.contains("public.item"))
    let more = try Command.run(["graph", "public.png", "--limit", "2"])
    #expect(more.output.contains("3 more types") || more.output.contains("2 more types"))
    #expect(try Command.run(["graph", "public.png", "--limit", "0"]).status == 64)
    #expect(try Command.run(["graph", "public.png", "--up", "--down"]).status == 64)
  }

  @Test("draws a dynamic type and one that several paths reach once")
  func dynamic() throws {
    let run = try Command.run(["graph", ".surely-not-declared", "public.png", "public.png"])
    #expect(run.status == 0)
    #expect(run.output.contains("label=\"dyn."))
    #expect(run.output.components(separatedBy: "label=\"public.data").count == 2)
    #expect(run.output.components(separatedBy: "label=\"public.png").count == 2)
  }

  @Test("runs dot for SVG and PNG of any size, and reports if it is missing or fails")
  func drawing() throws {
    try withTemporaryDirectory { directory in
      var environment = Command.bare
      environment["PATH"] = directory.path
      let missing = try Command.run(
        ["graph", "public.png", "--as", "svg"], environment: environment)
      #expect(missing.status == 69)
      #expect(missing.errors.contains("install graphviz"))

      let tool = directory.appendingPathComponent("dot")
      func install(_ script: String) throws {
        try TestProgram.install("#!/bin/sh\n\(script)\n", at: tool.path)
      }
      // Output before input is read, and more of both than a pipe holds.
      try install("/usr/bin/printf '%s:' \"$1\"; /usr/bin/head -c 300000 /dev/zero; /usr/bin/cat")
      let output = directory.appendingPathComponent("a.png")
      let arguments = ["graph", "public.data", "--down", "--limit", "2000", "--as", "png"]
      let run = try Command.run(arguments + ["-o", output.path], environment: environment)
      #expect(run.status == 0)
      let drawing = try Data(contentsOf: output)
      #expect(drawing.prefix(6) == Data("-Tpng:".utf8))
      #expect(drawing.count > 400_000)
      #expect(drawing.suffix(2) == Data("}\n".utf8))
      let piped = try Command.run(
        ["graph", "public.png", "--as", "svg"], environment: environment)
      #expect(piped.output.hasPrefix("-Tsvg:"))

      try install("exit 3")
      let failed = try Command.run(
        ["graph", "public.png", "--as", "svg"], environment: environment)
      #expect(failed.status == 74)
      #expect(failed.errors.contains("dot failed"))
    }
  }

  @Test(
    "works with graphviz, which accepts every label",
    .requires(.programs("dot")))
  func graphviz() throws {
    try Self.registry { directory in
      let arguments = ["graph", "--registry", directory, "org.example.quoted", "public.png"]
      let image = directory + "/a.png"
      #expect(try Command.run(arguments + ["--as", "png", "-o", image]).status == 0)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: image))
      #expect(bytes.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      let drawing = try Command.run(arguments + ["--as", "svg"])
      #expect(drawing.output.contains("</svg>"))
      #expect(drawing.output.contains("public.png"))
      #expect(drawing.errors.isEmpty)
    }
  }
}
