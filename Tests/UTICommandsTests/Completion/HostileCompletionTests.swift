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
    output = b""
    def wait(isDone):
        """Reads until a condition is true, at most for some minutes: a busy machine is slow."""
        global output
        end = time.time() + 300
        while not isDone() and time.time() < end:
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    output += os.read(terminal, 9999)
                except OSError:
                    return
    def write(text):
        os.write(terminal, text.encode())
    def count():
        return open(log).read().count("end\n") if os.path.exists(log) else 0
    def ready(number):
        # The shell echoes the line with the quotation marks, and prints the word without them.
        write(f"echo ready''{number}\r")
        wait(lambda: f"ready{number}".encode() in output)
    ready(1)
    write(source + "\r")
    ready(2)
    lines = ["uti lookup .zzs", "uti default text/plain evil", "uti lookup \".zzs"]
    for number, line in enumerate(lines):
        # A shell completes the word before it reads the next key. The last line ends inside of quotation marks.
        write(line + "\t" + ("\"\r" if number == 2 else "\r"))
        wait(lambda: count() > number)
    write("exit\r")
    wait(lambda: os.waitpid(child, os.WNOHANG)[0] == child)
    os.close(terminal)
    """#

  @Test(
    "No shell runs a command in a completed word", .requires(.terminals),
    arguments: ["bash", "zsh", "fish"])
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
    try TestProgram.install(program, at: root + "/bin/uti")
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
