internal import SystemPackage

/// A program that synchronizes directories and leaves copies of files changed in two places.
package struct SyncClient: Hashable, Sendable {
  package let name: String

  /// The information that a name contains about a copy.
  struct Copy: Hashable {
    let client: SyncClient
    /// The computer or the user that saved the copy, as the name has it.
    var host: String?
    var user: String?
    /// True if the copy is another state of the item, and not only an item with a similar name.
    let isConflict: Bool
  }

  /// The position of a program's mark in the name of the original item.
  enum Place {
    case beforeLastPeriod
    case beforeExtension
    case beforeFirstPeriod
    case behind
  }

  /// The meaning of `*` in a pattern.
  enum Author {
    case host
    case user
  }

  /// A pattern of marks: `#` is a digit, `%` a letter, `@` one of A-Z and 2-7, `*` text without
  /// parentheses.
  struct Pattern {
    let client: String
    let place: Place
    let marks: [String]
    var author = Author.host
    var isConflict = true
    /// Needs copies of both sides without the original: only such a pair shows that the mark is
    /// one.
    var needsPair = false
  }

  /// Sources: the code of Syncthing (conflictName), Nextcloud and ownCloud (makeConflictFileName),
  /// Seafile (gen_conflict_path, genConflictPath) and rclone (resolve.go), the help pages of
  /// Dropbox and pCloud, and for OneDrive the patterns that tools of its users search for.
  static let patterns: [Pattern] = [
    Pattern(
      client: "Syncthing", place: .beforeLastPeriod,
      marks: [
        ".sync-conflict-########-######", ".sync-conflict-########-######-@@@@@@@",
      ]),
    Pattern(
      client: "Nextcloud", place: .beforeExtension,
      marks: [
        " (conflicted copy ####-##-## ######)", "(conflicted copy ####-##-## ######)",
        " (conflicted copy * ####-##-## ######)", "(conflicted copy * ####-##-## ######)",
      ], author: .user),
    Pattern(
      client: "Nextcloud", place: .beforeExtension,
      marks: [
        " (case clash from ####-##-## ######)", "(case clash from ####-##-## ######)",
      ], isConflict: false),
    Pattern(
      client: "ownCloud", place: .beforeExtension, marks: ["_conflict-########-######"]),
    Pattern(
      client: "Seafile", place: .beforeExtension,
      marks: [
        " (SFConflict ####-##-##-##-##-##)", " (SFConflict * ####-##-##-##-##-##)",
      ], author: .user),
    Pattern(
      client: "Seafile", place: .beforeFirstPeriod,
      marks: [
        " (SFConflict ####-%%%-#-##-##-##)", " (SFConflict ####-%%%-##-##-##-##)",
        " (SFConflict * ####-%%%-#-##-##-##)", " (SFConflict * ####-%%%-##-##-##-##)",
      ], author: .user),
    Pattern(
      client: "Dropbox", place: .beforeExtension,
      marks: ["'", "\u{2019}"].flatMap { apostrophe in
        ["", " (#)", " (##)"].map { " (*\(apostrophe)s conflicted copy ####-##-##)\($0)" }
      }),
    Pattern(client: "OneDrive", place: .beforeExtension, marks: ["-*-safeBackup-####"]),
    Pattern(
      client: "rclone", place: .behind, marks: [".conflict#", ".conflict##"]),
    Pattern(
      client: "rclone", place: .beforeExtension, marks: [".conflict#", ".conflict##"]),
    Pattern(client: "rclone", place: .behind, marks: [".path1", ".path2"], needsPair: true),
    Pattern(
      client: "rclone", place: .beforeExtension, marks: [".path1", ".path2"], needsPair: true),
    Pattern(client: "pCloud", place: .beforeExtension, marks: [" [conflicted]", " (conflicted)"]),
  ]

  /// `base` is the name of the item; if it does not exist, only pairs are copies; `names` are all
  /// names in the directory.
  static func copy(
    named name: String, of base: String, isBasePresent: Bool, among names: Set<String>
  ) -> Copy? {
    guard name != base else { return nil }
    for pattern in patterns {
      let (stem, rest) = split(base, pattern.place)
      guard
        let middle = middle(of: name, stem, rest, foldsCase: !pattern.isConflict),
        let (mark, author) = match(middle, pattern.marks)
      else { continue }
      let isPair = pattern.client == "rclone"
      guard isBasePresent ? !pattern.needsPair : isPair,
        isBasePresent || hasPartner(mark, stem, rest, names)
      else { continue }
      // The name may belong to a copy of an item with a longer name.
      if let author, hasLongerBase(author, stem, rest, names) { continue }
      return Copy(
        client: SyncClient(name: pattern.client),
        host: pattern.author == .host ? author : nil,
        user: pattern.author == .user ? author : nil, isConflict: pattern.isConflict)
    }
    return nil
  }

  private static func split(_ base: String, _ place: Place) -> (stem: String, rest: String) {
    let period: String.Index? =
      switch place {
      case .beforeLastPeriod: base.lastIndex(of: ".")
      case .beforeExtension: base.lastIndex(of: ".").flatMap { $0 == base.startIndex ? nil : $0 }
      case .beforeFirstPeriod: base.dropFirst().firstIndex(of: ".")
      case .behind: nil
      }
    guard let period else { return (base, "") }
    return (String(base[..<period]), String(base[period...]))
  }

  private static func middle(
    of name: String, _ stem: String, _ rest: String, foldsCase: Bool
  ) -> Substring? {
    let (front, back) = (name.prefix(stem.count), name.suffix(rest.count))
    let isSame =
      foldsCase
      ? front.lowercased() == stem.lowercased() && back.lowercased() == rest.lowercased()
      : front == stem && back == rest
    return isSame ? name.dropFirst(stem.count).dropLast(rest.count) : nil
  }

  private static func match(
    _ middle: Substring, _ marks: [String]
  ) -> (mark: String, author: String?)? {
    for mark in marks {
      let parts = mark.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 1 {
        guard fits(middle, mark[...]) else { continue }
        let device = zip(middle, mark).filter { $0.1 == "@" }.map(\.0)
        return (String(middle), device.isEmpty ? nil : String(device))
      }
      guard middle.count > parts[0].count + parts[1].count,
        fits(middle.prefix(parts[0].count), parts[0]),
        fits(middle.suffix(parts[1].count), parts[1])
      else { continue }
      let author = middle.dropFirst(parts[0].count).dropLast(parts[1].count)
      // A copy of a copy belongs to that copy, and not to the original item.
      guard !author.contains("("), !author.contains(")") else { continue }
      return (String(middle), String(author))
    }
    return nil
  }

  private static func fits(_ text: Substring, _ template: Substring) -> Bool {
    text.count == template.count
      && zip(text, template).allSatisfy { character, wanted in
        switch wanted {
        case "#": ("0"..."9").contains(character)
        case "%": character.isASCII && character.isLetter
        case "@": ("A"..."Z").contains(character) || ("2"..."7").contains(character)
        default: character == wanted
        }
      }
  }

  private static func hasPartner(
    _ mark: String, _ stem: String, _ rest: String, _ names: Set<String>
  ) -> Bool {
    guard let last = mark.last?.wholeNumberValue else { return false }
    return [last - 1, last + 1].contains { names.contains(stem + mark.dropLast() + "\($0)" + rest) }
  }

  private static func hasLongerBase(
    _ author: String, _ stem: String, _ rest: String, _ names: Set<String>
  ) -> Bool {
    author.indices.contains { index in
      author[index] == "-" && names.contains("\(stem)-\(author[..<index])\(rest)")
    }
  }
}

extension SyncClient {
  /// Names for comparison: each byte becomes a character if the item's name is not valid UTF-8.
  struct NameText {
    private let isOfBytes: Bool

    init(of base: FilePath.Component) {
      isOfBytes = String(validating: base.bytes, as: UTF8.self) == nil
    }

    func text(_ name: FilePath.Component) -> String {
      guard isOfBytes else { return name.string }
      return String(String.UnicodeScalarView(name.bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns a copy whose user and host are decoded as UTF-8.
    func people(of copy: Copy) -> Copy {
      guard isOfBytes else { return copy }
      func written(_ text: String?) -> String? {
        text.map {
          String(
            decoding: $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
        }
      }
      var copy = copy
      copy.host = written(copy.host)
      copy.user = written(copy.user)
      return copy
    }
  }
}
