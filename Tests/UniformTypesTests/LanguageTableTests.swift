import Foundation
import TestSupport
import Testing
import UniformTypes

@testable import UTITypeDetection

/// The table of the languages of the world's code.
@Suite("The table of languages", .requires(.corpora))
struct LanguageTableTests {
  /// Languages whose type is described in other words, by a MIME type or an identifier.
  private static let otherwiseDescribed = [
    "Adobe Font Metrics": "application/x-font-afm",
    "Ant Build System": "application/x-ant+xml",
    "ApacheConf": "text/x-apacheconf",
    "Avro IDL": "text/x-avro-idl",
    "Batchfile": "application/x-bat",
    "Classic ASP": "application/x-asp",
    "CMake": "text/x-cmake",
    "CODEOWNERS": "text/x-codeowners",
    "crontab": "text/x-crontab",
    "Debian Package Control File": "text/x-debian-control",
    "Diff": "text/x-patch",
    "Dockerfile": "text/x-dockerfile",
    "Dotenv": "text/x-dotenv",
    "E-mail": "public.email-message",
    "Fortran Free Form": "text/x-fortran",
    "G-code": "text/x.gcode",
    "GEDCOM": "text/vnd.familysearch.gedcom",
    "Gerber Image": "application/vnd.gerber",
    "Gettext Catalog": "text/x-gettext-translation",
    "Gherkin": "text/x-gherkin",
    "Git Config": "text/x-gitconfig",
    "Glyph Bitmap Distribution Format": "application/x-font-bdf",
    "Gradle Kotlin DSL": "text/x-gradle-kts",
    "Graphviz (DOT)": "text/vnd.graphviz",
    "Hosts File": "text/x-hosts",
    "HTML+ERB": "text/x-erb",
    "Java Server Pages": "text/x-jsp",
    "JSONLD": "application/ld+json",
    "Maven POM": "text/x-maven+xml",
    "Meson": "text/x-meson",
    "Microsoft Visual Studio Solution": "text/x-ms-solution",
    "Ninja": "text/x-ninja",
    "NSIS": "text/x-nsis",
    "OASv3-json": "application/vnd.oai.openapi+json",
    "OASv3-yaml": "application/vnd.oai.openapi+yaml",
    "Open Policy Agent": "text/x-rego",
    "OpenAPI Specification v2": "application/vnd.oai.openapi.v2+json",
    "OpenAPI Specification v3": "application/vnd.oai.openapi+yaml",
    "Pip Requirements": "text/x-requirements",
    "pkg-config": "text/x-pkg-config",
    "Protocol Buffer": "public.protobuf-source",
    "RAML": "application/raml+yaml",
    "Readline Config": "text/x-inputrc",
    "Rich Text Format": "text/rtf",
    "RMarkdown": "text/x-rmarkdown",
    "Robots Exclusion Rules": "text/x-robots",
    "Roff": "text/troff",
    "SSH Config": "text/x-ssh-config",
    "Starlark": "text/x-starlark",
    "SubRip Text": "application/x-subrip",
    "Tcsh": "text/x-csh",
    "TSX": "text/tsx",
    "Turtle": "text/turtle",
    "Visual Basic .NET": "text/x-vb",
    "Wavefront Object": "model/obj",
    "Web Ontology Language": "application/rdf+xml",
    "WGSL": "text/x-wgsl",
    "Windows Registry Entries": "text/x-ms-regedit",
  ]

  /// The names that a language lists and that belong to another one, with the reason.
  private static let exceptions: [String: Set<String>] = [
    // Text of any kind is called so.
    "Adblock Filter List": ["txt"],
    "Ecmarkup": ["html"],
    "HAProxy": ["cfg"],
    "MiniYAML": ["yaml", "yml"],
    "OASv2-json": ["json"],
    "OASv2-yaml": ["yaml", "yml"],
    "OASv3-json": ["json"],
    "OASv3-yaml": ["yaml", "yml"],
    "Text": ["no"],
    "Vim Help File": ["txt"],
    // A number at the end of a name seldom is the section of a manual.
    "Roff": ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    "Roff Manpage": [
      "1", "1in", "1m", "1x", "2", "3", "3in", "3m", "3p", "3pm", "3qt", "3x", "4", "5", "6", "7",
      "8", "9", "man",
    ],
    // A Mac calls it data.
    "JSON": ["JSON-tmLanguage"],
    // Formats of others, written in the language or for use with it, that have their own type.
    "DirectX 3D File": ["x"],
    "E-mail": ["mbox"],
    "Godot Resource": ["tscn", "project.godot"],
    "HTML": ["xht", "xhtml"],
    "INI": ["frm", "pro", "properties", "url", "HOSTS", "hosts"],
    "KiCad Layout": ["kicad_pcb"],
    "OpenStep Property List": ["plist"],
    "Public Key": ["asc"],
    "Shell": [".flaskenv", ".tmux.conf", "tmux.conf"],
    "TSV": ["vcf"],
    "Visual Basic .NET": ["vbhtml"],
    "XML": ["pt", "typ"],
    "YAML": [".eslintrc", ".releaserc", "yarn.lock"],
  ]

