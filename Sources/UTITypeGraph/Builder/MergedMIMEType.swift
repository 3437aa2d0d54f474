internal import UTIPortable

/// The description of one MIME type, merged from all shared-mime-info packages.
///
/// It is a class because each step of building visits all of them, and copies would cost counting.
final class MergedMIMEType {
  /// A statement with its file.
  struct Entry<Value> {
    var value: Value
    var file: Int
  }

  var name: MIMEName
  var file: Int
  var position: SourcePosition
  /// The descriptions of each file; the last in a language is used.
  private(set) var comments: [Entry<LocalizedTexts>] = []
  var acronyms: [Entry<LocalizedText>] = []
  var expandedAcronyms: [Entry<LocalizedText>] = []
  var icon: Entry<String>?
  var genericIcon: Entry<String>?
  /// The base's generic icon if another source has one too; only the kind is inferred from it.
  private(set) var yieldingGenericIcon: Entry<String>?
  /// The name in the base, which other sources do not replace.
  private(set) var baseName: MIMEName?
  /// The base's additional names for a type that other sources describe.
  var yieldingNames: [Entry<Located<MIMEName>>] = []
  private(set) var globs: [Entry<GlobDeclaration>] = []
  private var globPlaces: [GlobKey: Int] = [:]
  var magic: [Entry<MagicRule>] = []
  var treeMagic: [Entry<TreeMagicRule>] = []
  var rootElements: [Entry<RootElement>] = []
  var aliases: [Entry<Located<MIMEName>>] = []
  private(set) var superclasses: [Entry<Located<MIMEName>>] = []
  /// The base's parents for a type that other sources describe.
  private(set) var yieldingSuperclasses: [Entry<Located<MIMEName>>] = []
  private var parentNames = NameSet()
  var foreignElements: [Entry<Located<String>>] = []
  private var deletesGlobs = false
  private var deletesMagic = false

  /// The name of the type in all views but the one of shared-mime-info.
  var preferredName: MIMEName { baseName ?? name }

  init(name: MIMEName, file: Int, position: SourcePosition) {
    self.name = name
    self.file = file
    self.position = position
  }

  /// Adds a declaration of higher precedence (section 3).
  ///
  /// The deletions apply to files of other directories only (rules 3.1 to 3.4).
  func add(
    _ declaration: MIMETypeDeclaration, file: Int, isBase: Bool, isInDirectory: (Int) -> Bool
  ) {
    name = declaration.name
    if isBase { baseName = name }
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

  private func add(_ parents: [Located<MIMEName>], file: Int) {
    guard !parents.isEmpty else { return }
    for parent in parents where parentNames.insert(parent.value) {
      superclasses.append(Entry(value: parent, file: file))
    }
  }

  /// Adds the base's patterns and signatures for a type that other sources describe.
  ///
  /// Patterns yield; signatures and root elements follow equal ones. All else is ignored, except
  /// names, the generic icon, from which a kind follows, and parents.
  func addYielding(_ declaration: MIMETypeDeclaration, file: Int) {
    // Of several types of the base that another source describes as one, the one it names is meant.
    if baseName == nil || declaration.name == name { baseName = declaration.name }
    if let icon = declaration.genericIcon, yieldingGenericIcon == nil {
      yieldingGenericIcon = Entry(value: icon, file: file)
    }
    if !deletesGlobs {
      globs += declaration.globs.map { Entry(value: $0, file: file) }
    }
    if !deletesMagic { magic += declaration.magic.map { Entry(value: $0, file: file) } }
    rootElements += declaration.rootElements.map { Entry(value: $0, file: file) }
    yieldingSuperclasses += declaration.superclasses.map { Entry(value: $0, file: file) }
  }

  /// The patterns get a separate table.
  func takeGlobs() -> [Entry<GlobDeclaration>] {
    defer { globs = [] }
    return globs
  }

  /// Releases descriptions, and the superclasses, which the graph has as edges.
  func dropDescriptions() {
    comments = []
    acronyms = []
    expandedAcronyms = []
    foreignElements = []
    superclasses = []
    parentNames = NameSet()
  }

  /// A scan of a few patterns, as most types have, is faster than a table.
  private func place(of glob: GlobDeclaration) -> Int? {
    let key = GlobKey(glob)
    guard globs.count > 8 else { return globs.firstIndex { GlobKey($0.value) == key } }
    if globPlaces.isEmpty {
      globPlaces = Dictionary(
        uniqueKeysWithValues: globs.enumerated().map { (GlobKey($1.value), $0) })
    }
    return globPlaces[key]
  }

  /// The higher directory's pattern counts, or in one directory the one of greatest weight.
  private func add(_ glob: GlobDeclaration, file: Int, isInDirectory: (Int) -> Bool) {
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

/// The identity of a glob.
private struct GlobKey: Hashable {
  let pattern: ByteText
  let isCaseSensitive: Bool

  init(_ glob: GlobDeclaration) {
    pattern = ByteText(glob.pattern)
    isCaseSensitive = glob.isCaseSensitive
  }
}

/// A set of so few names that comparing them is nearly always faster than making a table.
struct NameSet {
  private var few: [MIMEName]
  private var many: Set<MIMEName> = []

  private static let longestScan = 8

  init(_ names: [MIMEName] = []) {
    few = names.count > Self.longestScan ? [] : names
    if few.isEmpty { many = Set(names) }
  }

  /// Returns whether the name is new.
  mutating func insert(_ name: MIMEName) -> Bool {
    guard many.isEmpty else { return many.insert(name).inserted }
    guard !few.contains(name) else { return false }
    few.append(name)
    if few.count > Self.longestScan {
      many = Set(few)
      few = []
    }
    return true
  }
}
