/// One `mime-type` element of a shared-mime-info package.
public struct MIMETypeDeclaration: Hashable, Sendable {
  /// The name declared.
  public var name: MIMEName
  /// The place of the element.
  public var position: SourcePosition
  /// Descriptions by language; the empty language is the one without `xml:lang`.
  ///
  /// - Complexity: O(*n*) in the number of descriptions, for reading and for writing.
  public var comments: [LocalizedText] {
    get { commentTexts.texts }
    set { commentTexts = LocalizedTexts(newValue) }
  }
  /// The descriptions as bytes.
  package var commentTexts = LocalizedTexts()
  /// Acronyms, in order.
  public var acronyms: [LocalizedText] = []
  /// The expansions of the acronyms, in order.
  public var expandedAcronyms: [LocalizedText] = []
  /// The name of the icon.
  public var icon: String?
  /// The name of the generic icon.
  public var genericIcon: String?
  /// Patterns of file names, in order.
  public var globs: [GlobDeclaration] = []
  /// A Boolean value that indicates whether patterns of directories of lower precedence are
  /// discarded.
  public var deletesGlobs = false
  /// Rules about the bytes of a file, in order.
  public var magic: [MagicRule] = []
  /// A Boolean value that indicates whether rules of directories of lower precedence are discarded.
  public var deletesMagic = false
  /// Rules about the files in a volume, in order.
  public var treeMagic: [TreeMagicRule] = []
  /// Root elements of XML documents, in order.
  public var rootElements: [RootElement] = []
  /// Other names of the type, in order.
  public var aliases: [Located<MIMEName>] = []
  /// The types this one is a subclass of, in order.
  public var superclasses: [Located<MIMEName>] = []
  /// Elements of other namespaces, verbatim, in order.
  public var foreignElements: [Located<String>] = []

  /// Makes a description without statements.
  ///
  /// - Parameters:
  ///   - name: the name declared.
  ///   - position: the place of the element.
  public init(name: MIMEName, position: SourcePosition) {
    self.name = name
    self.position = position
  }
}

/// A text in a language.
public struct LocalizedText: Hashable, Sendable {
  /// The language as written in `xml:lang`; empty when there is none.
  public var language: String
  /// The text.
  public var text: String
  /// The position of the statement.
  public var position: SourcePosition

  /// Makes a text in a language.
  ///
  /// - Parameters:
  ///   - language: the language; empty when the file names none.
  ///   - text: the text.
  ///   - position: the position of the statement.
  public init(language: String, text: String, position: SourcePosition) {
    self.language = language
    self.text = text
    self.position = position
  }
}

/// The root element by which an XML document is recognised.
public struct RootElement: Hashable, Sendable {
  /// The namespace; empty for any namespace.
  public var namespace: String
  /// The local name; empty for any name.
  public var localName: String
  /// The position of the statement.
  public var position: SourcePosition

  /// Makes a root element.
  ///
  /// - Parameters:
  ///   - namespace: the namespace; empty for any namespace.
  ///   - localName: the local name; empty for any name.
  ///   - position: the position of the statement.
  public init(namespace: String, localName: String, position: SourcePosition) {
    self.namespace = namespace
    self.localName = localName
    self.position = position
  }
}
