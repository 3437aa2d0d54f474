import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTICommands

@Suite("Restriction of commands that read untrusted files")
struct SandboxTests {
  /// A kernel and a container that permit both restrictions.
  private static let restrictions = Requirement(
    "run the tests on a kernel with Landlock and seccomp", if: isAvailable)

  private static var isAvailable: Bool {
    let run = try? Command.run(["doctor", "--format", "tsv"])
    return run?.lines.contains { $0.hasPrefix("sandbox\tcomplete\t") } == true
  }

  @Test(
    "A restricted process reads files, but changes none and opens no sockets",
    .requires(restrictions))
  func restriction() async {
    await #expect(processExitsWith: .success) {
      let restriction = ProcessRestriction.enter()
      precondition(restriction.restrictsFiles && restriction.restrictsCalls)
      precondition(open("/proc/self/status", O_RDONLY) >= 0)
      let path = "/tmp/uti-restricted-\(getpid())"
      precondition(open(path, O_WRONLY | O_CREAT, 0o600) == -1 && errno == EPERM)
      precondition(mkdir(path, 0o700) == -1 && errno == EPERM)
      precondition(chmod("/proc/self/fd", 0o700) == -1 && errno == EPERM)
      precondition(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
      // Threads that start later are restricted too.
      let thread = Thread { exit(open(path, O_WRONLY | O_CREAT, 0o600) == -1 ? 0 : 1) }
      thread.start()
      sleep(60)
    }
  }

  /// The system calls that a restricted process may make, with their numbers on x86-64.
  private static let permittedCalls: [String: Int] = [
    "read": 0, "write": 1, "open": 2, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7,
    "lseek": 8, "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13,
    "rt_sigprocmask": 14, "rt_sigreturn": 15, "ioctl": 16, "pread64": 17, "readv": 19,
    "writev": 20, "access": 21, "sched_yield": 24, "mremap": 25, "madvise": 28, "dup": 32,
    "nanosleep": 35, "getpid": 39, "clone": 56, "exit": 60, "uname": 63, "fcntl": 72, "flock": 73,
    "getcwd": 79, "readlink": 89, "gettimeofday": 96, "getrlimit": 97, "sysinfo": 99,
    "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108, "sigaltstack": 131,
    "statfs": 137, "fstatfs": 138, "prctl": 157, "gettid": 186, "getxattr": 191, "lgetxattr": 192,
    "fgetxattr": 193, "listxattr": 194, "llistxattr": 195, "flistxattr": 196, "time": 201,
    "futex": 202, "sched_getaffinity": 204, "getdents64": 217, "restart_syscall": 219,
    "fadvise64": 221, "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230,
    "exit_group": 231, "tgkill": 234, "inotify_add_watch": 254, "inotify_rm_watch": 255,
    "openat": 257, "newfstatat": 262, "readlinkat": 267, "faccessat": 269, "ppoll": 271,
    "set_robust_list": 273, "signalfd4": 289, "eventfd2": 290, "inotify_init1": 294,
    "preadv": 295, "prlimit64": 302, "getrandom": 318, "statx": 332, "rseq": 334,
    "faccessat2": 439,
  ]

  /// Other numbers of x86-64.
  private static let refusedCalls = ["execve": 59, "kill": 62]

  private static func number(_ name: String) -> Int {
    permittedCalls[name] ?? refusedCalls[name] ?? -1
  }

  /// Calls the kernel by number; the C library's function has variable arguments.
  private typealias SystemCall = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

  private static var systemCall: SystemCall {
    unsafeBitCast(dlsym(nil, "syscall"), to: SystemCall.self)
  }

