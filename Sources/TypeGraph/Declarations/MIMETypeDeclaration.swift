/// One `mime-type` element of a shared-mime-info package.
public struct MIMETypeDeclaration: Hashable, Sendable {
  /// The name declared.
  public var name: MIMEName
  /// The place of the element.
  public var position: SourcePosition
  /// Descriptions by language; the empty language is the one without `xml:lang`.
  ///
  /// - Complexity: O(*n*) in the number of descriptions, to read as to write.
  public var comments: [LocalizedText] {
    get { commentTexts.texts }
    set { commentTexts = LocalizedTexts(newValue) }
  }
  /// The descriptions as bytes.
  package var commentTexts = LocalizedTexts()
  /// Acronyms, in order.
  public var acronyms: [LocalizedText] = []
  /// What the acronyms stand for, in order.
  public var expandedAcronyms: [LocalizedText] = []
  /// The name of the icon.
  public var icon: String?
  /// The name of the icon of the wider kind.
  public var genericIcon: String?
  /// Patterns of file names, in order.
  public var globs: [GlobDeclaration] = []
  /// Whether patterns of directories of lower precedence are discarded.
  public var deletesGlobs = false
  /// Rules about the bytes of a file, in order.
  public var magic: [MagicRule] = []
  /// Whether rules of directories of lower precedence are discarded.
  public var deletesMagic = false
  /// Rules about the files in a volume, in order.
  public var treeMagic: [TreeMagicRule] = []
  /// Root elements of XML documents, in order.
  public var rootElements: [RootElement] = []
  /// Other names of the type, in order.
  public var aliases: [Stated<MIMEName>] = []
  /// The types this one is a subclass of, in order.
  public var superclasses: [Stated<MIMEName>] = []
  /// Elements of other namespaces, verbatim, in order.
  public var foreignElements: [Stated<String>] = []

  /// Makes a description that states nothing yet.
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
  /// Where it is stated.
  public var position: SourcePosition

  /// Makes a text in a language.
  ///
  /// - Parameters:
  ///   - language: the language; empty when the file names none.
  ///   - text: the text.
  ///   - position: where it is stated.
  public init(language: String, text: String, position: SourcePosition) {
    self.language = language
    self.text = text
    self.position = position
  }
}

/// The root element by which an XML document is recognised.
public struct RootElement: Hashable, Sendable {
  /// The namespace; empty when any is meant.
  public var namespace: String
  /// The local name; empty when any is meant.
  public var localName: String
  /// Where it is stated.
  public var position: SourcePosition

  /// Makes a root element.
  ///
  /// - Parameters:
  ///   - namespace: the namespace; empty when any is meant.
  ///   - localName: the local name; empty when any is meant.
  ///   - position: where it is stated.
  public init(namespace: String, localName: String, position: SourcePosition) {
    self.namespace = namespace
    self.localName = localName
    self.position = position
  }
}
