/// Realistic file names of five kinds.
public struct SyntheticNames {
  /// Names with a known extension.
  public let hits: [String]
  /// Names with an undeclared extension.
  public let misses: [String]
  /// Names with a known extension in capitals, or partly.
  public let mixedCase: [String]
  /// Names with characters outside ASCII and a known extension.
  public let unicode: [String]
  /// Names with several periods.
  public let severalPeriods: [String]

  /// All names, in an order without pattern.
  public let mixed: [String]

  private static let extensions = [
    "png", "jpg", "jpeg", "gif", "txt", "html", "xml", "c", "h", "py", "js", "json", "md", "pdf",
    "zip", "gz", "doc", "docx", "xls", "xlsx", "odt", "mp3", "ogg", "flac", "mp4", "mkv", "svg",
    "css", "sh", "rb", "java", "class", "jar", "o", "so", "a", "tiff", "webp", "ttf", "woff2",
  ]
  private static let stems = [
    "report", "IMG_2041", "main", "index", "notes", "backup-2024", "libfoo", "draft final", "x",
    "a_rather_long_name_that_somebody_chose", "README", "invoice 17", "test", "logo@2x", "data",
  ]
  private static let foreignStems = [
    "Übersicht", "отчёт", "写真", "naïve résumé", "δοκιμή", "🎉 party",
  ]

  /// Makes names.
  ///
  /// - Parameters:
  ///   - count: the number of names of each kind.
  ///   - seed: the number that decides all else.
  public init(count: Int, seed: UInt64 = 1) {
    var generator = SeededGenerator(seed: seed)
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    hits = (0..<count).map { _ in pick(Self.stems) + "." + pick(Self.extensions) }
    misses = (0..<count).map { number in pick(Self.stems) + ".zz\(number % 97)unknown" }
    mixedCase = (0..<count).map { number in
      let value = pick(Self.extensions)
      let ending = number.isMultiple(of: 2) ? value.uppercased() : value.capitalizedFirst
      return pick(Self.stems) + "." + ending
    }
    unicode = (0..<count).map { _ in pick(Self.foreignStems) + "." + pick(Self.extensions) }
    severalPeriods = (0..<count).map { number in
      pick(Self.stems) + ".v1.\(number % 10)."
        + pick(["tar.gz", "tar.xz", "min.js", "1.so", "en.md"])
    }
    mixed = (hits + misses + mixedCase + unicode + severalPeriods).shuffled(using: &generator)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
