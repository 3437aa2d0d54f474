package import SystemPackage

/// Environment variables, of the process or stated: one of the process is looked up on access,
/// because a dictionary of all would take longer than identifying a file.
package struct EnvironmentVariables: Sendable {
  private let stated: [String: String]?

  package static let process = EnvironmentVariables(nil)

  /// - Parameter stated: the variables with their values; nil for the process's variables.
  package init(_ stated: [String: String]?) {
    self.stated = stated
  }

  package subscript(name: String) -> String? {
    if let stated { return stated[name] }
    return getenv(name).map { LosslessText.text(cString: $0) }
  }

  /// Returns the value of a variable; nil when it is not set or empty.
  package func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns entries between colons, without empty ones; `value` replaces an unset or empty
  /// variable.
  package func list(_ name: String, default value: String = "") -> [String] {
    (self.value(name) ?? value).utf8.split(separator: UInt8(ascii: ":"))
      .map { String(Substring($0)) }
  }
}

/// The preferred languages of a user, from the variables of gettext.
package enum UserLanguages {
  package static let ofProcess = preferred(in: .process)

  /// Returns POSIX locales, best first: `de_AT.UTF-8@euro` gives de_AT@euro, de@euro, de_AT, de
  /// (shared-mime-info rule 9.1); LANGUAGE lists several, unless the locale is `C`; else LC_ALL,
  /// LC_MESSAGES and LANG name one.
  package static func preferred(in environment: EnvironmentVariables) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let bare = locale.prefix { $0 != "." && $0 != "@" }
    guard bare != "C", bare != "POSIX" else { return [] }
    let list = environment.list("LANGUAGE")
    return (list.isEmpty ? [locale] : list).flatMap(expanded)
  }

  package static func expanded(_ locale: String) -> [String] {
    let normal = locale.replacingHyphens
    let base = String(normal.prefix { $0 != "." && $0 != "@" })
    let modifier = normal.firstIndex(of: "@").map { String(normal[$0...]) }
    let language = String(base.prefix { $0 != "_" })
    var result: [String] = []
    let candidates =
      (modifier.map { [base + $0, language + $0] } ?? []) + [base, language]
    for candidate in candidates where !result.contains(candidate) { result.append(candidate) }
    return result
  }
}

extension String {
  /// BCP 47 tags are accepted too: `pt-BR` means `pt_BR`.
  fileprivate var replacingHyphens: String {
    String(map { $0 == "-" ? "_" : $0 })
  }
}

/// The directories that the XDG base directory specification gives a user.
package enum UserDirectory {
  /// `$XDG_DATA_HOME`, by default `~/.local/share`; nil if the user has no home directory.
  package static var data: FilePath? {
    absolutePath("XDG_DATA_HOME") ?? homes.first?.pushing(".local/share")
  }

  /// The directory `$XDG_CACHE_HOME`, by default `~/.cache`; nil if the user has no home directory.
  package static var cache: FilePath? {
    absolutePath("XDG_CACHE_HOME") ?? homes.first?.pushing(".cache")
  }

  /// `$XDG_STATE_HOME`, then `~/.local/state`: the home of a service's user may not exist, and
  /// programs then use the next directory.
  package static var states: [FilePath] {
    let states = [absolutePath("XDG_STATE_HOME")] + homes.map { $0.pushing(".local/state") }
    return states.compactMap(\.self)
  }

  /// The directory `$HOME`, else the home of the user's account; nil if the user has neither.
  package static var home: FilePath? { homes.first }

  package static var runtime: FilePath? { absolutePath("XDG_RUNTIME_DIR") }

  private static var homes: [FilePath] {
    let home = absolutePath("HOME")
    return ([home] + [homeOfAccount == home ? nil : homeOfAccount]).compactMap(\.self)
  }

  /// The home in the account database, for daemons, which are started without variables.
  private static let homeOfAccount: FilePath? = {
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    guard getpwuid_r(geteuid(), &account, &buffer, buffer.count, &found) == 0, found != nil,
      let directory = account.pw_dir
    else { return nil }
    let path = FilePath(platformString: directory)
    return path.isAbsolute ? path : nil
  }()

  /// Nil for relative paths, which the specification requires to ignore.
  private static func absolutePath(_ variable: String) -> FilePath? {
    guard let value = getenv(variable) else { return nil }
    let path = FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }
}
