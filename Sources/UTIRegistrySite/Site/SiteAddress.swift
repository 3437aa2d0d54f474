internal import UTIPlatform
package import UniformTypes

/// The address of a type's page: its identifier with `.html`.
///
/// Characters outside ASCII, and periods that would hide the file, are hexadecimal after `_`, which
/// no identifier contains; the rest needs no escape in an address.
package enum SiteAddress {
  package static let folder = "types"

  /// File systems allow 255 bytes, and the temporary file has a few more than the identifier.
  private static let greatestSize = 200

  /// The address starts at the top of the site.
  package static func page(of type: UTType) -> String { page(of: type.identifier) }

  package static func page(of identifier: String) -> String {
    var name = ""
    for (index, byte) in identifier.utf8.enumerated() {
      if byte >= 0x80 || !isPlain(byte) || byte == UInt8(ascii: ".") && index == 0 {
        name += "_" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      } else {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    if name.utf8.count > greatestSize {
      var hash = StableHash()
      hash.combine(identifier)
      let number = String(hash.value, radix: 16)
      name = name.prefix(greatestSize - number.count - 1) + "_" + number
    }
    return "\(folder)/\(name).html"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
