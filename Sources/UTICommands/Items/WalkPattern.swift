import UTICommandLineInterface
internal import UTIPlatform

/// A pattern of items that a walk omits, with the wildcards of glob(7).
///
/// Without a slash it is compared with names at any depth, and otherwise with the path below the
/// start; wildcards match no slash. A final slash limits it to directories.
struct WalkPattern: Sendable {
  private let text: String
  private let isForPaths: Bool
  let isForDirectories: Bool

  init(_ pattern: String) {
    var text = pattern[...]
    isForDirectories = text.hasSuffix("/")
    if isForDirectories { text.removeLast() }
    isForPaths = text.utf8.contains(UInt8(ascii: "/"))
    if text.hasPrefix("/") { text.removeFirst() }
    self.text = String(text)
  }

  /// The path is below the start of the walk; both are ``LosslessText``.
  func matches(name: String, path: String) -> Bool {
    LosslessText.withPlatformString(text) { pattern in
      LosslessText.withPlatformString(isForPaths ? path : name) { item in
        fnmatch(pattern, item, isForPaths ? FNM_PATHNAME : 0) == 0
      }
    }
  }
}

/// The search for patterns that match no item.
extension WalkPattern {
  /// nil when the pattern is valid.
  static func fault(of pattern: String) -> String? {
    if pattern.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }) {
      return "a pattern names no item; use a name such as .git"
    }
    if pattern.includes("**") {
      return "\"\(pattern)\" has **; a pattern without a slash matches at any depth"
    }
    var text = LosslessText.bytes(pattern)[...]
    if text.last == UInt8(ascii: "/") { text.removeLast() }
    if text.first == UInt8(ascii: "/") { text.removeFirst() }
    for name in names(in: text) {
      if let fault = fault(ofName: name) { return "\"\(pattern)\" matches nothing: \(fault)" }
    }
    return nil
  }

  /// An escaped slash separates names too.
  private static func names(in pattern: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var names: [ArraySlice<UInt8>] = []
    var start = pattern.startIndex
    var place = start
    while place < pattern.endIndex {
      let next = place + 1
      let isEscape = pattern[place] == UInt8(ascii: "\\") && next < pattern.endIndex
      if isEscape, pattern[next] != UInt8(ascii: "/") {
        place += 2
        continue
      }
      if pattern[place] == UInt8(ascii: "/") || isEscape {
        names.append(pattern[start..<place])
        place += isEscape ? 2 : 1
        start = place
      } else {
        place = next
      }
    }
    return names + [pattern[start...]]
  }

  /// `NAME_MAX`, in bytes.
  private static let nameSizeLimit = 255

  private static func fault(ofName pattern: ArraySlice<UInt8>) -> String? {
    if pattern.isEmpty { return "a name between two slashes is empty" }
    var rest = pattern
    var size = 0
    var hasStar = false
    var isPeriods = true
    while let byte = rest.popFirst() {
      var bytes = ByteSet()
      switch byte {
      case UInt8(ascii: "*"):
        hasStar = true
        continue
      case UInt8(ascii: "?"): bytes = .ofNames
      case UInt8(ascii: "["):
        guard let set = ByteSet(bracket: &rest) else {
          return "a bracket is not closed, or has an unknown class; \\[ is a bracket in a name"
        }
        bytes = set
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return "nothing follows the last backslash" }
        bytes.insert(escaped)
      default: bytes.insert(byte)
      }
      if bytes.isEmpty { return "no character is in the brackets" }
      size += 1
      isPeriods = isPeriods && bytes.isPeriod
    }
    if !hasStar, isPeriods, size <= 2 {
      return "no item has the name . or ..; write the path below the directory, without ./"
    }
    return size > nameSizeLimit ? "a name has at most \(nameSizeLimit) bytes" : nil
  }
}

/// A set of bytes that an element of a pattern matches.
private struct ByteSet {
  private var isMember = [Bool](repeating: false, count: 256)

  /// All bytes that a name may have.
  static var ofNames: ByteSet {
    var set = ByteSet()
    set.complement()
    return set
  }

  init() {}

