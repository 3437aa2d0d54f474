import Foundation
import TestSupport
import Testing

@Suite("Completion of hostile names")
struct HostileCompletionTests {
  private static let declaration = """
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example</string>
    <key>UTExportedTypeDeclarations</key><array><dict>
    <key>UTTypeIdentifier</key><string>com.example.zz</string>
    <key>UTTypeConformsTo</key><string>public.data</string>
    <key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key>
    <array><string>zzs`id&gt;pwned1`</string></array></dict></dict></array></dict></plist>
    """

  private static let application = """
    [Desktop Entry]
    Type=Application
    Name=Evil
    Exec=true %f
    MimeType=text/plain;

    """

  /// Types lines with a tabulator into an interactive shell, whose `uti` logs its arguments.
  private static let driver = #"""
    import os, pty, select, sys, time
    shell, directory = sys.argv[1:]
    start = {
        "bash": ["bash", "--norc", "--noprofile", "-i"],
        "zsh": ["zsh", "-f", "-i"],
        "fish": ["fish", "--no-config", "-i"],
    }[shell]
    script = "uti --generate-completion-script " + shell
    source = {
        "bash": f"source <({script})",
        "zsh": f"autoload -Uz compinit; compinit -u -D; source <({script})",
        "fish": f"{script} | source",
    }[shell]
    log = directory + "/log"
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(directory + "/start")
        os.execvp(start[0], start)
    def read(seconds, isDone=lambda: False):
        end = time.time() + seconds
        while time.time() < end and not isDone():
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    os.read(terminal, 9999)
                except OSError:
                    return
    def write(text):
        os.write(terminal, text.encode())
    def count():
        return open(log).read().count("end\n") if os.path.exists(log) else 0
    read(1)
    write(source + "\r")
    read(2)
    lines = ["uti lookup .zzs", "uti default text/plain evil", "uti lookup \".zzs"]
    for number, line in enumerate(lines):
        write(line + "\t")
        read(2)
        # The last line ends inside of quotation marks.
        write("\"\r" if number == 2 else "\r")
        read(10, lambda: count() > number)
    write("exit\r")
    read(1)
    os.close(terminal)
    """#

  @Test("No shell runs a command in a completed word", arguments: ["bash", "zsh", "fish"])
  func shells(shell: String) throws {
    let needed = Requirement.programs("python3", shell)
    guard needed.isMet(for: "hostile names in the completion of \(shell)") else { return }
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let root = directory.path
    try directory.write("data/uniform-types/a.plist", Array(Self.declaration.utf8))
    try directory.write(
      "data/applications/evil$(touch PWNED).desktop", Array(Self.application.utf8))
    for name in ["bin", "home", "start"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    }
    let program = """
      #!/bin/sh
      case $1 in --*) exec '\(Command.executable.path)' "$@" ;; esac
      printf '%s\\n' "$@" end >>'\(root)/log'

      """
    let path = try directory.write("bin/uti", Array(program.utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let driver = try directory.write("driver.py", Array(Self.driver.utf8))
    let status = try TestProgram.run(
      ["python3", driver, shell, root],
      environment: [
        "HOME": root + "/home", "TERM": "xterm", "LANG": "C.UTF-8",
        "XDG_DATA_HOME": root + "/data", "XDG_CACHE_HOME": root + "/cache",
        "XDG_CONFIG_HOME": root + "/home", "PATH": root + "/bin:" + MachineProgram.searchPath,
      ]
    ).status
    #expect(status == 0)
    let log = try String(contentsOfFile: root + "/log", encoding: .utf8)
    let expected = """
      lookup
      .zzs`id>pwned1`
      end
      default
      text/plain
      evil$(touch PWNED).desktop
      end
      lookup
      """
    #expect(log.hasPrefix(expected), "\(log)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/start") == [])
  }

  @Test("A word that would end its line or reverse the terminal's text is left out")
  func hiddenCharacters() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    for name in ["a\nb.desktop", "a\u{1B}[2J.desktop", "a\u{202E}x.desktop", "a plain.desktop"] {
      try directory.write("data/applications/" + name, Array(Self.application.utf8))
    }
    let environment = Command.bare.merging(["XDG_DATA_HOME": directory.path + "/data"]) { $1 }
    let run = try Command.run(
      ["--complete", "zsh", "default", "text/plain", "a"], environment: environment)
    let words = run.lines.dropFirst().map { $0.split(separator: "\t").first ?? "" }
    #expect(words == ["a plain.desktop"], "\(run.output)")
  }
}
