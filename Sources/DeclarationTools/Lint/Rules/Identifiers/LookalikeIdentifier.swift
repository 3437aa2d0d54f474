internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Identifiers that differ from their appearance.
///
/// All characters above U+007F are allowed, and Launch Services databases contain identifiers with
/// zero-width spaces, pasted from web pages. Such an identifier differs from what it appears to be;
/// comparison does not normalise, since the system distinguishes them.
struct LookalikeIdentifier: LintRule {
  let description = LintRuleDescription(
    "lookalike-identifier", .warning,
    "An identifier holds invisible characters, or letters that look like ASCII ones.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let declared = file.types.flatMap { type in
      [
        Located(
          type.identifier, at: context.place(of: TypeKey.identifier, in: type.position))
      ] + type.conformsTo
    }
    let handled = file.documentTypes.flatMap { $0.contentTypes + $0.exportableTypes }
    return (declared + handled).compactMap { stated in
      guard let scalar = Self.misleadingCharacter(in: stated.value.rawValue) else { return nil }
      return LintFinding(
        at: stated.position,
        "the identifier “\(stated.value.rawValue.prefix(200))” holds \(scalar.escaped(asASCII: true)),"
          + " which is invisible or looks like another character",
        remedy: "type the identifier again in plain letters")
    }
  }

  static func misleadingCharacter(in text: String) -> Unicode.Scalar? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    for label in text.split(separator: ".") {
      let isPartlyASCII = label.unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }
      for scalar in label.unicodeScalars where !scalar.isASCII {
        if scalar.isHidden || lookalikes.contains(where: { $0.contains(scalar.value) }) {
          return scalar
        }
        if isPartlyASCII, lookalikeScripts.contains(where: { $0.contains(scalar.value) }) {
          return scalar
        }
      }
    }
    return nil
  }

  /// Dashes, dots and letters whose only use is to resemble ASCII (Unicode, chapters 6 and 22).
  private static let lookalikes: [ClosedRange<UInt32>] = [
    0x2010...0x2015, 0x2212...0x2212, 0x00B7...0x00B7, 0x2024...0x2024, 0x3002...0x3002,
    0xFF01...0xFF5E, 0x1D400...0x1D7FF,
  ]

  /// Greek, Cyrillic, Armenian and Cherokee, which are suspect only among ASCII letters.
  private static let lookalikeScripts: [ClosedRange<UInt32>] = [
    0x0370...0x03FF, 0x0400...0x052F, 0x0530...0x058F, 0x13A0...0x13FF,
  ]
}

extension Unicode.Scalar {
  /// True if the character is invisible or only space.
  var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .unassigned:
      true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}
