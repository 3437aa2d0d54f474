internal import SystemPackage
internal import UTIPlatform

/// The parameters of a command, while the command declares them.
///
/// The first pass collects the parameters in ``declared``; the second one sets the values by place.
package struct ParameterDeclarations {
  package private(set) var declared: [Parameter] = []
  /// The first parameter whose value cannot be read.
  package private(set) var fault: UsageError?
  /// The contradiction of the first group that has one.
  package private(set) var contradiction: String?
  /// nil in the first pass.
  private let said: ParsedArguments?
  private var index = 0
  private var section: StaticString = ""

  package init(_ said: ParsedArguments? = nil) {
    self.said = said
    if said == nil { declared.reserveCapacity(48) }
  }

  package mutating func group(_ group: inout some ParameterGroup) {
    group.declare(&self)
    contradiction = contradiction ?? group.contradiction
  }

  /// An empty title is the general section.
  package mutating func section(_ title: StaticString) { section = title }

  /// Names have their hyphens.
  package mutating func flag(
    _ member: inout Bool, _ names: String..., sets value: Bool = true, isHidden: Bool = false,
    help: String
  ) {
    let values = values(
      Parameter(names: names, valueName: "", help: help, arity: .none, isHidden: isHidden))
    if !values.isEmpty { member = value }
  }

  /// The last value is used; nil choices and completions are the ones of the type.
  package mutating func option<Value: ParameterValue>(
    _ member: inout Value, _ names: String..., value: String, isRequired: Bool = false,
    help: String, choices: [String]? = nil, completion: Completion? = nil
  ) {
    let texts = texts(
      of: Value.self, names, value, help, .one, completion, isRequired: isRequired,
      choices: choices, defaultValue: isRequired ? nil : member.argument)
    for text in texts { set(&member, to: text, among: choices) }
  }

  /// The value may be absent.
  package mutating func option<Value: ParameterValue>(
    _ member: inout Value?, _ names: String..., value: String, help: String,
    completion: Completion? = nil
  ) {
    for text in texts(of: Value.self, names, value, help, .one, completion) {
      set(&member, to: text)
    }
  }

  /// Each repetition has a further value.
  package mutating func option<Value: ParameterValue>(
    _ member: inout [Value], _ names: String..., value: String, help: String,
    completion: Completion? = nil
  ) {
    for text in texts(of: Value.self, names, value, help, .many, completion) {
      append(text, to: &member)
    }
  }

  package mutating func argument<Value: ParameterValue>(
    _ member: inout Value, _ name: String, help: String, completion: Completion? = nil
  ) {
    for text in texts(of: Value.self, [], name, help, .one, completion, isRequired: true) {
      set(&member, to: text)
    }
  }

  package mutating func argument<Value: ParameterValue>(
    _ member: inout Value?, _ name: String, help: String, completion: Completion? = nil
  ) {
    for text in texts(of: Value.self, [], name, help, .one, completion) { set(&member, to: text) }
  }

  /// Any number, or at least one.
  package mutating func arguments<Value: ParameterValue>(
    _ member: inout [Value], _ name: String, isRequired: Bool = true, help: String,
    completion: Completion? = nil
  ) {
    let texts = texts(
      of: Value.self, [], name, help, .many, completion, isRequired: isRequired)
    for text in texts { append(text, to: &member) }
  }

  // Generic code creates the metadata of all of its types when it begins. These functions begin for a value
  // that was given, and not for each parameter of a command.

  @inline(never) private mutating func set<Value: ParameterValue>(
    _ member: inout Value, to text: String, among choices: [String]? = nil
  ) {
    if choices?.contains(text) ?? true, let value = Value(argument: text) {
      member = value
    } else {
      noteFault(text)
    }
  }

  @inline(never) private mutating func set<Value: ParameterValue>(
    _ member: inout Value?, to text: String
  ) {
    if let value = Value(argument: text) { member = value } else { noteFault(text) }
  }

  @inline(never) private mutating func append<Value: ParameterValue>(
    _ text: String, to member: inout [Value]
  ) {
    if let value = Value(argument: text) { member.append(value) } else { noteFault(text) }
  }

  private mutating func noteFault(_ text: String) {
    if fault == nil { fault = said?.fault(of: text, at: index - 1) }
  }

  /// Collects the parameter in the first pass.
  private mutating func values(_ parameter: @autoclosure () -> Parameter) -> [String] {
    defer { index += 1 }
    guard let said else {
      declared.append(parameter())
      declared[declared.count - 1].section = section
      return []
    }
    return said.values[index]
  }

  private mutating func texts(
    of type: any ParameterValue.Type, _ names: [String], _ valueName: String, _ help: String,
    _ arity: Parameter.Arity, _ completion: Completion?, isRequired: Bool = false,
    choices: [String]? = nil, defaultValue: @autoclosure () -> String? = nil
  ) -> [String] {
    values(
      Parameter(
        names: names, valueName: valueName, help: help, arity: arity, isRequired: isRequired,
        defaultValue: defaultValue(), valueType: type, listedChoices: choices,
        listedCompletion: completion))
  }
}

/// A value that is written as a word of a command line.
package protocol ParameterValue {
  /// nil when the word is invalid.
  init?(argument: String)

  var argument: String { get }

  /// Empty when the words cannot be listed.
  static var choices: [String] { get }
  static var completion: Completion { get }
}

extension ParameterValue {
  package static var choices: [String] { [] }
  package static var completion: Completion { .none }
}

extension ParameterValue where Self: RawRepresentable<String> & CaseIterable {
  package init?(argument: String) { self.init(rawValue: argument) }

  package var argument: String { rawValue }

  package static var choices: [String] { allCases.map(\.rawValue) }
}

extension String: ParameterValue {
  package init?(argument: String) { self = argument }

  package var argument: String { self }
}

extension Int: ParameterValue {
  package init?(argument: String) { self.init(argument) }

  package var argument: String { String(self) }
}

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
