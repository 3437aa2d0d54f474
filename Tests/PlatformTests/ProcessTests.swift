import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@Suite struct Environments {
  @Test(
    arguments: [
      ([:], []), (["LANG": "de_DE.UTF-8"], ["de_DE", "de"]), (["LANG": "C.UTF-8"], []),
      (["LANG": "de", "LC_ALL": "POSIX"], []), (["LANG": "de", "LC_MESSAGES": "fr"], ["fr"]),
      (["LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": ""], ["fr"]),
      (["LANG": "de", "LC_ALL": "it"], ["it"]),
      (["LANG": "de", "LANGUAGE": "sv:pt-BR"], ["sv", "pt_BR", "pt"]),
      (["LANG": "C", "LANGUAGE": "sv"], []), (["LANGUAGE": "sv"], []),
    ] as [([String: String], [String])])
  func `Languages follow LC_ALL, LC_MESSAGES and LANG, and LANGUAGE outside of C`(
    variables: [String: String], languages: [String]
  ) {
    #expect(UserLanguages.preferred(in: EnvironmentVariables(variables)) == languages)
  }

  @Test(
    arguments: [
      ("de_AT.UTF-8@euro", ["de_AT@euro", "de@euro", "de_AT", "de"]), ("de", ["de"]),
      ("sr@latin", ["sr@latin", "sr"]), ("zh-Hant-TW", ["zh_Hant_TW", "zh"]), ("", [""]),
    ])
  func `A locale stands for its less special forms too`(locale: String, forms: [String]) {
    #expect(UserLanguages.expanded(locale) == forms)
  }

  @Test func `An empty variable has no value, and a list has a default`() {
    let variables = EnvironmentVariables(["A": "", "B": "x::y:"])
    #expect(variables["A"] == "" && variables.value("A") == nil && variables["C"] == nil)
    #expect(variables.list("A", default: "u:v") == ["u", "v"])
    #expect(variables.list("B", default: "u") == ["x", "y"])
    #expect(variables.list("C").isEmpty)
    #expect(EnvironmentVariables.process["PATH"]?.isEmpty == false)
  }

  @Test func `The user's directories are absolute paths of variables, else below the home`() async {
    await #expect(processExitsWith: .success) {
      func set(_ name: String, _ value: String) { setenv(name, value, 1) }
      func demandEqual(_ path: FilePath?, _ expected: FilePath?) {
        if path != expected { fatalError("\(String(describing: path))") }
      }
      set("HOME", "/home/u")
      set("XDG_DATA_HOME", "/d")
      set("XDG_CACHE_HOME", "relative")
      set("XDG_STATE_HOME", "/s")
      unsetenv("XDG_RUNTIME_DIR")
      demandEqual(UserDirectory.data, "/d")
      demandEqual(UserDirectory.cache, "/home/u/.cache")
      demandEqual(UserDirectory.states.first, "/s")
      demandEqual(UserDirectory.states.dropFirst().first, "/home/u/.local/state")
      demandEqual(UserDirectory.home, "/home/u")
      demandEqual(UserDirectory.runtime, nil)
      // Without the variable the home of the account takes its place.
      set("HOME", "relative")
      demandEqual(
        UserDirectory.home,
        UserDirectory.states.last?.removingLastComponent().removingLastComponent())
      if UserDirectory.home == "relative" { fatalError("relative") }
    }
  }
}

@Suite struct ThreadsOfTheSystem {
  @Test func `Each number runs once, and all have ended afterwards`() {
    let numbers = Mutex<[Int]>([])
    Threads.run(8) { number in numbers.withLock { $0.append(number) } }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<8))
    Threads.run(1) { number in numbers.withLock { $0 = [number] } }
    #expect(numbers.withLock { $0 } == [0])
    #expect(Threads.coreCount >= 1)
  }

  @Test func `A semaphore admits as many threads as its number`() {
    let room = CountingSemaphore(2)
    let inside = Atomic(0)
    let most = Atomic(0)
    Threads.run(6) { _ in
      for _ in 0..<50 {
        room.wait()
        let count = inside.add(1, ordering: .sequentiallyConsistent).newValue
        most.max(count, ordering: .sequentiallyConsistent)
        inside.subtract(1, ordering: .sequentiallyConsistent)
        room.signal()
      }
    }
    #expect((1...2).contains(most.load(ordering: .sequentiallyConsistent)))
  }

  @Test func `Monotonic time does not go back`() {
    let times = (0..<100).map { _ in MonotonicTime.now }
    #expect(times == times.sorted())
  }
}

@Suite struct Misuses {
  @Test func `A demand that is not met ends the program, and a message is made only then`() async {
    var isMade = false
    func message() -> String {
      isMade = true
      return ""
    }
    demand(true, message())
    #expect(!isMade)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      demand(1 > 2, "open(at:): the path is empty; pass a path")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("open(at:): the path is empty; pass a path"))
  }

  @Test func `A number of the system has its text`() {
    #expect(systemErrorText(ENOENT) == "No such file or directory")
  }
}

@Suite struct ProcessRestrictions {
  @Test(
    arguments: [
      (0, true, 0, "system calls"), (3, true, 0, "complete"), (0, false, 6, "none"),
      (1, false, 5, "files"), (2, false, 5, "files"), (3, false, 4, "files"),
      (5, false, 3, "files"),
      (6, false, 2, "files"),
    ])
  func `The gaps of a restriction shrink with the version of Landlock, and seccomp closes them all`(
    version: Int, restrictsCalls: Bool, gapCount: Int, summary: String
  ) {
    let restriction = ProcessRestriction(
      landlockVersion: version, restrictsCalls: restrictsCalls, error: nil)
    #expect(restriction.gaps.count == gapCount)
    #expect(restriction.summary == summary)
    #expect(restriction.gaps.contains("change files") == (!restrictsCalls && version == 0))
    #expect(
      restriction.gaps.contains("truncate files") == (!restrictsCalls && (1..<3).contains(version)))
  }

  @Test func `A restricted process cannot create files, and reads as before`() async throws {
    await #expect(processExitsWith: .success) {
      let restriction = ProcessRestriction.enter()
      let path = "/tmp/uti-restricted-\(getpid())"
      let file = open(path, O_CREAT | O_WRONLY, 0o600)
      if restriction.restrictsFiles || restriction.restrictsCalls {
        if file >= 0 { exit(3) }
      } else if file >= 0 {
        unlink(path)
      }
      let source = open("/proc/self/status", O_RDONLY)
      if source < 0 { exit(4) }
      exit(0)
    }
  }
}