  /// The opening bracket (glob(7)) has been read; nil without an end, or for an unknown class.
  init?(bracket rest: inout ArraySlice<UInt8>) {
    var isNegated = false
    if let mark = rest.first, mark == UInt8(ascii: "!") || mark == UInt8(ascii: "^") {
      isNegated = true
      rest.removeFirst()
    }
    var isFirst = true
    while true {
      guard let byte = rest.popFirst() else { return nil }
      if byte == UInt8(ascii: "]"), !isFirst { break }
      isFirst = false
      if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        guard insertClass(&rest) else { return nil }
        continue
      }
      guard let first = Self.member(byte, &rest) else { return nil }
      guard rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first,
        end != UInt8(ascii: "]")
      else {
        insert(first)
        continue
      }
      rest.removeFirst(2)
      guard let last = Self.member(end, &rest) else { return nil }
      if first <= last { for byte in first...last { insert(byte) } }
    }
    if isNegated { complement() }
    isMember[Int(UInt8(ascii: "/"))] = false
    isMember[0] = false
  }

  var isEmpty: Bool { !isMember.contains(true) }

  /// The period is the only member.
  var isPeriod: Bool { isMember[Int(UInt8(ascii: "."))] && isMember.count { $0 } == 1 }

  mutating func insert(_ byte: UInt8) { isMember[Int(byte)] = true }

  private mutating func complement() {
    isMember = isMember.map { !$0 }
    isMember[Int(UInt8(ascii: "/"))] = false
    isMember[0] = false
  }

  /// nil for a member of several characters, or without an end.
  private static func member(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> UInt8? {
    if byte == UInt8(ascii: "\\") { return rest.popFirst() }
    guard byte == UInt8(ascii: "["), let mark = rest.first,
      mark == UInt8(ascii: ".") || mark == UInt8(ascii: "=")
    else { return byte }
    let parts = rest.dropFirst().prefix(3)
    guard parts.count == 3, parts.dropFirst() == [mark, UInt8(ascii: "]")] else { return nil }
    rest.removeFirst(4)
    return parts.first
  }

  /// The result of the C library; nil if there is no such class.
  private static func isMember(_ byte: Int32, ofClass name: String) -> Int32? {
    switch name {
    case "alnum": isalnum(byte)
    case "alpha": isalpha(byte)
    case "blank": isblank(byte)
    case "cntrl": iscntrl(byte)
    case "digit": isdigit(byte)
    case "graph": isgraph(byte)
    case "lower": islower(byte)
    case "print": isprint(byte)
    case "punct": ispunct(byte)
    case "space": isspace(byte)
    case "upper": isupper(byte)
    case "xdigit": isxdigit(byte)
    default: nil
    }
  }

  /// A class such as `[:digit:]`, whose opening bracket has been read.
  private mutating func insertClass(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let name = rest.dropFirst().prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let end = rest.dropFirst(1 + name.count)
    guard end.starts(with: ":]".utf8) else { return false }
    let word = String(decoding: name, as: UTF8.self)
    for byte in UInt8(1)...127 {
      guard let isMember = Self.isMember(Int32(byte), ofClass: word) else { return false }
      if isMember != 0 { insert(byte) }
    }
    rest = end.dropFirst(2)
    return true
  }
}

/// The choice whether a walk includes items whose name begins with a dot.
enum HiddenItems: String, ParameterValue, CaseIterable {
  case yes, no
}

/// The limits of walks into directories, which never apply to the given path itself.
struct WalkOptions: Hashable, Sendable {
  /// See ``WalkPattern``.
  var excludedPatterns: [String] = []
  /// The levels below a given path; nil for all.
  var maximumDepth: Int?
  var staysOnFileSystem = false
  var hidden = HiddenItems.yes
  var omitsVersionControl = false

  /// Directories, and the file `.git` of a worktree.
  static let versionControlNames: Set<String> = [
    ".git", ".hg", ".svn", ".bzr", ".jj", ".pijul", "_darcs", "CVS", "RCS", "SCCS",
  ]

  /// nil when the options are valid.
  var fault: String? {
    if let maximumDepth, maximumDepth < 0 {
      return "--max-depth is a number of levels, 0 or more"
    }
    for pattern in excludedPatterns {
      if let fault = WalkPattern.fault(of: pattern) { return "--exclude: \(fault)" }
    }
    return nil
  }
}

extension WalkOptions: ParameterGroup {
  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.option(
      &excludedPatterns, "--exclude", value: "glob",
      help: """
        Omit items below a path whose name matches, and do not walk into them; a pattern with a \
        slash matches the path below the given one, and a final slash means directories only. May \
        be given again.
        """)
    parameters.flag(
      &omitsVersionControl, "--ignore-vcs",
      help:
        "Omit the data of version control: .git, .hg, .svn, .bzr, .jj, .pijul, _darcs, CVS, RCS "
        + "and SCCS.")
    parameters.option(
      &maximumDepth, "--max-depth", value: "levels",
      help: "Walk at most this number of levels below a path; 1 is the items of the directory.")
    parameters.flag(
      &staysOnFileSystem, "--one-file-system",
      help: "Do not walk into directories on another file system.")
    parameters.option(
      &hidden, "--hidden", value: "choice",
      help: "Whether a walk includes items whose name begins with a dot.")
  }
}

/// The items that a walk omits by their names.
struct WalkFilter: Sendable {
  private let omitsHidden: Bool
  private let omitsVersionControl: Bool
  private let patterns: [WalkPattern]

  init(_ options: WalkOptions) {
    omitsHidden = options.hidden == .no
    omitsVersionControl = options.omitsVersionControl
    patterns = options.excludedPatterns.map(WalkPattern.init)
  }

  var hasRules: Bool { omitsHidden || omitsVersionControl || !patterns.isEmpty }

  /// The path is below the start of the walk.
  func omits(_ name: String, path: String, isDirectory: () -> Bool) -> Bool {
    if omitsHidden, name.utf8.first == UInt8(ascii: ".") { return true }
    if omitsVersionControl, WalkOptions.versionControlNames.contains(name) { return true }
    return patterns.contains { pattern in
      pattern.matches(name: name, path: path) && (!pattern.isForDirectories || isDirectory())
    }
  }

  /// By its path in the archive; it is also omitted with one of its folders.
  func omits(member path: String) -> Bool {
    guard hasRules else { return false }
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
    var path = ""
    for (index, name) in names.enumerated() {
      path += index == 0 ? name : "/" + name
      if omits(name, path: path, isDirectory: { index < names.count - 1 }) { return true }
    }
    return false
  }
}
