import TypeDetection
import TypeGraph

extension IdentifyRequest {
  /// Reads a command line without the argument parser.
  ///
  /// The parser looks up the protocol conformances of every command and option at run time, which
  /// takes several times as long as identifying a file. Here only what cannot be misread is read:
  /// options spelled in full, values that are known. Everything else, mistakes and calls for help
  /// included, is the parser's.
  ///
  /// - Parameter commandLine: the arguments after the name of the program.
  /// - Returns: nil when the argument parser must see the command line.
  init?(commandLine: [String]) {
    guard commandLine.first == "identify" else { return nil }
    var rest = commandLine.dropFirst()
    while let argument = rest.popFirst() {
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        items.paths.append(argument)
        continue
      }
      guard setFlag(argument) || setOption(argument, &rest) else { return nil }
    }
    guard fault == nil else { return nil }
  }

  private mutating func setFlag(_ argument: String) -> Bool {
    switch argument {
    case "-r", "--recursive": items.isRecursive = true
    case "--no-dereference": items.followsLinks = false
    case "-b", "--brief": isBrief = true
    case "--mime-type": showsMIMEType = true
    case "--mime-encoding": showsEncoding = true
    case "--extension": showsExtension = true
    case "-q", "--quiet": isQuiet = true
    case "--stream": isStream = true
    case "-0", "--null": endsWithNUL = true
    default: return false
    }
    return true
  }

  private mutating func setOption(_ argument: String, _ rest: inout ArraySlice<String>) -> Bool {
    let option: Substring
    let value: String
    if let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) {
      option = argument[..<equals]
      value = String(argument[argument.utf8.index(after: equals)...])
    } else {
      option = argument[...]
      guard let next = rest.popFirst() else { return false }
      value = next
    }
    // What looks like an option is none's value for the parser, and it has its word on no value.
    guard let first = value.utf8.first, first != UInt8(ascii: "-") else { return false }
    switch option {
    case "--by": return Self.read(value, into: &items.by)
    case "--view": return Self.read(value, into: &view)
    case "--format": return Self.read(value, into: &format)
    case "--color": return Self.read(value, into: &color)
    case "--language": language = value
    case "--registry": directories.append(value)
    case "--name": items.name = value
    case "--files-from": items.lineList = value
    case "--files0-from": items.nulList = value
    case "--conforming-to": items.supertypes.append(value)
    case "--not-conforming-to": items.excludedSupertypes.append(value)
    case "--is": question = value
    case "--print": layout = value
    default: return false
    }
    return true
  }

  private static func read<Value: RawRepresentable<String>>(
    _ text: String, into member: inout Value
  ) -> Bool {
    guard let value = Value(rawValue: text) else { return false }
    member = value
    return true
  }
}
