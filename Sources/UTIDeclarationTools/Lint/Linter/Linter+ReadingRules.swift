internal import UTITypeGraph

extension Linter {
  static let readingRules: [LintRuleDescription] =
    documentRules + valueRules + declarationRules + sharedMIMEInfoRules + signatureRules

  /// The reasons why a file cannot be read at all.
  private static let documentRules = [
    error("unreadable", "The operating system refuses to open or read the file."),
    error("not-regular-file", "The path names a directory, a pipe or a device."),
    error("too-large", "The file is larger than the limit."),
    error("not-well-formed", "The document is not well-formed, or a binary one is damaged."),
    error("entity-declaration", "The document declares an entity."),
    error("unreadable-encoding", "The document is in an encoding that is not read."),
    error("limit-exceeded", "The document is nested too deeply or exceeds another limit."),
    error("not-property-list", "The file is not a property list, or has no dictionary."),
    error(
      "not-shared-mime-info", "The root element does not belong to a shared-mime-info package."),
    error("too-many-findings", "There are more findings than are listed."),
    warning("xml-namespace", "The use or the declaration of a namespace is wrong."),
  ]

  private static let valueRules = [
    error("duplicate-key", "A dictionary states a key twice; the last value counts."),
    error("extra-value", "A property list has more than one value."),
    error("invalid-value", "A number, a date or data is not valid."),
    error("missing-key", "A value in a dictionary has no key."),
    error("missing-value", "A key has no value."),
    warning("stray-text", "Text between elements is ignored."),
    error("unexpected-element", "An element is not allowed at its position."),
    error("unexpected-key", "A key is outside of a dictionary."),
    error("unknown-element", "The element is unknown."),
    error("wrong-value-type", "A value has another kind than its key requires."),
  ]

  private static let declarationRules = [
    warning("compound-extension", "An extension holds a dot, and no name has such an extension."),
    error("dynamic-identifier", "A dynamic type is used in place of a declared one."),
    error("empty-declaration", "A declaration is an empty dictionary."),
    error("empty-identifier", "An identifier is empty."),
    warning("empty-tag", "A tag is empty."),
    error("empty-tag-class", "A tag class is empty."),
    warning("extension-with-dot", "An extension begins with a dot, so that no name has it."),
    note("ignored-tags", "Extensions or other tags are ignored with content types."),
    warning("invalid-extension", "An extension holds a blank, a slash or NUL."),
    error("invalid-identifier", "An identifier contains an invalid character."),
    warning("invalid-mime-tag", "A MIME tag is not a MIME type."),
    error("missing-identifier", "A type declaration has no identifier."),
    warning("surrounding-blanks", "An identifier, a tag or a word has blanks around it."),
    warning("unknown-key", "A key is unknown and resembles a known one."),
    warning("unknown-tag-class", "A tag class is unknown and resembles a known one."),
    warning("unknown-word", "A role or a rank is unknown."),
    error("unresolved-variable", "A text has a build variable without a value."),
  ]

  private static let sharedMIMEInfoRules = [
    warning("case-variant", "A type is described in two spellings that differ in case."),
    error("empty-icon", "The name of an icon is empty."),
    error("empty-path", "The path of a treematch is empty."),
    error("empty-pattern", "The pattern of a glob is empty."),
    error("empty-rule", "A magic or treemagic element has no usable match."),
    error("empty-text", "A comment or an acronym is empty."),
    error("empty-value", "The value of a match is empty."),
    note("foreign-element", "An element of another vocabulary is outside of a type."),
    warning("incomplete-escape", "A value holds \\x without digits, or ends in a backslash."),
    warning("invalid-icon", "The name of an icon holds a blank or a slash."),
    error("invalid-mask", "A mask is not hexadecimal."),
    error(
      "invalid-mime-name",
      "The name of a type, an alias, a superclass or a member of a kind is not a MIME type."),
    error("invalid-number", "A weight, a priority or a number is invalid or out of range."),
    error("invalid-offset", "An offset is neither a number nor a range."),
    error("invalid-root-element", "A root-XML has blanks or no name."),
    error("long-mask", "A mask is longer than its value."),
    error("missing-attribute", "An element lacks an attribute that it must have."),
    warning("short-mask", "A mask has fewer digits than its value has."),
    error("unknown-item-kind", "The kind of a treematch is unknown."),
    error("unknown-match-type", "The type of a match is unknown."),
    warning("unknown-media-type", "The media type of a MIME type is unknown."),
  ]

  private static let signatureRules = [
    error("invalid-expression", "The expression of a signature is invalid."),
    error("invalid-puid", "The identifier of a format does not have the form of fmt/18."),
    error("invalid-reference", "The reference of a sequence has no meaning."),
    warning("inverted-offsets", "The greatest offset of a sequence is below the least."),
    error("missing-path", "The path of an entry of a container is empty."),
    error("missing-sequence", "A signature, or a part of one, has no bytes."),
    error("no-signatures", "A signature file has no format and no signature."),
    error("not-format-signatures", "The root element does not belong to a signature file."),
    warning("priority-cycle", "Formats have priority over each other."),
    warning("repeated-identifier", "Two formats or signatures have one identifier."),
    error("unknown-container", "The kind of a container is unknown."),
    warning("unknown-signature", "A format refers to a signature that is missing or invalid."),
    warning("unmapped-signature", "No format has a container signature."),
  ]

  private static func error(_ identifier: String, _ summary: String) -> LintRuleDescription {
    LintRuleDescription(identifier, .error, summary, stage: .reading)
  }

  private static func warning(_ identifier: String, _ summary: String) -> LintRuleDescription {
    LintRuleDescription(identifier, .warning, summary, stage: .reading)
  }

  private static func note(_ identifier: String, _ summary: String) -> LintRuleDescription {
    LintRuleDescription(identifier, .note, summary, stage: .reading)
  }
}
