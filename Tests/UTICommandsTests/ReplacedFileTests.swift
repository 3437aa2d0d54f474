import CUTISystemCalls
import Foundation
import TestSupport
import Testing

/// Fact F9: a command that replaces a file of the user keeps everything that belongs to the file
/// and not to its contents, and does not overwrite later contents of another process.
@Suite("Files of users that commands replace")
struct ReplacedFileTests {
  private static let declarations = Command.note(filenameExtension: ".exnote")

  /// The commands, run in a directory with the declarations in `types/a.plist`, `$file` the file to
  /// replace.
  private static let commands = [
    "cp types/a.plist \"$file\"; uti lint --fix \"$file\" >/dev/null 2>&1 "
      + "&& ! grep -qF '>.exnote' \"$file\"",
    "uti convert --to xml --output \"$file\" types/a.plist",
    "uti export --registry types --output \"$file\" com.example.note",
    "uti graph --registry types --as dot --output \"$file\" com.example.note",
    "uti compile --output \"$file\" types",
    """
      mkdir -p share/applications bin; printf '#!/bin/sh\\n' >bin/viewer; chmod +x bin/viewer
      printf '[Desktop Entry]\\nType=Application\\nName=Viewer\\nExec=viewer\\nMimeType=image/png;\\n' \
        >share/applications/viewer.desktop
      printf '[Default Applications]\\nimage/gif=viewer.desktop\\n' >"$file"
      PATH=$PWD/bin:$PATH XDG_DATA_HOME=$PWD/share XDG_CONFIG_HOME=$PWD/config \
        uti default --registry types image/png viewer >/dev/null
    """,
  ]

  /// The attributes of a file that are not its contents.
  private struct Metadata: Equatable {
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    let linkCount: Int
    let attributes: [String: [UInt8]?]

    init(of path: String) throws {
      var status = stat()
      try #require(stat(path, &status) == 0)
      mode = status.st_mode
      owner = status.st_uid
      group = status.st_gid
      linkCount = Int(status.st_nlink)
      let file = open(path, O_RDONLY)
      defer { close(file) }
      attributes = Dictionary(
        uniqueKeysWithValues: ["user.note", "system.posix_acl_access"].map { name in
          var value = [UInt8](repeating: 0, count: 256)
          let count = uti_fgetxattr(file, name, &value, value.count)
          return (name, count < 0 ? nil : Array(value.prefix(count)))
        })
    }

    /// Gives a file a mode, an attribute, an access control list and, if the process may, an owner.
    static func give(to path: String) throws {
      try #require(chmod(path, 0o640) == 0)
      let file = open(path, O_RDWR)
      defer { close(file) }
      // `user::rw-, user:65534:r--, group::r--, mask::r--, other::---`
      let list: [UInt8] = [
        2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 4, 0, 254, 255, 0, 0, 4, 0, 4, 0, 255,
        255, 255, 255, 16, 0, 4, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255,
      ]
      // Some file systems have neither; then there is nothing to keep.
      _ = uti_fsetxattr(file, "user.note", [7, 0, 9], 3)
      _ = uti_fsetxattr(file, "system.posix_acl_access", list, list.count)
      if geteuid() == 0 { try #require(fchown(file, 1000, 1000) == 0) }
    }
  }

  @Test(
    "keep mode, owner, extended attributes, access control list and hard links",
    arguments: commands)
  func metadata(command: String) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.write("types/a.plist", Array(Self.declarations.utf8))
    let file = try directory.write("config/mimeapps.list", Array("old".utf8))
    let other = directory.path + "/config/other"
    try FileManager.default.linkItem(atPath: file, toPath: other)
    try Metadata.give(to: file)
    let before = try Metadata(of: file)
    let script = """
      cd "$1"; uti() { UTI "$@"; }; file=config/mimeapps.list
      \(command)
      echo "status $?"; ls -A config
      """.replacingOccurrences(of: "UTI \"$@\"", with: "\"\(Command.executable.path)\" \"$@\"")
    let text = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(text == "status 0\nmimeapps.list\nother\n", "\(text)")
    #expect(try Metadata(of: file) == before)
    let contents = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(contents != Data("old".utf8))
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == contents)
  }

  @Test("are not overwritten if another process has changed them since the command began")
  func conflict() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.write("a.plist", Array(Self.declarations.utf8))
    let script = """
      cd "$1"; printf old >out; mkfifo input
      "$0" convert --to xml --output out - <input 2>errors &
      exec 3>input
      # The command has looked at its output when it waits for its input: read(0, ...).
      for _ in {1..500}; do
        [[ $(cat /proc/$!/syscall 2>/dev/null) == '0 0x0 '* ]] && break
        sleep 0.02
      done
      printf 'another process' >out
      cat a.plist >&3; exec 3>&-
      wait $!; echo "status $?"
      cat out; echo; sed 's/: .*; /: ...; /' errors; ls
      """
    let text = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(
      text == """
        status 74
        another process
        uti: ...; compare both versions, then keep one or both
        a.plist
        errors
        input
        out

        """)
  }
}
