internal import UTIPlatform

/// The value of a Content-Type header: a MIME type and its parameters.
///
/// ```swift
/// let header = ContentTypeHeader("Text/HTML; charset=\"utf-8\"")
/// header?.mimeType            // text/html
/// header?.parameters["charset"]  // utf-8
/// header?.type                // public.html
/// ```
///
/// The syntax is the one of RFC 9110, sections 5.6.6 and 8.3.1.
public struct ContentTypeHeader: Hashable, Sendable {
  /// The MIME type without parameters, in lower case.
  public let mimeType: String
  /// The values of the parameters by their names in lower case.
  ///
  /// The first of two equal names counts.
  public let parameters: [String: String]

  /// Reads the value of a header field with one type.
  ///
  /// - Parameter field: the value, such as `text/html; charset=utf-8`.
  /// - Returns: nil if the value is not a MIME type with parameters, or has more than one type.
  /// - Complexity: O(*n*) in the length of the value.
  public init?(_ field: String) {
    let values = Self.list(field)
    guard values.count == 1, let only = values.first else { return nil }
    self = only
  }

  private init(mimeType: String, parameters: [String: String]) {
    self.mimeType = mimeType
    self.parameters = parameters
  }

  /// Reads a header field with several values, as proxies combine repeated fields.
  ///
  /// - Parameter field: the values, separated by commas.
  /// - Returns: the types in order; none if one of them is not a MIME type with parameters.
  /// - Complexity: O(*n*) in the length of the value.
  public static func list(_ field: String) -> [ContentTypeHeader] {
    var reader = HeaderReader(field)
    var values: [ContentTypeHeader] = []
    repeat {
      // An empty element of a list is ignored (RFC 9110, section 5.6.1.2).
      reader.skipBlanks()
      if reader.isAtEnd || reader.isAt(",") { continue }
      guard let value = reader.readType() else { return [] }
      values.append(value)
    } while reader.skip(",")
    return reader.isAtEnd ? values : []
  }

  /// The type in the current registry; a dynamic type if the registry does not know it.
  public var type: UTType? { TypeRegistry.current.type(contentType: self) }

  fileprivate struct HeaderReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { place == bytes.count }

    func isAt(_ mark: Unicode.Scalar) -> Bool { !isAtEnd && bytes[place] == UInt8(ascii: mark) }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
      guard isAt(mark) else { return false }
      place += 1
      return true
    }

    mutating func skipBlanks() {
      while isAt(" ") || isAt("\t") { place += 1 }
    }

    mutating func readType() -> ContentTypeHeader? {
      guard let media = readToken(), skip("/"), let subtype = readToken() else { return nil }
      var parameters: [String: String] = [:]
      skipBlanks()
      while skip(";") {
        skipBlanks()
        // A semicolon without a parameter is allowed.
        if let name = readToken() {
          guard skip("="), let value = isAt("\"") ? readQuotedText() : readToken() else {
            return nil
          }
          let key = CaseFolding.ascii(name)
          if parameters[key] == nil { parameters[key] = value }
        }
        skipBlanks()
      }
      return ContentTypeHeader(
        mimeType: CaseFolding.ascii(media + "/" + subtype), parameters: parameters)
    }

    private mutating func readToken() -> String? {
      let start = place
      while !isAtEnd, Self.isOfToken(bytes[place]) { place += 1 }
      return place == start ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func readQuotedText() -> String? {
      place += 1
      var text: [UInt8] = []
      while !isAtEnd, !isAt("\"") {
        if isAt("\\") { place += 1 }
        guard !isAtEnd, bytes[place] >= 0x20 || bytes[place] == 0x09, bytes[place] != 0x7F else {
          return nil
        }
        text.append(bytes[place])
        place += 1
      }
      return skip("\"") ? String(decoding: text, as: UTF8.self) : nil
    }

    /// RFC 9110, section 5.6.2.
    private static func isOfToken(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
        UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
        UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
        true
      default: false
      }
    }
  }
}

extension TypeRegistry {
  /// Returns the type of a Content-Type header.
  ///
  /// - Parameter contentType: the header; its parameters are not used.
  /// - Returns: the declared type that has the MIME type as a tag or as a name, else a dynamic type.
  /// - Complexity: O(1) on average.
  public func type(contentType: ContentTypeHeader) -> UTType? {
    let type = type(mimeType: contentType.mimeType)
    guard type?.isDynamic ?? true else { return type }
    return self.type(canonicalMIMEType: contentType.mimeType) ?? type
  }
}
