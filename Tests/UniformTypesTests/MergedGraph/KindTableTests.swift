import Foundation
import Testing
import UTITypeGraph
import UniformTypes

/// A MIME type and what it is, whatever database is installed.
private struct Row: Sendable, CustomTestStringConvertible {
  let kind: String
  let types: [String]

  var testDescription: String { kind }

  init(_ kind: String, _ types: String...) {
    self.kind = kind
    self.types = types
  }
}

private let rows = [
  Row(
    "public.source-code", "text/rust", "text/x-go", "application/vnd.dart", "text/x-haskell",
    "text/x-ocaml", "text/x-scala", "text/x-erlang", "text/x-elixir", "text/x-clojure",
    "text/x-verilog", "text/x-vhdl", "text/x-zig", "text/x-nim", "text/x-crystal", "text/x-elm",
    "text/x-scheme", "text/x-racket", "text/x-common-lisp", "text/x-prolog", "text/x-basic",
    "text/x-cobol", "text/x-vb", "text/x-cmake", "text/x-wgsl", "text/x-dockerfile",
    "text/x-meson", "text/x-starlark", "text/x-thrift", "text/x-flatbuffers", "text/x-capnp",
    "text/less", "text/x-vala", "text/x-groovy", "text/julia"),
  Row(
    "public.script", "text/x-vim", "application/x-gdscript", "application/sieve", "text/x-awk",
    "application/x-awk", "text/tcl", "text/x-sed", "text/x-raku", "text/vbscript"),
  Row(
    "public.executable", "application/x-elf", "application/x-executable",
    "application/x-pie-executable", "application/x-sharedlib", "application/x-object",
    "application/x-core", "application/x-ms-dos-executable", "application/x-dosexec",
    "application/vnd.microsoft.portable-executable", "application/x-msdownload",
    "application/x-pef-executable", "application/x-class-file", "application/x-python-bytecode",
    "application/x-beam", "application/x-lua-bytecode", "application/x-dex", "application/wasm",
    "application/x-gameboy-rom", "application/x-nes-rom", "application/vnd.nintendo.nitro.rom"),
  Row(
    "public.disk-image", "application/x-qemu-disk", "application/x-vdi-disk",
    "application/x-vhd-disk", "application/x-vhdx-disk", "application/x-vmdk-disk",
    "application/x-qed-disk", "application/vnd.efi.img", "application/x-raw-disk-image",
    "application/x-amiga-disk-format", "application/x-mame-chd", "application/x-compressed-iso",
    "application/x-cramfs", "application/vnd.squashfs", "application/x-luks",
    "application/x-wii-rom", "application/x-commodore-d64-disk"),
  Row(
    "public.database", "application/vnd.sqlite3", "application/x-sqlite2",
    "application/vnd.ms-access", "application/x-duckdb", "application/x-lmdb",
    "application/x-berkeley-db", "application/x-gdbm", "application/x-keepass1",
    "application/x-keepass2", "application/vnd.dbf", "application/x-dbf",
    "application/geopackage+sqlite3"),
  Row(
    "public.spreadsheet", "application/x-gnumeric", "application/vnd.lotus-1-2-3",
    "application/x-quattropro", "application/x-kspread",
    "application/vnd.kde.kspread"),
  Row("public.presentation", "application/vnd.kde.kpresenter", "application/x-corelpresentations"),
  Row(
    "public.archive", "application/warc", "application/x-asar", "application/vnd.google-earth.kmz",
    "application/x-zoo", "application/x-internet-archive", "application/x-doom-wad"),
  Row("public.font", "application/x-font-afm", "application/x-font-bdf", "application/x-font-pcf"),
  Row("public.3d-content", "application/x-3ds", "image/x-3ds", "application/x-fbx", "model/3mf"),
  Row(
    "public.composite-content", "application/vnd.comicbook+zip", "application/vnd.comicbook-rar",
    "application/x-cb7", "application/x-mobipocket-ebook", "application/vnd.amazon.mobi8-ebook",
    "application/x-ms-reader", "application/x-sony-bbeb"),
  Row(
    "public.text", "application/sparql-query", "application/x-x509-key",
    "application/x-putty-private-key", "application/x-dh-parameters", "application/x-font-afm",
    "application/x-font-bdf", "image/x-xpixmap", "application/x-godot-resource",
    "application/x-godot-scene", "application/geo+json-seq", "application/vnd.mif"),
  Row("public.playlist", "application/xspf+xml", "audio/x-mpegurl", "video/vnd.mpegurl"),
  Row("public.audio", "application/vnd.smaf"), Row("public.movie", "application/x-wtv"),
  Row("public.image", "application/vnd.corel-draw", "application/x-wpg"),
  Row("public.message", "application/vnd.ms-outlook"),
]

