internal import UTIPlatform
internal import UTITypeGraph

/// Numbers in magic rules.
enum MagicNumber {
  /// Digits only; nil for other text or when it does not fit.
  static func decimal(_ text: some Collection<UInt8>) -> Int? {
    number(text, radix: 10).flatMap(Int.init(exactly:))
  }

  /// The prefix determines the base as in C (rule 5.7).
  static func value(_ text: some Collection<UInt8>) -> UInt64? {
    guard text.first == UInt8(ascii: "0"), text.count > 1 else { return number(text, radix: 10) }
    let rest = text.dropFirst()
    guard let mark = rest.first, mark | 0x20 == UInt8(ascii: "x") else {
      return number(rest, radix: 8)
    }
    return number(rest.dropFirst(), radix: 16)
  }

  /// `N` or `N:M` (rule 5.6).
  static func offsets(_ text: some Collection<UInt8>) -> ClosedRange<Int>? {
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    guard let first = decimal(text[..<colon]) else { return nil }
    let last = colon == text.endIndex ? first : decimal(text[colon...].dropFirst())
    guard let last, first <= last, last <= greatestOffset else { return nil }
    return first...last
  }

  /// A signed 32-bit number, so that the end of a value fits as well.
  static let greatestOffset = Int(Int32.max)

  private static func number(_ text: some Collection<UInt8>, radix: UInt64) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var result: UInt64 = 0
    for byte in text {
      guard let digit = Hexadecimal.value(of: byte), digit < radix else { return nil }
      let (product, overflows) = result.multipliedReportingOverflow(by: radix)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard !overflows, !carries else { return nil }
      result = sum
    }
    return result
  }
}
