/// The language of a script, from its first line or from a line that tells an editor.
enum ScriptLanguage {
  /// The MIME types of a language, the best first, with what was seen.
  struct Clue {
    let mimeNames: [String]
    let strength: Strength
    let words: Ground.Words
  }

  /// - Parameters:
  ///   - text: the text from its first character on.
  ///   - isWhole: whether the text ends with the bytes, so that its last lines are among them.
  static func clue(_ text: UnsafeRawBufferPointer, isWhole: Bool) -> Clue? {
    if text.has("#!"), let clue = interpreterClue(text) { return clue }
    return modeLineClue(text, isWhole: isWhole)
  }

  /// Programs and editors call a language by one name, often with a version behind it.
  static func mimeNames(ofLanguage name: String) -> [String]? {
    let name = name.lowercased()
    return languages[name] ?? languages[String(name.prefix { $0 != "." })]
      ?? languages[String(name.prefix { !$0.isNumber && $0 != "." })]
  }

  private static let languages: [String: [String]] = {
    let groups: [([String], [String])] = [
      (
        ["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "shell-script"],
        ["text/x-shellscript", "application/x-shellscript"]
      ),
      (["csh", "tcsh"], ["text/x-csh", "application/x-csh"]),
      (["fish"], ["application/x-fishscript"]),
      (["nu"], ["application/x-nuscript"]),
      (["pwsh", "powershell"], ["application/x-powershell"]),
      (["python3", "uv"], ["text/x-python3", "text/x-python"]),
      (["python2"], ["text/x-python2", "text/x-python"]),
      (["python", "pypy"], ["text/x-python"]),
      (["perl", "cperl"], ["application/x-perl", "text/x-perl"]),
      (["raku", "rakudo"], ["text/x-raku"]),
      (["ruby", "jruby"], ["application/x-ruby", "text/x-ruby"]),
      (
        ["node", "nodejs", "javascript", "js", "gjs", "bun", "deno"],
        ["text/javascript", "application/javascript"]
      ),
      (["typescript", "tsx", "ts-node"], ["application/typescript"]),
      (["php"], ["application/x-php"]),
      (["lua", "luajit"], ["text/x-lua"]),
      (["tclsh", "wish", "tcl", "expect"], ["text/x-tcl"]),
      (["awk"], ["text/x-awk", "application/x-awk"]),
      (["gawk"], ["application/x-gawk", "text/x-awk"]),
      (["sed"], ["text/x-sed"]),
      (["make", "gmake", "makefile"], ["text/x-makefile"]),
      (["rscript"], ["text/x-r"]),
      (["julia"], ["text/julia"]),
      (["swift"], ["text/x-swift", "public.swift-source"]),
      (["runhaskell", "runghc", "haskell"], ["text/x-haskell"]),
      (["groovy"], ["text/x-groovy"]),
      (["scala"], ["text/x-scala"]),
      (["escript", "erlang"], ["text/x-erlang"]),
      (["elixir"], ["text/x-elixir"]),
      (["ocaml", "tuareg"], ["text/x-ocaml"]),
      (["guile", "scheme", "racket"], ["text/x-scheme"]),
      (["sbcl", "lisp", "emacs-lisp"], ["text/x-emacs-lisp"]),
      (["osascript"], ["application/x-applescript", "text/x-applescript"]),
      (["c"], ["text/x-csrc"]),
      (["c++", "cpp"], ["text/x-c++src"]),
      (["objc"], ["text/x-objcsrc"]),
      (["java"], ["text/x-java"]),
      (["go"], ["text/x-go"]),
      (["rust"], ["text/rust"]),
      (["html", "nxml-html"], ["text/html"]),
      (["xml", "nxml"], ["application/xml"]),
      (["css"], ["text/css"]),
      (["yaml"], ["application/yaml", "application/x-yaml"]),
      (["toml", "conf-toml"], ["application/toml"]),
      (["json"], ["application/json"]),
      (["markdown", "gfm"], ["text/markdown"]),
      (["tex", "latex"], ["text/x-tex"]),
      (["sql"], ["application/sql"]),
      (["cmake"], ["text/x-cmake"]),
      (["diff"], ["text/x-patch"]),
      (["org"], ["text/org"]),
    ]
    var languages: [String: [String]] = [:]
    for (names, mimeNames) in groups {
      for name in names { languages[name] = mimeNames }
    }
    return languages
  }()
}
