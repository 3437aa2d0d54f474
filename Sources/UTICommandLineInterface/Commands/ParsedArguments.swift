internal import SystemPackage
internal import UTIPlatform

/// The values of each parameter: options and arguments have any order.
///
/// `--name value` and `--name=value` are equal; letters can be combined, as in `-r0`, and the last
/// may have a value; words after `--` are not options.
package struct ParsedArguments {
  /// The options of every command.
  package enum CommonOption: String {
    case help = "--help"
    case shortHelp = "-h"
    case version = "--version"
  }

  /// The order is of the parameters; a flag has its name for each time it is given.
  package private(set) var values: [[String]]
  /// The first of the options of every command; all other words are then ignored.
  package private(set) var commonOption: CommonOption?
  private let parameters: [Parameter]
  private var positionals: [String] = []

  /// The words follow the name of the command.
  package init(_ words: some Sequence<String>, of parameters: [Parameter]) throws(UsageError) {
    self.parameters = parameters
    values = Array(repeating: [], count: parameters.count)
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if !Self.isOption(word) {
        positionals.append(word)
      } else if word == "--" {
        positionals += rest
        rest = []
      } else if word.utf8.starts(with: "--".utf8) {
        try read(long: word, &rest)
      } else {
        try read(letters: word, &rest)
      }
    }
    if commonOption != nil { return }
    try placePositionals()
    for (index, parameter) in parameters.enumerated()
    where parameter.isRequired && values[index].isEmpty {
      throw UsageError("\(Self.description(of: parameter)) is missing")
    }
  }

  /// A hyphen alone means standard input.
  package static func isOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1
  }

  package func fault(of text: String, at index: Int) -> UsageError {
    let parameter = parameters[index]
    let nearest = EditDistance.nearest(to: text, among: parameter.choices)
    return UsageError(
      "\(parameter.title) cannot be \"\(text)\"",
      remedy: nearest.map { "did you mean \($0)?" }
        ?? (parameter.choices.isEmpty
          ? nil : "it is one of " + parameter.choices.joined(separator: ", ")))
  }

  private mutating func read(
    long word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = String(word[..<(equals ?? word.endIndex)])
    let attached = equals.map { String(word[word.utf8.index(after: $0)...]) }
    if let option = CommonOption(rawValue: name) {
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      commonOption = commonOption ?? option
      return
    }
    guard let index = index(of: name) else { throw unknown(name, in: word) }
    try read(index, name, attached, &rest)
  }

  private mutating func read(
    letters word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    // The hyphen is compared as a scalar, because an accent may follow it.
    var letters = Substring(word.unicodeScalars.dropFirst())
    var isHelp = false
    defer { if isHelp { commonOption = commonOption ?? .shortHelp } }
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      if name == "-h" {
        isHelp = true
        continue
      }
      guard let index = index(of: name) else {
        throw unknown(name, in: word)
      }
      if parameters[index].takesValue {
        if letters.first == "=" { letters.removeFirst() }
        return try read(index, name, letters.isEmpty ? nil : String(letters), &rest)
      }
      values[index].append(name)
    }
  }

  private mutating func read(
    _ index: Int, _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard parameters[index].takesValue else {
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      values[index].append(name)
      return
    }
    if let attached {
      values[index].append(attached)
    } else {
      guard let value = rest.first else { throw UsageError("\(name) needs a value") }
      // The value is probably missing.
      guard !Self.isOption(value) else {
        throw UsageError(
          "\(name) needs a value, and \(value) looks like an option",
          remedy: "write \(name)=\(value) if that is what is meant")
      }
      rest.removeFirst()
      values[index].append(value)
    }
  }

  private mutating func placePositionals() throws(UsageError) {
    var rest = positionals[...]
    for (index, parameter) in parameters.enumerated() where parameter.isPositional {
      if parameter.arity == .many {
        values[index] += rest
        rest = []
      } else if let value = rest.popFirst() {
        values[index].append(value)
      }
    }
    if let excess = rest.first {
      throw UsageError("\(excess) is one argument too many")
    }
  }

  private func index(of name: String) -> Int? {
    parameters.firstIndex { $0.names.contains(name) }
  }

  private func unknown(_ name: String, in word: String) -> UsageError {
    Self.unknownOption(name, in: word, known: parameters.flatMap(\.names))
  }

  /// The name is `--breif` or `-z`, in a word that contains it.
  package static func unknownOption(_ name: String, in word: String, known: [String]) -> UsageError
  {
    if !word.isEmpty, FileStatus.present(at: word, followsLinks: false) != nil {
      return UsageError(
        "\(word): an option by its hyphen", remedy: "to name the item write ./\(word)")
    }
    // Combined letters are one word to the user, and similar to any other word.
    guard name.utf8.starts(with: "--".utf8) else {
      return UsageError("unknown option \(word)", unknownOption: word)
    }
    let nearest = EditDistance.nearest(to: name, among: known.filter { $0.utf8.count > 2 })
    return UsageError(
      "unknown option \(name)", remedy: nearest.map { "did you mean \($0)?" }, unknownOption: name)
  }

  private static func description(of parameter: Parameter) -> String {
    guard !parameter.isPositional else { return parameter.title }
    return "\(parameter.title) <\(parameter.valueName)>"
  }
}
