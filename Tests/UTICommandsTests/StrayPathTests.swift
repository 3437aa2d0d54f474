import Foundation
import TestSupport
import Testing

@Suite("Paths that are not UTF-8")
struct StrayPathTests {
  private static let declarations = Command.note(filenameExtension: "exnote")

  @Test(
    "are read and written unchanged by every command, and nothing is written beside them",
    arguments: [
      ("lint \"$d\" && echo clean", "clean", ["types.plist"]),
      ("lint \"$d/types.plist\" && echo clean", "clean", ["types.plist"]),
      (
        "compile --output \"$d/a.registry\" \"$d\" && uti info --registry \"$d/a.registry\" "
          + "com.example.note | grep -c Note", "1", ["a.registry", "types.plist"]
      ),
      ("info --registry \"$d/types.plist\" com.example.note | grep -c Note", "1", ["types.plist"]),
      (
        "export --registry \"$d\" --output \"$d/$d.xml\" com.example.note; "
          + "grep -c exnote \"$d/$d.xml\"", "1", ["d\\351.xml", "types.plist"]
      ),
      ("site \"$d/pages\" && ls \"$d/pages\" | wc -l", "4", ["pages", "types.plist"]),
      ("lint --fix \"$d/types.plist\" && ls -b", "d\\351", ["types.plist"]),
      (
        "install --no-database --prefix \"$d\" \"$d/types.plist\" > /dev/null; "
          + "ls \"$d/share/uniform-types\"; "
          + "uti uninstall --no-database --prefix \"$d\" types > /dev/null",
        "types.installed\ntypes.plist", ["types.plist"]
      ),
    ])
  func commands(line: String, output: String, names: [String]) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let script = """
      cd "$1"; uti() { UTI "$@"; }; d=$(printf 'd\\351'); mkdir "$d"; cat > "$d/types.plist" <<'END'
      \(Self.declarations)
      END
      export XDG_DATA_HOME=/nonexistent
      uti \(line)
      echo; ls -b; ls -b "$d"
      """.replacingOccurrences(of: "UTI \"$@\"", with: "\"\(Command.executable.path)\" \"$@\"")
    let text = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(text == "\(output)\n\nd\\351\n" + names.joined(separator: "\n") + "\n")
  }

  @Test("are also accepted for caches and for declarations of users")
  func variables() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let script = """
      cd "$1"; d=$(printf 'd\\351'); mkdir -p "$d/uniform-types" "$d/cache"
      cat > "$d/uniform-types/types.plist" <<'END'
      \(Self.declarations)
      END
      export XDG_DATA_HOME="$PWD/$d" XDG_CACHE_HOME="$PWD/$d/cache"
      "$0" info com.example.note | grep -c Note; ls "$d/cache/uniform-types" | wc -l; ls -b
      """
    let text = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(text == "1\n1\nd\\351\n")
  }
}