/// The kinds of types by the words of their descriptions, with the exceptions.
private struct Word: Sendable, CustomTestStringConvertible {
  let ending: String
  let kinds: [String]
  var exceptions: [String: String] = [:]

  var testDescription: String { ending }
}

private let wordRows = [
  Word(
    ending: "source code", kinds: ["public.source-code"],
    exceptions: ["application/x-wais-source": "what a server of WAIS offers, no program"]),
  Word(ending: "byte code", kinds: ["public.executable"]),
  Word(ending: "shader", kinds: ["public.source-code"]),
  Word(
    ending: "disk image", kinds: ["public.disk-image"],
    exceptions: ["application/ovf": "the database's words for a list of disks in XML"]),
  Word(ending: "disc image", kinds: ["public.disk-image"]),
  Word(
    ending: "spreadsheet", kinds: ["public.spreadsheet"],
    exceptions: ["application/vnd.google-apps.spreadsheet": "the address of one, as JSON"]),
  Word(
    ending: "presentation", kinds: ["public.presentation"],
    exceptions: [
      "application/dash+xml": "the standard's word for a list of what is played",
      "application/smil+xml": "a film in the words of XML, for a player",
      "application/vnd.google-apps.presentation": "the address of one, as JSON",
    ]),
  Word(
    ending: "database", kinds: ["public.database"],
    exceptions: [
      "application/vnd.palm": "Palm's word for any file of records, books and programs too",
      "application/x-ms-pdb": "symbols for a debugger",
      "text/xmcd": "one record of a database of discs",
    ]),
  Word(ending: "font", kinds: ["public.font"]),
  Word(
    ending: "archive", kinds: ["public.archive"],
    exceptions: ["application/har+json": "a log of requests in JSON"]),
  Word(ending: "executable", kinds: ["public.executable"]),
  Word(ending: "ROM", kinds: ["public.executable"]),
  Word(
    ending: "script", kinds: ["public.source-code"],
    exceptions: [
      "application/vnd.google-apps.script": "the address of one, as JSON",
      "application/vnd.yamaha.hv-script": "what a voice is to say, no program",
    ]),
  Word(
    ending: "playlist", kinds: ["public.playlist"],
    exceptions: [
      "application/x-quicktime-media-link": "the address of one film",
      "com.microsoft.advanced-stream-redirector": "Apple has them as what they lead to",
    ]),
]

/// Kinds of which a type has at most one, and the types that are of two.
private let exclusiveKinds = [
  "public.image", "public.audio", "public.movie", "public.font", "public.database",
  "public.disk-image", "public.3d-content", "public.source-code", "public.spreadsheet",
  "public.presentation",
]

private let ofTwoKinds = [
  "audio/webm": "Apple's WebM is a film, and the database has the sound below it",
  "audio/annodex": "the database has it below the film",
  "video/x-mjpeg": "the database has the film below its first picture",
  "image/x-photo-cd": "the database has it below the disc",
]

@Suite("The table of kinds")
struct KindTableTests {
  @Test("gives types the same supertypes on every machine that has them", arguments: rows)
  private func kinds(_ row: Row) throws {
    for machine in Machine.all {
      let registry = try machine.registry()
      let kind = try #require(registry.type(row.kind))
      for name in row.types {
        let type = registry.type(canonicalMIMEType: name) ?? registry.type(mimeType: name)
        guard let type, !type.isDynamic else { continue }
        #expect(type.conforms(to: kind), "\(name) on \(machine)")
      }
    }
  }