  #if arch(x86_64)
  @Test(
    "A restricted process may call only the listed numbers of the kernel's table",
    .requires(restrictions))
  func callNumbers() async {
    await #expect(processExitsWith: .success) {
      // They end the thread or the process, or replace the registers.
      let unreturning = ["exit", "exit_group", "rt_sigreturn"].map(SandboxTests.number)
      // uretprobe(2) and uprobe(2), which newer kernels exempt from filters, and which end every
      // caller but the kernel's own code with SIGILL.
      let probes = [335, 336]
      // With these arguments they are refused for their arguments, and clone3(2) with ENOSYS.
      let conditional = [
        "open", "openat", "ioctl", "fcntl", "mmap", "mprotect", "madvise", "prctl", "tgkill",
        "prlimit64",
      ].map(SandboxTests.number)
      let expected = Set(SandboxTests.permittedCalls.values).subtracting(conditional)
      let call = SandboxTests.systemCall
      let process = getpid()
      precondition(ProcessRestriction.enter().restrictsCalls)
      var permitted: Set<Int> = []
      // Greater than all numbers of Linux 6.18, whose last one is 470.
      for number in 0..<600 where !(unreturning + probes).contains(number) {
        // A flag of clone(2) that asks for a thread, without the flags that it requires.
        let first = number == SandboxTests.number("clone") ? 0x10000 : -1
        errno = 0
        let result = call(number, first, -1, -1, -1, -1, -1)
        precondition(getpid() == process)
        let isRefused = result == -1 && (errno == EPERM || number == 435 && errno == ENOSYS)
        if !isRefused { permitted.insert(number) }
      }
      let missing = expected.subtracting(permitted).subtracting(unreturning).sorted()
      let excessive = permitted.subtracting(expected).sorted()
      precondition(missing.isEmpty && excessive.isEmpty, "\(missing) \(excessive)")
      // The table of x32.
      precondition(call(0x4000_0000, -1, -1, -1, -1, -1, -1) == -1 && errno == EPERM)
    }
  }

  @Test(
    "A restricted process may not call with arguments that change or execute",
    .requires(restrictions))
  func callArguments() async {
    await #expect(processExitsWith: .success) {
      let call = SandboxTests.systemCall
      func refuses(_ name: String, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) -> Bool {
        call(SandboxTests.number(name), a, b, c, 0, 0, 0) == -1 && errno == EPERM
      }
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      precondition(ProcessRestriction.enter().restrictsCalls)
      "/tmp".withCString { path in
        let path = Int(bitPattern: path)
        let flags = [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_DIRECTORY | 0o20_000_000]
        for flag in flags {
          precondition(refuses("openat", Int(AT_FDCWD), path, Int(flag)), "\(flag)")
        }
        precondition(open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC) >= 0)
      }
      // TIOCSTI, TIOCLINUX and TIOCSWINSZ on a terminal.
      for request in [0x5412, 0x541C, 0x5414] {
        precondition(refuses("ioctl", Int(terminal), request))
      }
      precondition(
        mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
      let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      precondition(page != MAP_FAILED)
      precondition(mprotect(page!, 4096, PROT_READ | PROT_EXEC) == -1 && errno == EPERM)
      precondition(makeProcess(call) == -1 && errno == EPERM)
      precondition(refuses("tgkill", Int(getppid()), Int(getppid()), 0))
      precondition(
        call(SandboxTests.number("tgkill"), Int(getpid()), Int(getpid()), 0, 0, 0, 0) == 0)
      precondition(refuses("execve"))
      precondition(refuses("kill", Int(getppid()), 0))
      precondition(refuses("prlimit64", Int(getppid()), Int(RLIMIT_NOFILE.rawValue), 0))
      precondition(refuses("fcntl", 0, Int(F_SETOWN), Int(getppid())))
      precondition(refuses("prctl", 4, 1))
      // Memory that has failed (MADV_HWPOISON).
      precondition(refuses("madvise", Int(bitPattern: page), 4096, 100))

      /// Makes a process with clone(2), and ends it at once.
      func makeProcess(_ call: SystemCall) -> Int {
        let result = call(SandboxTests.number("clone"), Int(SIGCHLD), 0, 0, 0, 0, 0)
        if result == 0 { _exit(1) }
        return result
      }
    }
  }

  #endif

  @Test("Every command that reads files has the options of the restriction")
  func commands() throws {
    for command in [
      "identify", "explain", "document", "conforms", "why", "apps", "lint", "convert",
      "compile", "diff", "default", "install", "uninstall", "site", "export", "graph", "info",
      "list", "search", "tree", "lookup", "doctor",
    ] {
      let help = try Command.run([command, "--help"]).output
      #expect(help.contains("--no-sandbox") && help.contains("--require-sandbox"), "\(command)")
    }
    let both = try Command.run(["explain", "--no-sandbox", "--require-sandbox", "/"])
    #expect(both.status == 64)
  }

  @Test(
    "A required restriction changes no result",
    .requires(restrictions),
    arguments: [
      ["identify", "/"], ["explain", "/"], ["conforms", "/", "public.data"],
      ["why", "/", "public.item"],
    ])
  func required(_ arguments: [String]) throws {
    let required = try Command.run(arguments + ["--require-sandbox"])
    let free = try Command.run(arguments + ["--no-sandbox"])
    #expect(required.output == free.output && required.status == free.status)
    #expect(!required.output.isEmpty)
  }

  @Test("Without seccomp, the report names what the kernel does not refuse")
  func gaps() {
    let complete = ProcessRestriction(
      landlockVersion: 0, restrictsCalls: true, error: Errno(rawValue: ENOSYS))
    #expect(complete.gaps.isEmpty)
    let old = ProcessRestriction(
      landlockVersion: 2, restrictsCalls: false, error: Errno(rawValue: ENOSYS))
    #expect(old.gaps.contains("truncate files") && !old.gaps.contains("change files"))
    let none = ProcessRestriction(
      landlockVersion: 0, restrictsCalls: false, error: Errno(rawValue: ENOSYS))
    #expect(none.gaps.contains("change files") && none.gaps.contains("start programs"))
  }

  @Test("A process that may write is restricted otherwise", .requires(restrictions))
  func permittingWriting() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    await #expect(processExitsWith: .success) { [place = directory.path as String] in
      let restriction = ProcessRestriction.enter(.writing(in: []))
      precondition(restriction.restrictsFiles && restriction.restrictsCalls)
      let path = place + "/restricted"
      precondition(open(path, O_WRONLY | O_CREAT, 0o600) >= 0)
      precondition(unlink(path) == 0)
      precondition(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
    }
  }

  @Test("A process that may write in a folder writes in no other", .requires(restrictions))
  func permittingFolder() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    await #expect(processExitsWith: .success) { [place = directory.path as String] in
      let folder = place + "/permitted"
      let outside = place + "/outside"
      precondition(mkdir(folder, 0o700) == 0)
      let descriptor = try FilePath(folder).openedDirectory()
      precondition(ProcessRestriction.enter(.writing(in: [descriptor])).restrictsFiles)
      precondition(open(folder + "/new", O_WRONLY | O_CREAT, 0o600) >= 0)
      precondition(rename(folder + "/new", folder + "/other") == 0)
      precondition(unlink(folder + "/other") == 0)
      precondition(open(outside, O_WRONLY | O_CREAT, 0o600) == -1 && errno == EACCES)
      precondition(rmdir(folder) == -1 && errno == EACCES)
    }
  }

  @Test("Many files of one folder need one descriptor")
  func foldersOnce() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let files = (0..<2000).map { "\(directory.path)/\($0)" } + [directory.path, "/"]
    #expect(SandboxOptions.folders(of: files) == [FilePath(directory.path), "/"])
  }

  @Test("A process that may remove from a folder changes nothing else", .requires(restrictions))
  func permittingRemoval() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    await #expect(processExitsWith: .success) { [place = directory.path as String] in
      let folder = place + "/removing"
      precondition(mkdir(folder, 0o700) == 0)
      precondition(open(folder + "/one", O_WRONLY | O_CREAT, 0o600) >= 0)
      let outside = place + "/kept"
      precondition(open(outside, O_WRONLY | O_CREAT, 0o600) >= 0)
      let descriptor = try FilePath(folder).openedDirectory()
      precondition(ProcessRestriction.enter(.removing(from: descriptor)).restrictsCalls)
      precondition(unlinkat(descriptor.rawValue, "one", 0) == 0)
      precondition(unlinkat(AT_FDCWD, outside, 0) == -1 && errno == EACCES)
      precondition(open(folder + "/new", O_WRONLY | O_CREAT, 0o600) == -1 && errno == EPERM)
    }
  }

  @Test(
    "The process is restricted before it answers, unless an option says otherwise",
    .requires(restrictions), arguments: [(["--no-sandbox"], "0"), ([], "2")])
  func option(_ options: [String], _ mode: String) throws {
    let process = try TestProgram.process(
      Command.executable.path, ["identify", "--stream"] + options, environment: Command.bare)
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{\"id\":1,\"length\":0}\n".utf8))
    let answer = output.fileHandleForReading.availableData
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(!answer.isEmpty)
    #expect(status.contains("\nSeccomp:\t\(mode)\n"))
  }

  @Test("The restriction changes no result")
  func results() throws {
    let files = Command.fixture("")
    for arguments in [["identify", "-r", files], ["lint", "--base", files]] {
      let restricted = try Command.run(arguments)
      #expect(!restricted.output.isEmpty)
      let free = try Command.run(arguments + ["--no-sandbox"])
      #expect(restricted.output == free.output)
      #expect(restricted.status == free.status)
    }
  }

  @Test(
    "A process that parses declarations replaces the cache, and is restricted further",
    .requires(restrictions))
  func permittingReplacement() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    await #expect(processExitsWith: .success) { [place = directory.path as String] in
      let folder = place + "/cache"
      let outside = place + "/beside"
      precondition(mkdir(folder, 0o700) == 0)
      let descriptor = try FilePath(folder).openedDirectory()
      let restriction = ProcessRestriction.enter(.replacing(in: [descriptor]))
      precondition(restriction.restrictsFiles && restriction.restrictsCalls)
      precondition(open(folder + "/new", O_WRONLY | O_CREAT, 0o600) >= 0)
      precondition(rename(folder + "/new", folder + "/other") == 0)
      precondition(open(outside, O_WRONLY | O_CREAT, 0o600) == -1 && errno == EACCES)
      precondition(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
      precondition(chmod(folder, 0o755) == -1 && errno == EPERM)
      precondition(execv("/bin/true", [nil]) == -1 && errno == EPERM)
      let second = ProcessRestriction.enter()
      precondition(second.restrictsFiles && second.restrictsCalls)
      precondition(open(folder + "/new", O_WRONLY | O_CREAT, 0o600) == -1 && errno == EPERM)
      precondition(unlink(folder + "/other") == -1 && errno == EPERM)
    }
  }

  @Test("A process that waited outside the restriction does its task")
  func waitingProcess() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    await #expect(processExitsWith: .success) { [place = directory.path as String] in
      let folder = place + "/waiting"
      let process = try #require(WaitingProcess { mkdir(folder, 0o700) })
      _ = ProcessRestriction.enter()
      precondition(process.perform() == 0)
      precondition(FileManager.default.fileExists(atPath: folder))
    }
  }

  /// Commands that parse declarations of unknown origin.
  ///
  /// In the words, `R` is a folder of declarations, `F` a file of them, and `O` an output.
  static let parsingCommands: [[String]] = [
    ["identify", "--registry", "R", "/"], ["explain", "--registry", "R", "/"],
    ["identify", "--registry", "R", "--format", "csv", "--resume", "O", "/"],
    ["info", "--registry", "R", "org.example.t1"], ["lookup", "--registry", "R", ".e1"],
    ["search", "--registry", "R", "e1"], ["list", "--registry", "R"],
    ["tree", "--registry", "R", "org.example.t1"],
    ["conforms", "--registry", "R", "org.example.t1", "public.data"],
    ["why", "--registry", "R", "org.example.t1", "public.data"],
    ["apps", "--registry", "R", "text/plain"],
    ["default", "--registry", "R", "text/plain"],
    ["default", "--unset", "--registry", "R", "text/plain"],
    ["document", "--registry", "R", "/"], ["lint", "F"], ["lint", "--fix", "F"],
    ["convert", "--to", "json", "F"], ["convert", "--to", "xml", "--output", "O", "F"],
    ["export", "--registry", "R"], ["export", "--registry", "R", "--output", "O"],
    ["graph", "--registry", "R", "--output", "O", "org.example.t1"],
    ["compile", "--output", "O", "R"], ["diff", "F", "F"], ["doctor", "--registry", "R"],
    ["site", "--registry", "R", "O"], ["install", "--dry-run", "F"],
    ["install", "--no-database", "--prefix", "O", "F"],
    ["install", "--prefix", "O", "F"],
  ]

  @Test(
    "Every command parses declarations in a restricted process, and writes its output",
    .requires(restrictions), arguments: parsingCommands)
  func parsing(_ words: [String]) throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let registry = folder.path + "/declarations"
    let (file, output) = (registry + "/Many.plist", folder.path + "/output")
    try FileManager.default.createDirectory(
      atPath: registry, withIntermediateDirectories: false)
    try Self.manyTypes.write(toFile: file, atomically: false, encoding: .utf8)
    let arguments = words.map { ["R": registry, "F": file, "O": output][$0] ?? $0 }
    var environment = Command.bare
    for variable in ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
      environment[variable] = folder.path + "/" + variable
    }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/HOME", withIntermediateDirectories: false)
    let process = try TestProgram.process(
      Command.executable.path, arguments, environment: environment)
    let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
    process.standardOutput = null
    process.standardError = null
    try process.run()
    var isRestricted = false
    while process.isRunning {
      let status = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      if status?.contains("\nSeccomp:\t2\n") == true { isRestricted = true }
      usleep(500)
    }
    #expect(isRestricted)
    #expect([0, 1, 65, 69].contains(process.terminationStatus))
    if words.contains("O") { #expect(FileManager.default.fileExists(atPath: output)) }
    if words.contains("R"), words[0] != "compile" {
      let cache = folder.path + "/XDG_CACHE_HOME/uniform-types"
      let names = try FileManager.default.contentsOfDirectory(atPath: cache)
      #expect(names.count == 1)
    }
  }

  /// Enough that their parsing takes some time.
  private static let manyTypes: String = {
    let types = (0..<4000).map { number in
      """
      <dict><key>UTTypeIdentifier</key><string>org.example.t\(number)</string>
      <key>UTTypeDescription</key><string>A type</string>
      <key>UTTypeConformsTo</key><array><string>public.data</string></array>
      <key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key><array>
      <string>e\(number)</string></array></dict></dict>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example</string>
      <key>UTExportedTypeDeclarations</key><array>\(types.joined())</array></dict></plist>
      """
  }()
}
