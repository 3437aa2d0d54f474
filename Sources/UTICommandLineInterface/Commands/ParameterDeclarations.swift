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
