extension LanguageLexer {
  /// Bytes above ASCII are letters.
  @inline(__always)
  package static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || isDigit(byte) || byte == 0x5F || byte >= 0x80
  }

  @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A space or another control character than the end of a line.
  @inline(__always)
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && byte != 0x0A || byte == 0x7F
  }

  @inline(__always)
  package static func isAny(_ byte: UInt8, of characters: StaticString) -> Bool {
    for index in 0..<characters.utf8CodeUnitCount where characters.utf8Start[index] == byte {
      return true
    }
    return false
  }

  package static func second(behind byte: UInt8) -> StaticString {
    switch byte {
    case UInt8(ascii: ":"): "=:->)"
    case UInt8(ascii: "-"): ">-=:"
    case UInt8(ascii: "="): "=>~:/<"
    case UInt8(ascii: "<"): "=-<>?%/!~|:#"
    case UInt8(ascii: ">"): "=>]:"
    case UInt8(ascii: "!"): "=~!["
    case UInt8(ascii: "/"): ">=/*\\"
    case UInt8(ascii: "&"): "&=^"
    case UInt8(ascii: "|"): "|>=-]"
    case UInt8(ascii: "+"): "+="
    case UInt8(ascii: "*"): "*=)"
    case UInt8(ascii: "."): ".*+\"("
    case UInt8(ascii: "?"): ".?:->="
    case UInt8(ascii: "$"): "{($@#"
    case UInt8(ascii: "#"): "{[(\"|:'_"
    case UInt8(ascii: "@"): "{@([:%=\""
    case UInt8(ascii: "%"): "{}>%]("
    case UInt8(ascii: "["): "[<|:"
    case UInt8(ascii: "]"): "]"
    case UInt8(ascii: "{"): "{%|"
    case UInt8(ascii: "}"): "}"
    case UInt8(ascii: "("): "("
    case UInt8(ascii: ")"): ")"
    case UInt8(ascii: "~"): ">=~"
    case UInt8(ascii: "\\"): "(){}[]/\\"
    case UInt8(ascii: "`"): "`"
    case UInt8(ascii: "^"): "^"
    case UInt8(ascii: ";"): ";"
    default: ""
    }
  }

  /// They make one operator with the first two.
  package static func third(behind first: UInt8, _ second: UInt8) -> StaticString {
    switch (first, second) {
    case (UInt8(ascii: "="), UInt8(ascii: "=")): "=>"
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): "="
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): ">"
    case (UInt8(ascii: "<"), UInt8(ascii: "-")): ">"
    case (UInt8(ascii: "<"), UInt8(ascii: "!")): "["
    case (UInt8(ascii: "<"), UInt8(ascii: "<")): "<-~"
    case (UInt8(ascii: ">"), UInt8(ascii: ">")): ">="
    case (UInt8(ascii: "."), UInt8(ascii: ".")): ".<="
    case (UInt8(ascii: "-"), UInt8(ascii: "-")): ">"
    case (UInt8(ascii: "+"), UInt8(ascii: "+")): "+"
    case (UInt8(ascii: ":"), UInt8(ascii: ":")): "="
    case (UInt8(ascii: "="), UInt8(ascii: ":")): "="
    case (UInt8(ascii: "="), UInt8(ascii: "/")): "="
    case (UInt8(ascii: "`"), UInt8(ascii: "`")): "`"
    case (UInt8(ascii: "{"), UInt8(ascii: "{")): "{"
    case (UInt8(ascii: "#"), UInt8(ascii: "[")): "["
    default: ""
    }
  }
}
