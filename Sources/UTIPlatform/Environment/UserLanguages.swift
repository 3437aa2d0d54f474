/// The preferred languages of a user, from the variables of gettext.
package enum UserLanguages {
  /// The languages of the user of this process, computed once.
  package static let ofProcess = preferred(in: .process)

  /// Returns the languages in the form of POSIX locales, best first, each followed by its more
  /// general forms.
  ///
  /// LANGUAGE lists several and is used unless the locale is `C`; otherwise LC_ALL, LC_MESSAGES and
  /// LANG name one. `de_AT.UTF-8@euro` gives de_AT@euro, de@euro, de_AT, de (shared-mime-info rule
  /// 9.1).
  package static func preferred(in environment: EnvironmentVariables) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let bare = locale.prefix { $0 != "." && $0 != "@" }
    guard bare != "C", bare != "POSIX" else { return [] }
    let list = environment.list("LANGUAGE")
    return (list.isEmpty ? [locale] : list).flatMap(expanded)
  }

  /// Returns a locale with its more general forms.
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