  @Test("agrees with the descriptions of the types", arguments: wordRows, Machine.all)
  private func agreement(_ word: Word, _ machine: Machine) throws {
    let registry = try machine.registry()
    let kinds = try word.kinds.map { try #require(registry.type($0)) }
    for type in registry.types where !kinds.contains(type) {
      guard let description = type.localizedDescription, description.hasSuffix(word.ending),
        Self.isFile(type), !Self.isSettledByApple(type),
        word.exceptions[type.identifier] == nil,
        word.exceptions[type.canonicalMIMEType ?? ""] == nil
      else { continue }
      #expect(kinds.contains { type.conforms(to: $0) }, "\(type), \(description), on \(machine)")
    }
  }

  @Test("gives no type two kinds that exclude each other", arguments: Machine.all)
  func exclusion(_ machine: Machine) throws {
    let registry = try machine.registry()
    let kinds = try exclusiveKinds.map { try #require(registry.type($0)) }
    for type in registry.types {
      let found = kinds.filter { type.conforms(to: $0) }.map(\.identifier)
      guard found.count > 1, ofTwoKinds[type.canonicalMIMEType ?? ""] == nil else { continue }
      Issue.record("\(type) is \(found) on \(machine)")
    }
  }

  @Test("takes every text with the icon of programs for source code", arguments: Machine.all)
  func programs(_ machine: Machine) throws {
    let registry = try machine.registry()
    let sourceCode = try #require(registry.type("public.source-code"))
    let data = try ["public.json", "public.xml"].map { try #require(registry.type($0)) }
    var count = 0
    for type in registry.types where type.iconNames?.generic == "text-x-script" {
      guard type.declarations.isEmpty, !data.contains(where: { type.conforms(to: $0) }) else {
        continue
      }
      count += 1
      // The database has JSON with comments below JavaScript, whose icon it gives it.
      guard type.canonicalMIMEType != "application/json5" else { continue }
      #expect(type.conforms(to: sourceCode), "\(type) on \(machine)")
    }
    #expect(count > 10)
  }

  @Test("changes nothing in the two other views", arguments: Machine.all)
  func views(_ machine: Machine) throws {
    for view in [GraphView.declared, .freedesktop] {
      for type in try machine.registry().seen(as: view).types {
        #expect(!type.edges.contains { $0.kind == .inferred }, "\(type) on \(machine)")
      }
    }
  }

  @Test("names only kinds that are declared and types that no declaration describes")
  func members() throws {
    let files = try Machine.bare.registry().declarationFiles()
    let kinds = files.flatMap(\.kinds)
    #expect(kinds.count > 20 && kinds.allSatisfy { $0.reason != nil })
    for machine in Machine.all {
      let registry = try machine.registry()
      for kind in kinds {
        #expect(registry.type(kind.identifier.rawValue) != nil)
        for member in kind.mimeTypes.map(\.value.spelling) {
          guard let type = registry.type(canonicalMIMEType: member) else { continue }
          #expect(type.declarations.isEmpty, "\(member), \(type), on \(machine)")
        }
      }
    }
    guard Machine.all.count == Machine.allCases.count else { return }
    let registries = try Machine.all.map { try $0.registry() }
    for member in kinds.flatMap(\.mimeTypes).map(\.value.spelling) {
      #expect(
        registries.contains { $0.type(canonicalMIMEType: member) != nil },
        "\(member) is known to nobody")
    }
  }

  private static func isFile(_ type: UTType) -> Bool {
    let name = type.canonicalMIMEType ?? ""
    return !["x-content/", "inode/", "x-scheme-handler/"].contains(where: name.hasPrefix)
      && type.supertypes.contains { $0.identifier == "public.data" }
  }

  /// True if the parents of the type are those that Apple gives it.
  private static func isSettledByApple(_ type: UTType) -> Bool {
    ["com.apple.", "public.", "com.microsoft.excel.slk", "com.microsoft.word.mhtml"]
      .contains(where: type.identifier.hasPrefix)
  }
}
