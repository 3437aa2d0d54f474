import TypeDeclarations
internal import UTIPlatform

/// What the words of a command line say of each parameter.
///
/// Options and arguments stand in any order. `--name value` and `--name=value` are the same; letters
/// stand together, as in `-r0`, of which the last may have a value; what follows `--` is no option.
struct SaidParameters {
  /// The options that every command has.
  enum CommonOption: String {
    case help = "--help"
    case version = "--version"
  }

  /// The values of each parameter, in its place; for a flag its name as often as it is given.
  private(set) var values: [[String]]
  /// The first of the options that every command has; what else is said does not count then.
  private(set) var commonOption: CommonOption?
  private let parameters: [Parameter]
  private var positionals: [String] = []

  /// - Parameters:
  ///   - words: the words after the name of the command.
  ///   - parameters: what the command has declared.
  /// - Throws: ``CommandLineFault`` for an option that is not known, a value that is missing or not
  ///   wanted, and an argument that is missing or too many.
  init(
    _ words: some Sequence<String>, of parameters: [Parameter]
  ) throws(CommandLineFault) {
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
      throw CommandLineFault("\(Self.description(of: parameter)) is missing")
    }
  }

  /// Whether a word is one by its hyphen; a hyphen alone stands for standard input.
  static func isOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1
  }

  /// What is wrong with a value of a parameter that does not know it.
  func fault(of text: String, at index: Int) -> CommandLineFault {
    let parameter = parameters[index]
    let nearest = EditDistance.nearest(to: text, among: parameter.choices)
    return CommandLineFault(
      "\(parameter.title) cannot be \"\(text)\"",
      remedy: nearest.map { "did you mean \($0)?" }
        ?? (parameter.choices.isEmpty
          ? nil : "it is one of " + parameter.choices.joined(separator: ", ")))
  }

  private mutating func read(
    long word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandLineFault) {
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = String(word[..<(equals ?? word.endIndex)])
    let attached = equals.map { String(word[word.utf8.index(after: $0)...]) }
    if let option = CommonOption(rawValue: name) {
      guard attached == nil else { throw CommandLineFault("\(name) takes no value") }
      commonOption = commonOption ?? option
      return
    }
    guard let index = index(of: name) else { throw unknown(name, in: word) }
    try read(index, name, attached, &rest)
  }

  private mutating func read(
    letters word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandLineFault) {
    // A hyphen is one also where an accent follows it.
    var letters = Substring(word.unicodeScalars.dropFirst())
    var isHelp = false
    defer { if isHelp { commonOption = commonOption ?? .help } }
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
  ) throws(CommandLineFault) {
    guard parameters[index].takesValue else {
      guard attached == nil else { throw CommandLineFault("\(name) takes no value") }
      values[index].append(name)
      return
    }
    if let attached {
      guard !attached.isEmpty || name.utf8.count == 2 else {
        throw CommandLineFault("\(name)= has no value")
      }
      values[index].append(attached)
    } else {
      guard let value = rest.first else { throw CommandLineFault("\(name) needs a value") }
      // Most likely the value was forgotten.
      guard !Self.isOption(value) else {
        throw CommandLineFault(
          "\(name) needs a value, and \(value) looks like an option",
          remedy: "write \(name)=\(value) if that is what is meant")
      }
      rest.removeFirst()
      values[index].append(value)
    }
  }

  /// Gives what stands by its place to the arguments, in order.
  private mutating func placePositionals() throws(CommandLineFault) {
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
      throw CommandLineFault("\(excess) is one argument too many")
    }
  }

  private func index(of name: String) -> Int? {
    parameters.firstIndex { $0.names.contains(name) }
  }

  private func unknown(_ name: String, in word: String) -> CommandLineFault {
    Self.unknownOption(name, in: word, known: parameters.flatMap(\.names))
  }

  /// What is wrong with an option that is not known.
  ///
  /// - Parameters:
  ///   - name: its name, `--breif` or `-z`.
  ///   - word: the word that it stands in.
  ///   - known: the names of those that are.
  static func unknownOption(_ name: String, in word: String, known: [String]) -> CommandLineFault {
    if TypeArgument.isItem(word) {
      return CommandLineFault(
        "\(word): an option by its hyphen", remedy: "to name the item write ./\(word)")
    }
    // Letters that stand together are one word to whoever wrote them, and near to any other.
    guard name.utf8.starts(with: "--".utf8) else {
      return CommandLineFault("unknown option \(word)")
    }
    let nearest = EditDistance.nearest(to: name, among: known.filter { $0.utf8.count > 2 })
    return CommandLineFault(
      "unknown option \(name)", remedy: nearest.map { "did you mean \($0)?" })
  }

  private static func description(of parameter: Parameter) -> String {
    guard !parameter.isPositional else { return parameter.title }
    return "\(parameter.title) <\(parameter.valueName)>"
  }
}
