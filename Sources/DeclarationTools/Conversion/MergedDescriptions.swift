internal import TypeDeclarations
internal import TypeGraph

/// The MIME types of several files, each once, with the file of each statement.
///
/// Several descriptions of one type in one file are merged too, as readers of packages do (section
/// 3 of the rules).
struct MergedDescriptions {
  private(set) var types: [MIMETypeDeclaration] = []
  private(set) var indices: [MIMEName: Int] = [:]

  init(_ files: [DeclarationFile]) {
    for type in files.lazy.flatMap(\.mimeTypes) { add(type) }
  }

  /// Every name and alias in use, with its canonical name.
  var names: [MIMEName: MIMEName] {
    var result: [MIMEName: MIMEName] = [:]
    for type in types {
      for alias in type.aliases where result[alias.value] == nil { result[alias.value] = type.name }
    }
    for type in types { result[type.name] = type.name }
    return result
  }

  subscript(name: MIMEName) -> MIMETypeDeclaration? {
    get { indices[name].map { types[$0] } }
    set {
      guard let newValue else { return }
      if let index = indices[name] {
        types[index] = newValue
      } else {
        indices[name] = types.count
        types.append(newValue)
      }
    }
  }

  private mutating func add(_ type: MIMETypeDeclaration) {
    guard var merged = self[type.name] else {
      self[type.name] = type
      return
    }
    merged.merge(type)
    self[type.name] = merged
  }
}

extension MIMETypeDeclaration {
  /// Adds a later description of the same type.
  mutating func merge(_ later: MIMETypeDeclaration) {
    for comment in later.comments {
      comments.removeAll { $0.language == comment.language }
      comments.append(comment)
    }
    acronyms += later.acronyms
    expandedAcronyms += later.expandedAcronyms
    icon = later.icon ?? icon
    genericIcon = later.genericIcon ?? genericIcon
    globs += later.globs
    deletesGlobs = deletesGlobs || later.deletesGlobs
    magic += later.magic
    deletesMagic = deletesMagic || later.deletesMagic
    treeMagic += later.treeMagic
    rootElements += later.rootElements
    aliases += later.aliases.filter { alias in !aliases.contains { $0.value == alias.value } }
    superclasses += later.superclasses.filter { parent in
      !superclasses.contains { $0.value == parent.value }
    }
    foreignElements += later.foreignElements
  }
}