  private let registry = Base.registry

  @Test("has each extension and file name with a type of its language")
  func everyName() throws {
    var count = 0
    var missing: [String] = []
    for row in try Corpora.rows("languages.tsv") {
      let language = try #require(row["language"])
      let excepted = Self.exceptions[language] ?? []
      let extensions = (row["extensions"] ?? "").split(separator: " ").map {
        String($0.dropFirst())
      }
      let names = (row["filenames"] ?? "").split(separator: "|").map(String.init)
      for (value, types) in extensions.map({ ($0, claimants(filenameExtension: $0)) })
        + names.map({ ($0, registry.type(fileName: $0).map { [$0] } ?? []) })
      {
        count += 1
        if types.contains(where: { isType($0, of: language) }) {
          // An exception that is none any more is to be taken out.
          #expect(!excepted.contains(value), "\(language): \(value)")
        } else if !excepted.contains(value) {
          missing.append("\(language): \(value) (\(types.map(\.identifier)))")
        }
      }
    }
    #expect(count > 2_000)
    #expect(missing.isEmpty, "\(missing.count) of \(count): \(missing.joined(separator: "; "))")
  }

  @Test("has a type for every language")
  func everyLanguage() throws {
    let phrases = Self.phrases.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    for row in try Corpora.rows("languages.tsv") {
      let language = try #require(row["language"])
      let names =
        (row["extensions"] ?? "").split(separator: " ").map { String($0.dropFirst()) }
        + (row["filenames"] ?? "").split(separator: "|").map(String.init)
      // What others have altogether needs none.
      if !names.isEmpty, Self.exceptions[language]?.isSuperset(of: names) == true { continue }
      let isDescribed = phrases.contains(Self.words(language).joined(separator: " "))
      #expect(isDescribed || otherwiseDescribed(language) != nil, "\(language)")
    }
  }

  @Test("has each interpreter with a type of one of the languages that it runs")
  func everyInterpreter() throws {
    var languages: [String: [String]] = [:]
    for row in try Corpora.rows("languages.tsv") {
      for name in (row["interpreters"] ?? "").split(separator: " ") {
        languages[String(name), default: []].append(try #require(row["language"]))
      }
    }
    #expect(languages.count > 150)
    for (name, languages) in languages {
      let names = try #require(ScriptLanguage.mimeNames(ofLanguage: name), "\(name)")
      let found = try #require(known(names), "\(name)")
      #expect(
        languages.contains { isType(found, of: $0) }, "\(name): \(found.identifier), \(languages)")
    }
  }

  /// The first of several MIME types and identifiers that the registry has.
  private func known(_ names: [String]) -> UTType? {
    names.lazy.compactMap { $0.contains("/") ? registry.type(mimeType: $0) : registry.type($0) }
      .first { !$0.isDynamic }
  }

  /// The types that have an extension; of one with dots in it the one that answers.
  private func claimants(filenameExtension: String) -> [UTType] {
    filenameExtension.contains(".")
      ? registry.type(fileName: "a." + filenameExtension).map { [$0] } ?? []
      : registry.types(tag: filenameExtension, tagClass: .filenameExtension)
  }

  /// True if the description of a type or of a supertype has the whole name of a language.
  private func isType(_ type: UTType, of language: String) -> Bool {
    let kinds = [type] + type.supertypes
    if let expected = otherwiseDescribed(language) { return kinds.contains(expected) }
    let phrase = Self.words(language).joined(separator: " ")
    return kinds.contains { Self.phrases[$0]?.contains(phrase) == true }
  }

  private func otherwiseDescribed(_ language: String) -> UTType? {
    Self.otherwiseDescribed[language].flatMap {
      $0.contains("/") ? registry.type(mimeType: $0) : registry.type($0)
    }
  }

  /// All runs of whole words in the description of each type.
  private static let phrases: [UTType: Set<String>] = Dictionary(
    uniqueKeysWithValues: Base.registry.types.map { type in
      let words = words(type.localizedDescription ?? "")
      return (
        type,
        Set(
          words.indices.flatMap { start in
            (start..<words.count).map { words[start...$0].joined(separator: " ") }
          })
      )
    })

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { $0 == " " || $0 == "," }
  }
}
