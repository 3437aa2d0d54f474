import Testing
import UTITypeDetection
import UniformTypes

/// The languages of the world's code, by the names of their files.
@Suite("Languages")
struct LanguageTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let fileName: String
    let mimeType: String
    let kind: String
    var testDescription: String { fileName }

    init(_ fileName: String, _ mimeType: String, _ kind: String) {
      self.fileName = fileName
      self.mimeType = mimeType
      self.kind = kind
    }
  }

  private static let rows = [
    Row("a.flix", "text/x-flix", "public.source-code"),
    Row("a.hare.ha", "text/x-hare", "public.source-code"),
    Row("a.agda", "text/x-agda", "public.source-code"),
    Row("a.purs", "text/x-purescript", "public.source-code"),
    Row("a.idr", "text/x-idris", "public.source-code"),
    Row("a.rego", "text/x-rego", "public.text"),
    Row("a.elv", "text/x-elvish", "public.source-code"),
    Row("a.ahk", "text/x-autohotkey", "public.source-code"),
    Row("a.pp", "text/x-puppet", "public.source-code"),
    Row("a.g4", "text/x-antlr", "public.source-code"),
    Row("a.smali", "text/x-smali", "public.source-code"),
    Row("a.slang", "text/x-slang", "public.source-code"),
    Row("a.mlir", "text/x-mlir", "public.source-code"),
    Row("a.qasm", "text/x-openqasm", "public.source-code"),
    Row("a.jq", "text/x-jq", "public.source-code"),
    Row("a.stan", "text/x-stan", "public.source-code"),
    Row("a.wl", "application/vnd.wolfram.wl", "public.source-code"),
    Row("a.gnuplot", "application/x-gnuplot", "public.source-code"),
    Row("a.liq", "text/x-liquidsoap", "public.source-code"),
    Row("a.nss", "text/x-nwscript", "public.source-code"),
    Row("a.abap", "text/x-abap", "public.source-code"),
    Row("a.vy", "text/x-vyper", "public.source-code"),
    Row("a.tsp", "text/x-typespec", "public.source-code"),
    Row("a.apex", "text/x-apex", "public.source-code"),
    // A dialect is a kind of its language.
    Row("a.pyx", "text/x-cython", "text/x-python"),
    Row("a.ebuild", "text/x-gentoo-ebuild", "text/x-shellscript"),
    Row("APKBUILD", "text/x-abuild", "text/x-shellscript"),
    Row("a.aj", "text/x-aspectj", "text/x-java"),
    Row("a.pgsql", "text/x-plpgsql", "application/sql"),
    Row("a.litcoffee", "text/x-literate-coffeescript", "application/vnd.coffeescript"),
    Row("main.tf", "text/x-terraform", "text/x-hcl"),
    Row("Snakefile", "text/x-snakemake", "text/x-python"),
    // Markup and data conform to what they are written in.
    Row("a.styl", "text/x-styl", "public.text"),
    Row("a.njk", "text/x-nunjucks", "public.text"),
    Row("a.pcss", "text/x-postcss", "text/css"),
    Row("a.maxpat", "text/x-max-patch", "public.json"),
    Row("a.ksy", "text/x-kaitai-struct", "public.yaml"),
    Row("a.prefab", "text/x-unity", "public.yaml"),
    Row("a.lvproj", "text/x-labview", "public.xml"),
    Row("a.kicad_sym", "application/x-kicad-symbols", "public.text"),
    Row("a.textproto", "text/x-textproto", "public.text"),
    Row("a.prisma", "text/x-prisma", "public.text"),
    Row("a.kdl", "text/x-kdl", "public.text"),
    // Files that are called by a name.
    Row("Justfile", "text/x-just", "public.source-code"),
    Row("justfile", "text/x-just", "public.source-code"),
    Row("Caddyfile", "text/x-caddyfile", "public.text"),
    Row("Procfile", "text/x-procfile", "public.text"),
    Row("BUILD", "text/x-starlark", "public.text"),
    Row("Tiltfile", "text/x-tiltfile", "text/x-starlark"),
    Row("Kbuild", "text/x-makefile", "public.text"),
    Row("cpanfile", "application/x-perl", "public.source-code"),
    Row("Guardfile", "application/x-ruby", "public.source-code"),
    Row(".envrc", "text/x-shellscript", "public.source-code"),
    Row("go.sum", "text/x-go-sum", "public.text"),
    Row("go.work", "text/x-go-work", "public.text"),
    Row("SHA256SUMS", "text/x-checksums", "public.text"),
    Row("MANIFEST.MF", "text/x-jar-manifest", "public.text"),
    Row("haproxy.cfg", "text/x-haproxy", "public.text"),
    Row(".npmrc", "text/x-npmrc", "text/x-ini"),
    Row("composer.lock", "application/json", "public.text"),
    Row("flake.lock", "application/json", "public.text"),
    Row("pdm.lock", "application/toml", "public.text"),
    Row("Gemfile.lock", "text/x-gemfile-lock", "public.text"),
    Row(".babelrc", "application/jsonc", "public.text"),
    Row(".clang-format", "application/yaml", "public.text"),
    Row("Web.config", "application/xml", "public.text"),
    // The most usual of several.
    Row("a.fs", "text/x-fsharp", "public.text"),
    Row("a.spin", "text/x-propeller-spin", "public.source-code"),
    Row("a.bf", "text/x-brainfuck", "public.source-code"),
    Row("a.pro", "text/x-qmake", "public.source-code"),
    Row("a.sls", "text/x-salt", "public.yaml"),
    Row("a.lean", "text/x-lean4", "public.source-code"),
    Row("a.nl", "text/x-newlisp", "public.source-code"),
    Row("a.re", "text/x-reason", "public.source-code"),
    Row("a.t", "application/x-perl", "public.source-code"),
  ]

  @Test("have a type by the name of a file, which conforms to its purpose", arguments: rows)
  func named(row: Row) throws {
    let type = try #require(Base.registry.type(fileName: row.fileName))
    #expect(Base.registry.type(mimeType: row.mimeType) == type, "\(type.identifier)")
    let kind = try #require(
      row.kind.contains("/")
        ? Base.registry.type(mimeType: row.kind) : Base.registry.type(row.kind))
    #expect(type.conforms(to: kind), "\(type.identifier)")
  }

  @Test(
    "with a common extension all have it",
    arguments: [
      ("bf", ["text/x-brainfuck", "text/x-beef", "text/x-hyphy", "text/x-befunge"]),
      ("fs", ["text/x-fsharp", "text/x-forth", "text/x-filterscript"]),
      ("pro", ["text/x-qmake", "text/idl", "text/x-proguard", "text/x-prolog"]),
      ("m", ["text/x-objcsrc", "text/x-matlab", "application/vnd.wolfram.wl", "text/x-mercury"]),
      ("v", ["text/x-verilog", "text/x-v", "text/x-coq"]),
      ("cls", ["text/x-apex", "text/x-tex", "text/x-vba", "text/x-vb6", "text/x-openedge"]),
      ("mod", ["audio/x-mod", "text/x-modula", "text/x-ampl", "text/x-nmodl"]),
      ("as", ["text/x-actionscript", "text/x-angelscript"]),
      ("gs", ["text/javascript", "text/x-genie", "text/x-gosu"]),
      ("inc", ["application/x-php", "text/x-asm", "text/x-pawn", "text/x-bitbake"]),
      ("vb", ["text/x-vb"]), ("gf", ["text/x-grammatical-framework"]),
      ("ks", ["text/x-kickstart", "text/x-kerboscript"]),
      ("frag", ["text/x-glsl", "text/javascript"]), ("cp", ["text/x-component-pascal"]),
    ])
  func contested(filenameExtension: String, mimeTypes: [String]) throws {
    let claimants = Base.registry.types(tag: filenameExtension, tagClass: .filenameExtension)
    for name in mimeTypes {
      let type = try #require(Base.registry.type(mimeType: name))
      #expect(claimants.contains(type), "\(name)")
    }
  }

  @Test(
    "are recognised by their signature, whatever the name of the file is",
    arguments: [
      ("*** Settings ***\nLibrary  a\n", "text/x-robotframework"),
      ("(module R_0402 (layer F.Cu) (tedit 0)\n", "application/x-kicad-layout"),
      ("(footprint \"R_0402\" (version 20211014)\n", "application/x-kicad-layout"),
      ("(module\n  (func $f))\n", "text/x-wat"),
      ("EESchema Schematic File Version 4\n", "application/x-kicad-legacy-schematic"),
      ("SplineFontDB: 3.2\nFontName: a\n", "application/vnd.font-fontforge-sfd"),
      ("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n", "text/x-unity"),
      ("OPENQASM 3.0;\nqubit a;\n", "text/x-openqasm"),
      ("File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n", "text/x-textgrid"),
      ("flf2a$ 6 5 20 15 3\n", "text/x-figlet-font"),
      ("#N canvas 0 0 450 300 12;\n", "text/x-puredata"),
      ("## Interface: 90001\n## Title: a\n", "text/x-wow-toc"),
      ("VERSION 5.00\nBegin VB.Form a\n", "text/x-vb6"),
    ])
  func signatures(text: String, mimeType: String) throws {
    let verdict = Base.registry.identify(bytes: Array(text.utf8))
    #expect(verdict.mimeType == mimeType)
  }

  @Test("do not include Pact, which begins like WebAssembly")
  func pact() {
    let text = "(module coin GOVERNANCE\n  (defcap GOVERNANCE () true))\n"
    #expect(Base.registry.identify(bytes: Array(text.utf8)).mimeType != "text/x-wat")
  }
}
