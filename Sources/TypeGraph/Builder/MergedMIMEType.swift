internal import UTIPlatform

/// What all shared-mime-info packages together say of one MIME type.
///
/// It is a class because each step of building goes through all of them: copies of a value with so
/// many lists would count references for most of the time. Building has them to itself.
final class MergedMIMEType {
  /// A statement with the file that makes it.
  struct Entry<Value> {
    var value: Value
    var file: Int
  }

  var name: MIMEName
  var file: Int
  var position: SourcePosition
  /// The descriptions of each file; the last in a language counts.
  private(set) var comments: [Entry<LocalizedTexts>] = []
  var acronyms: [Entry<LocalizedText>] = []
  var expandedAcronyms: [Entry<LocalizedText>] = []
  var icon: Entry<String>?
  var genericIcon: Entry<String>?
  /// What the base states beside other sources, which then only tells the kind.
  private(set) var yieldingGenericIcon: Entry<String>?
  /// Names that only the base has for a type which other sources describe.
  var yieldingNames: [Entry<Stated<MIMEName>>] = []
  private(set) var globs: [Entry<GlobDeclaration>] = []
  private var globPlaces: [GlobKey: Int] = [:]
  var magic: [Entry<MagicRule>] = []
  var treeMagic: [Entry<TreeMagicRule>] = []
  var rootElements: [Entry<RootElement>] = []
  var aliases: [Entry<Stated<MIMEName>>] = []
  private(set) var superclasses: [Entry<Stated<MIMEName>>] = []
  private var parentNames = NameSet()
  var foreignElements: [Entry<Stated<String>>] = []
  private var deletesGlobs = false
  private var deletesMagic = false

  init(name: MIMEName, file: Int, position: SourcePosition) {
    self.name = name
    self.file = file
    self.position = position
  }

  /// Adds a declaration of higher precedence than all before it (shared-mime-info section 3).
  ///
  /// - Parameter isInDirectory: whether a file lies in the directory of the one that declares now;
  ///   the two deletions act on other directories only (rules 3.1 to 3.4).
  func add(
    _ declaration: MIMETypeDeclaration, file: Int, isInDirectory: (Int) -> Bool
  ) {
    name = declaration.name
    self.file = file
    position = declaration.position
    if declaration.deletesGlobs {
      deletesGlobs = true
      globs.removeAll { !isInDirectory($0.file) }
      globPlaces = [:]
    }
    if declaration.deletesMagic {
      deletesMagic = true
      magic.removeAll { !isInDirectory($0.file) }
    }
    if !declaration.commentTexts.isEmpty {
      comments.append(Entry(value: declaration.commentTexts, file: file))
    }
    acronyms += declaration.acronyms.map { Entry(value: $0, file: file) }
    expandedAcronyms += declaration.expandedAcronyms.map { Entry(value: $0, file: file) }
    if let icon = declaration.icon { self.icon = Entry(value: icon, file: file) }
    if let icon = declaration.genericIcon { genericIcon = Entry(value: icon, file: file) }
    for glob in declaration.globs { add(glob, file: file, isInDirectory: isInDirectory) }
    magic += declaration.magic.map { Entry(value: $0, file: file) }
    treeMagic += declaration.treeMagic.map { Entry(value: $0, file: file) }
    rootElements += declaration.rootElements.map { Entry(value: $0, file: file) }
    aliases += declaration.aliases.map { Entry(value: $0, file: file) }
    add(declaration.superclasses, file: file)
    foreignElements += declaration.foreignElements.map { Entry(value: $0, file: file) }
  }

  private func add(_ parents: [Stated<MIMEName>], file: Int) {
    guard !parents.isEmpty else { return }
    for parent in parents where parentNames.insert(parent.value) {
      superclasses.append(Entry(value: parent, file: file))
    }
  }

  /// Adds the patterns and signatures that the base has for a type which other sources describe.
  ///
  /// Its patterns stand behind those of these sources, and its signatures and root elements behind
  /// equal ones. Of all else that the base says of the type only its names count, and the generic icon,
  /// from which a kind follows.
  func addYielding(_ declaration: MIMETypeDeclaration, file: Int) {
    if let icon = declaration.genericIcon, yieldingGenericIcon == nil {
      yieldingGenericIcon = Entry(value: icon, file: file)
    }
    if !deletesGlobs {
      for glob in declaration.globs where place(of: glob) == nil {
        add(glob, file: file) { _ in true }
      }
    }
    if !deletesMagic { magic += declaration.magic.map { Entry(value: $0, file: file) } }
    rootElements += declaration.rootElements.map { Entry(value: $0, file: file) }
  }

  /// Gives up the patterns, which then have a table of their own.
  func takeGlobs() -> [Entry<GlobDeclaration>] {
    defer { globs = [] }
    return globs
  }

  /// Gives up what is only kept to be told, and has been written; the graph has the edges by then.
  func dropDescriptions() {
    comments = []
    acronyms = []
    expandedAcronyms = []
    foreignElements = []
    superclasses = []
    parentNames = NameSet()
  }

  /// Most types have a few patterns only, for which a table would take longer than it saves.
  private func place(of glob: GlobDeclaration) -> Int? {
    let key = GlobKey(glob)
    guard globs.count > 8 else { return globs.firstIndex { GlobKey($0.value) == key } }
    if globPlaces.isEmpty {
      globPlaces = Dictionary(
        uniqueKeysWithValues: globs.enumerated().map { (GlobKey($1.value), $0) })
    }
    return globPlaces[key]
  }

  /// One pattern counts once: the higher directory's, or in one directory the greatest weight.
  private func add(
    _ glob: GlobDeclaration, file: Int, isInDirectory: (Int) -> Bool
  ) {
    let entry = Entry(value: glob, file: file)
    guard let index = place(of: glob) else {
      if !globPlaces.isEmpty { globPlaces[GlobKey(glob)] = globs.count }
      globs.append(entry)
      return
    }
    if !isInDirectory(globs[index].file) || globs[index].value.weight < glob.weight {
      globs[index] = entry
    }
  }
}

/// What makes two globs one.
private struct GlobKey: Hashable {
  let pattern: ByteText
  let isCaseSensitive: Bool

  init(_ glob: GlobDeclaration) {
    pattern = ByteText(glob.pattern)
    isCaseSensitive = glob.isCaseSensitive
  }
}
