/// A shared-mime-info package with any number of types, to measure the growth of cost.
///
/// Real databases are too small for that.
///
/// Every type has three patterns, every second one a magic rule, one in eight of those a rule that
/// may match anywhere in 256 bytes, and four in five a parent, so that chains are a few types deep.
public struct SyntheticRegistry {
  /// The number of types.
  public let count: Int
  private let seed: UInt64

  /// Makes a registry.
  ///
  /// - Parameters:
  ///   - count: the number of types, not below zero.
  ///   - seed: the number that decides all else.
  public init(count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// The extension of a type's first pattern.
  public func filenameExtension(of type: Int) -> String { Self.letters(type) + "q" }

  /// The MIME name of a type.
  public func name(of type: Int) -> String { "application/x-synthetic-\(type)" }

  /// The package as XML.
  public var xml: String {
    var generator = SeededGenerator(seed: seed)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">

      """
    text.reserveCapacity(count * 480)
    for type in 0..<count { append(type, to: &text, &generator) }
    return text + "</mime-info>\n"
  }

  private func append(_ type: Int, to text: inout String, _ generator: inout SeededGenerator) {
    text += "<mime-type type=\"\(name(of: type))\">\n"
    text += " <comment>synthetic type number \(type)</comment>\n"
    if type > 0, type % 5 != 0 {
      // The root of a number's binary tree is reached in as many steps as it has digits.
      text += " <sub-class-of type=\"\(name(of: type / 2))\"/>\n"
    }
    if type.isMultiple(of: 2) {
      let value = (0..<8).map { _ in
        "\\x" + String(UInt8.random(in: 0x10...0xFF, using: &generator), radix: 16)
      }.joined()
      let last = type.isMultiple(of: 16) ? ":256" : ""
      text += " <magic priority=\"\(40 + type % 50)\">"
      text += "<match type=\"string\" offset=\"0\(last)\" value=\"\(value)\"/></magic>\n"
    }
    text += " <glob pattern=\"*.\(filenameExtension(of: type))\"/>\n"
    text += " <glob pattern=\"*.\(Self.letters(type))x\"/>\n"
    text += " <glob pattern=\"*.tar.\(Self.letters(type))z\"/>\n"
    text += "</mime-type>\n"
  }

  /// Returns a number in letters, different for each number.
  private static func letters(_ number: Int) -> String {
    var rest = number
    var letters: [UInt8] = []
    repeat {
      letters.append(UInt8(ascii: "a") + UInt8(rest % 16))
      rest /= 16
    } while rest > 0
    return String(decoding: letters, as: UTF8.self)
  }
}
