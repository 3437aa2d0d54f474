/// One `mime-type` element of a shared-mime-info package.
package struct MIMETypeDeclaration: Hashable, Sendable {
  /// The name declared.
  package var name: MIMEName
  /// The place of the element.
  package var position: SourcePosition
  /// Descriptions by language; the empty language is the one without `xml:lang`.
  ///
  /// - Complexity: O(*n*) in the number of descriptions, for reading and for writing.
  package var comments: [LocalizedText] {
    get { commentTexts.texts }
    set { commentTexts = LocalizedTexts(newValue) }
  }
  /// The descriptions as bytes.
  package var commentTexts = LocalizedTexts()
  /// Acronyms, in order.
  package var acronyms: [LocalizedText] = []
  /// The expansions of the acronyms, in order.
  package var expandedAcronyms: [LocalizedText] = []
  /// The name of the icon.
  package var icon: String?
  /// The name of the generic icon.
  package var genericIcon: String?
  /// Patterns of file names, in order.
  package var globs: [GlobDeclaration] = []
  /// True if patterns of directories of lower precedence are
  /// discarded.
  package var deletesGlobs = false
  /// Rules about the bytes of a file, in order.
  package var magic: [MagicRule] = []
  /// True if rules of directories of lower precedence are discarded.
  package var deletesMagic = false
  /// Rules about the files in a volume, in order.
  package var treeMagic: [TreeMagicRule] = []
  /// Root elements of XML documents, in order.
  package var rootElements: [RootElement] = []
  /// Other names of the type, in order.
  package var aliases: [Located<MIMEName>] = []
  /// The types this one is a subclass of, in order.
  package var superclasses: [Located<MIMEName>] = []
  /// Elements of other namespaces, verbatim, in order.
  package var foreignElements: [Located<String>] = []

  package init(name: MIMEName, position: SourcePosition) {
    self.name = name
    self.position = position
  }
}

/// A text in a language.
package struct LocalizedText: Hashable, Sendable {
  /// The language as written in `xml:lang`; empty when there is none.
  package var language: String
  package var text: String
  /// The position of the statement.
  package var position: SourcePosition

  package init(language: String, text: String, position: SourcePosition) {
    self.language = language
    self.text = text
    self.position = position
  }
}

/// The root element by which an XML document is recognised.
package struct RootElement: Hashable, Sendable {
  /// The namespace; empty for any namespace.
  package var namespace: String
  /// The local name; empty for any name.
  package var localName: String
  /// The position of the statement.
  package var position: SourcePosition

  package init(namespace: String, localName: String, position: SourcePosition) {
    self.namespace = namespace
    self.localName = localName
    self.position = position
  }
}
