internal import Foundation

/// The programs of the machine that tests start, as `Tests/programs.tsv` declares them.
public enum MachineProgram {
  /// The need of a test for a program.
  public enum Need: String, Sendable {
    /// Each Debian system or each build of this package has the program.
    case required
    /// `Scripts/test.sh` installs the program, and tests are skipped without it.
    case installed
    /// Tests are skipped without the program.
    case optional
  }

  /// A row of the table.
  public struct Declaration: Sendable {
    /// The name of the program.
    public let name: String
    /// The Debian package of the program.
    public let package: String
    /// The need for the program.
    public let need: Need
  }

  /// The declared programs by name.
  public static let declarations: [String: Declaration] = {
    let text = (try? RepositoryFiles.text("Tests/programs.tsv")) ?? ""
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      return fields.count == 3
        ? Need(rawValue: fields[2]).map {
          Declaration(name: fields[0], package: fields[1], need: $0)
        } : nil
    }
    return Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
  }()

  /// The search path of all programs that tests start: a directory of links to the declared programs.
  ///
  /// A script that starts an undeclared program fails on every machine.
  public static let searchPath: String = {
    let directory = NSTemporaryDirectory() + "test-programs-\(getpid())"
    let manager = FileManager.default
    try? manager.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for name in declarations.keys {
      guard let path = find(name) else { continue }
      try? manager.createSymbolicLink(atPath: "\(directory)/\(name)", withDestinationPath: path)
    }
    atexit {
      try? FileManager.default.removeItem(
        atPath: NSTemporaryDirectory() + "test-programs-\(getpid())")
    }
    return directory
  }()

  /// The path of a declared program; nil if it is not installed or not declared.
  ///
  /// - Parameter name: the name of the program.
  public static func path(_ name: String) -> String? {
    guard declarations[name] != nil else { return nil }
    let path = "\(searchPath)/\(name)"
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// The remedy for missing programs; nil if all are installed.
  ///
  /// - Parameter names: the names of declared programs.
  public static func remedy(_ names: [String]) -> String? {
    let missing = names.filter { path($0) == nil }
    if missing.isEmpty { return nil }
    let packages = Set(missing.map { declarations[$0]?.package ?? "an undeclared package" })
    return
      "\(missing.joined(separator: " and ")) missing; install \(packages.sorted().joined(separator: " "))"
  }

  /// Programs of the system come first: a version manager of a user replaces them with scripts.
  private static func find(_ name: String) -> String? {
    let own = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let directories =
      ["/usr/bin", "/bin", "/usr/sbin", "/sbin"] + own.split(separator: ":").map(String.init)
    return directories.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
