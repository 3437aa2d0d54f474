internal import TypeGraph

extension Linter {
  /// The findings of reading a file.
  static let readingRules: [LintRuleDescription] =
    documentRules + valueRules + declarationRules + sharedMIMEInfoRules

  /// The reasons why a file cannot be read at all.
  private static let documentRules = [
    error("unreadable", "The operating system refuses to open or read the file."),
    error("not-regular-file", "The path names a directory, a pipe or a device."),
    error("too-large", "The file is larger than the limit."),
    error("not-well-formed", "The document is not well-formed, or a binary one is damaged."),
    error("entity-declaration", "The document declares an entity."),
    error("limit-exceeded", "The document is nested too deeply or asks for too much."),
    error("not-property-list", "The file is no property list, or one without a dictionary."),
    error("not-shared-mime-info", "The root element is not that of a shared-mime-info package."),
    error("too-many-findings", "There are more findings than are listed."),
    warning("xml-namespace", "A namespace is used or declared wrongly."),
  ]

  /// The errors in the values of a property list.
  private static let valueRules = [
    error("duplicate-key", "A dictionary states a key twice; the last value counts."),
    error("extra-value", "A property list has more than one value."),
    error("invalid-value", "A number, a date or data is not written as one."),
    error("missing-key", "A value in a dictionary has no key."),
    error("missing-value", "A key has no value."),
    warning("stray-text", "There is text between elements, which is ignored."),
    error("unexpected-element", "An element stands where it has no place."),
    error("unexpected-key", "A key stands outside of a dictionary."),
    error("unknown-element", "There is no element of this name."),
    error("wrong-value-type", "A value is of another kind than its key asks for."),
  ]

  /// The errors in the declarations of a property list.
  private static let declarationRules = [
    warning("compound-extension", "An extension holds a dot, and no name has such an extension."),
    error("dynamic-identifier", "A dynamic type stands where only a declared one may."),
    error("empty-declaration", "A declaration is an empty dictionary."),
    error("empty-identifier", "An identifier is empty."),
    warning("empty-tag", "A tag is empty."),
    error("empty-tag-class", "A tag class is empty."),
    warning("extension-with-dot", "An extension begins with a dot, so that no name has it."),
    note("ignored-tags", "Extensions or other tags stand beside content types."),
    warning("invalid-extension", "An extension holds a blank, a slash or NUL."),
    error("invalid-identifier", "An identifier holds a character that none may."),
    warning("invalid-mime-tag", "A MIME tag is no MIME type."),
    error("missing-identifier", "A type declaration has no identifier."),
    warning("surrounding-blanks", "There are blanks around an identifier, a tag or a word."),
    warning("unknown-key", "A key means nothing and resembles one that does."),
    warning("unknown-tag-class", "A tag class resembles a known one and is none."),
    warning("unknown-word", "A role or a rank is none that exists."),
    error("unresolved-variable", "A build variable without a value is left in a text."),
  ]

  /// The errors in the elements of a shared-mime-info package.
  private static let sharedMIMEInfoRules = [
    warning("case-variant", "A type is described in two spellings that differ in case."),
    error("empty-icon", "The name of an icon is empty."),
    error("empty-path", "The path of a treematch is empty."),
    error("empty-pattern", "The pattern of a glob is empty."),
    error("empty-rule", "A magic or treemagic element has no match that can be used."),
    error("empty-text", "A comment or an acronym is empty."),
    error("empty-value", "The value of a match is empty."),
    note("foreign-element", "An element of another vocabulary stands outside of a type."),
    warning("incomplete-escape", "A value holds \\x without digits, or ends in a backslash."),
    warning("invalid-icon", "The name of an icon holds a blank or a slash."),
    error("invalid-mask", "A mask is not hexadecimal."),
    error(
      "invalid-mime-name",
      "The name of a type, an alias, a superclass or a member of a kind is no MIME type."),
    error("invalid-number", "A weight, a priority or a number is out of range or none."),
    error("invalid-offset", "An offset is neither a number nor a range."),
    error("invalid-root-element", "A root-XML holds blanks or names nothing."),
    error("long-mask", "A mask is longer than its value."),
    error("missing-attribute", "An element lacks an attribute that it must have."),
    warning("short-mask", "A mask has fewer digits than its value has."),
    error("unknown-item-kind", "A treematch is of no known kind."),
    error("unknown-match-type", "A match is of no known type."),
    warning("unknown-media-type", "The first half of a MIME type is not a known one."),
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
