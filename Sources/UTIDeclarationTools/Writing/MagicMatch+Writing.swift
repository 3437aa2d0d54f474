internal import UTIPlatform
package import UTITypeDeclarations
package import UTITypeGraph

/// A match that can be written as an element.
package protocol WritableMatch: NestedMatch {
  var attributes: [(name: String, value: String)] { get }
}

extension MagicMatch: WritableMatch {
  /// `match` (rules 5.4 to 5.12).
  package var attributes: [(name: String, value: String)] {
    let offset =
      offsets.count == 1
      ? String(offsets.lowerBound) : "\(offsets.lowerBound):\(offsets.upperBound)"
    // A number whose width differs from its type can only be written byte by byte.
    let isNumber = width.map { $0 == value.count && mask?.count ?? $0 == $0 } ?? false
    let name = isNumber ? type.rawValue : ValueType.string.rawValue
    var result = [
      (name: "type", value: name), (name: "offset", value: offset),
      (name: "value", value: isNumber ? number(value) : MagicText.escaping(value)),
    ]
    if let mask {
      result.append(("mask", isNumber ? number(mask) : "0x" + Hexadecimal.text(mask)))
    }
    return result
  }

  /// The unit is the byte; nil for strings.
  private var width: Int? {
    switch type {
    case .string: nil
    case .byte: 1
    case .big16, .little16, .host16: 2
    case .big32, .little32, .host32: 4
    }
  }

  /// Most significant byte first, from bytes in memory order (rule 5.8).
  private func number(_ bytes: [UInt8]) -> String {
    let isBigEndian =
      switch type {
      case .little16, .little32: false
      case .host16, .host32: 1.bigEndian == 1
      default: true
      }
    return "0x" + Hexadecimal.text(isBigEndian ? bytes : bytes.reversed())
  }
}

extension TreeMagicMatch: WritableMatch {
  /// `treematch` (rule 7.2).
  package var attributes: [(name: String, value: String)] {
    var result = [(name: "path", value: path)]
    if let kind { result.append(("type", kind.rawValue)) }
    if matchesCase { result.append(("match-case", "true")) }
    if isExecutable { result.append(("executable", "true")) }
    if isNonEmpty { result.append(("non-empty", "true")) }
    if let mimeType { result.append(("mimetype", mimeType.spelling)) }
    return result
  }
}

extension MagicText {
  /// Escapes (rule 5.9) have two digits, so that a following digit is not read as a third.
  static func escaping(_ bytes: [UInt8]) -> String {
    var result = ""
    for byte in bytes {
      switch byte {
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case UInt8(ascii: "\\"): result += "\\\\"
      case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "\\x" + Hexadecimal.text([byte])
      }
    }
    return result
  }
}
