import Testing
import UTITypeGraph
import UniformTypes

@testable import UTITypeDetection

/// The names of languages in interpreters and editors, against the types of the registry.
@Suite("Names of languages")
struct LanguageNameTests {
  /// The names of one line of the table, and its types.
  private struct Line {
    let names: [String]
    let types: [String]
  }

  private static let lines: [Line] = "\(ScriptLanguage.namedLanguages)"
    .split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.split(separator: " ").map(String.init)
      }
      return Line(names: parts.first ?? [], types: parts.count == 2 ? parts[1] : [])
    }

  private static let plainNames = "\(ScriptLanguage.plainNames)"
    .split(whereSeparator: \.isWhitespace).map(String.init)

  private static var names: [String] { lines.flatMap(\.names) + plainNames }

  @Test("lead to a type of the base, and to a type of an installed database")
  func resolve() throws {
    let installed = try TypeRegistry(RegistryConfiguration(usesCache: false))
    for registry in [Base.registry, installed] {
      for name in Self.names {
        let types = try #require(ScriptLanguage.mimeNames(ofLanguage: name), "\(name)")
        let known =
          types.first { registry.type(mimeType: $0)?.isDynamic == false }
          ?? types.first { registry.type($0) != nil }
        #expect(known != nil, "\(name): \(types)")
      }
    }
  }

  @Test("are in the table once, in lower case, and every line has types")
  func isWellFormed() {
    #expect(Set(Self.names).count == Self.names.count)
    for name in Self.names {
      #expect(name == name.lowercased() && !name.contains("/") && !name.contains(":"), "\(name)")
    }
    for line in Self.lines {
      #expect(!line.names.isEmpty && !line.types.isEmpty, "\(line.names)")
    }
    // The table is one of many lines, not one that was taken for empty.
    #expect(Self.lines.count > 150 && Self.plainNames.count > 300)
  }

  @Test(
    "are looked up whole, without their version, and never among the types",
    arguments: [
      ("sbcl", "text/x-common-lisp"), ("lisp", "text/x-common-lisp"), ("racket", "text/x-racket"),
      ("perl6", "text/x-raku"), ("perl5.36", "application/x-perl"), ("M2", "text/x-macaulay2"),
      ("python3.12", "text/x-python3"), ("swipl", "text/x-prolog"), ("z3", "text/x-smt"),
      ("osascript", "application/x-applescript"), ("C++", "text/x-c++src"),
      ("bb", "text/x-clojure"),
      ("flix", "text/x-flix"), ("emacs-lisp", "text/x-emacs-lisp"), ("mawk", "text/x-awk"),
      ("WolframKernel", "application/vnd.wolfram.wl"), ("lua5.4", "text/x-lua"),
      ("systemverilog", "text/x-svsrc"), ("typescriptreact", "text/tsx"),
      ("dash", "text/x-shellscript"),
      ("text/x-python", nil), ("public.swift-source", nil), ("x-flix", nil), ("", nil), (":", nil),
      (" ", nil), ("3", nil), ("pyth", nil), ("ython", nil), ("sh bash", nil),
    ] as [(String, String?)])
  func lookUp(name: String, mimeType: String?) {
    #expect(ScriptLanguage.mimeNames(ofLanguage: name)?.first == mimeType)
  }
}
