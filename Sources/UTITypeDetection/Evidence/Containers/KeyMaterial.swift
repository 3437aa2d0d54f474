/// Certificates and keys in DER (ITU-T X.690) and OpenPGP packets (RFC 9580).
///
/// They begin with lengths and not with a fixed signature.
enum KeyMaterial {
  // MARK: Distinguished encoding

  private struct Value {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
  }

  static func distinguishedEncodingClue(_ bytes: ArraySlice<UInt8>) -> ContainerClue? {
    guard let outer = value(bytes), outer.tag == 0x30, let first = value(outer.content) else {
      return nil
    }
    switch first.tag {
    case 0x06:
      guard first.content.starts(with: messageSyntax), let kind = first.content.last else {
        return nil
      }
      return ContainerClue(
        "application/pkcs7-mime", seen: "the form of a cryptographic message of kind \(kind)", at: 0
      )
    case 0x02:
      return privateKeyClue(version: first)
    case 0x30:
      return signedClue(first)
    default:
      return nil
    }
  }

  // 1.2.840.113549.1.7
  private static let messageSyntax: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
  // 1.2.840.113549.1.5 and .12.1: encryption with a password.
  private static let passwordEncryption: [[UInt8]] = [
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x01],
  ]

  /// A number and a sequence: PKCS #8 version 0 or 1, PKCS #12 version 3.
  private static func privateKeyClue(version: Value) -> ContainerClue? {
    guard let second = value(version.rest), second.tag == 0x30,
      let algorithm = value(second.content), algorithm.tag == 0x06
    else { return nil }
    if version.content.elementsEqual([3]), algorithm.content.starts(with: messageSyntax) {
      return ContainerClue("application/pkcs12", seen: "the form of a PKCS #12 store", at: 0)
    }
    guard version.content.elementsEqual([0]) || version.content.elementsEqual([1]),
      value(second.rest)?.tag == 0x04
    else { return nil }
    return ContainerClue("application/pkcs8", seen: "the form of a PKCS #8 private key", at: 0)
  }

  /// The signed data, or the encryption, begin a sequence of two or three.
  private static func signedClue(_ body: Value) -> ContainerClue? {
    guard let first = value(body.content) else { return nil }
    if first.tag == 0x06, passwordEncryption.contains(where: first.content.starts(with:)) {
      return ContainerClue(
        "application/pkcs8-encrypted", seen: "the form of an encrypted PKCS #8 private key", at: 0)
    }
    // RFC 5280, 4.1: version, serial number, algorithm.
    if first.tag == 0xA0, let serial = value(first.rest), serial.tag == 0x02,
      value(serial.rest)?.tag == 0x30
    {
      return isAuthority(body.content)
        ? ContainerClue(
          "application/x-x509-ca-cert", "application/pkix-cert",
          seen: "the form of an X.509 certificate of an authority", at: 0)
        : ContainerClue(
          "application/pkix-cert", "application/x-x509-ca-cert",
          seen: "the form of an X.509 certificate", at: 0)
    }
    guard first.tag == 0x02, let second = value(first.rest), second.tag == 0x30,
      let third = value(second.rest), third.tag == 0x30
    else { return nil }
    // RFC 5280, 5.1: version, algorithm, issuer, time; RFC 2986: version, subject, key.
    if let time = value(third.rest), time.tag == 0x17 || time.tag == 0x18 {
      return ContainerClue("application/pkix-crl", seen: "the form of a revocation list", at: 0)
    }
    // RFC 5280, 4.1, version 1: serial number, algorithm; a subject is a sequence of sets.
    if value(second.content)?.tag == 0x06 {
      return ContainerClue(
        "application/pkix-cert", "application/x-x509-ca-cert",
        seen: "the form of an X.509 certificate", at: 0)
    }
    return ContainerClue("application/pkcs10", seen: "the form of a certification request", at: 0)
  }

  /// Basic constraints (RFC 5280, 4.2.1.9) whose first member is true.
  private static func isAuthority(_ certificate: ArraySlice<UInt8>) -> Bool {
    let identifier: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x13]
    guard
      let place = certificate.indices.first(where: {
        certificate[$0...].starts(with: identifier)
      })
    else { return false }
    let rest = certificate[place...].prefix(24)
    return rest.indices.dropFirst(identifier.count).contains {
      rest[$0...].starts(with: [0x30, 0x03, 0x01, 0x01, 0xFF])
        || rest[$0...].starts(with: [0x30, 0x06, 0x01, 0x01, 0xFF])
    }
  }

  /// The content may be cut at the end of the bytes.
  private static func value(_ bytes: ArraySlice<UInt8>) -> Value? {
    guard let tag = bytes.byte(0), let short = bytes.byte(1) else { return nil }
    if short < 0x80 {
      return Value(
        tag: tag, content: bytes.part(2, Int(short)),
        rest: bytes.dropFirst(2 + Int(short)))
    }
    let width = Int(short & 0x7F)
    guard (1...4).contains(width), let length = bytes.big(2, width) else { return nil }
    return Value(
      tag: tag, content: bytes.part(2 + width, length), rest: bytes.dropFirst(2 + width + length))
  }

  // MARK: OpenPGP

  /// The packet has tag 5 or 6 in the old or the new format.
  static func isPacketStart(_ byte: UInt8) -> Bool {
    let tag = byte & 0x40 != 0 ? byte & 0x3F : byte >> 2 & 0x0F
    return byte & 0x80 != 0 && (tag == 5 || tag == 6)
  }

  /// A key packet states its version, its time and an algorithm that exists.
  static func packetClue(_ bytes: ArraySlice<UInt8>) -> ContainerClue? {
    guard let first = bytes.byte(0), isPacketStart(first) else { return nil }
    let isNew = first & 0x40 != 0
    let tag = isNew ? first & 0x3F : first >> 2 & 0x0F
    let lengthWidth: Int
    if isNew {
      guard let length = bytes.byte(1) else { return nil }
      lengthWidth = length < 192 ? 1 : length < 224 ? 2 : length == 255 ? 5 : 1
    } else {
      guard first & 3 != 3 else { return nil }
      lengthWidth = 1 << Int(first & 3)
    }
    let body = bytes.dropFirst(1 + lengthWidth)
    guard let version = body.byte(0), (3...6).contains(version),
      let algorithm = body.byte(version == 3 ? 7 : 5),
      [1, 2, 3, 16, 17, 18, 19, 20, 22, 25, 26, 27, 28].contains(algorithm)
    else { return nil }
    return ContainerClue(
      "application/pgp-keys",
      seen: "the first packet, of a \(tag == 5 ? "secret" : "public") OpenPGP key", at: 0,
      strength: .insideHint)
  }
}
