internal import UTITypeGraph

/// The MIME types of several files, or of one file, each once, with the file of each statement.
struct MergedDescriptions {
  private(set) var types: [MIMETypeDeclaration] = []
  private(set) var indices: [MIMEName: Int] = [:]

  init(_ files: [DeclarationFile]) {
    var descriptions: [[MIMETypeDeclaration]] = []
    for type in files.lazy.flatMap(\.mimeTypes) {
      if let index = indices[type.name] {
        descriptions[index].append(type)
      } else {
        indices[type.name] = descriptions.count
        descriptions.append([type])
      }
    }
    types = descriptions.map { $0[0].merged(with: $0.dropFirst()) }
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
}

extension MIMETypeDeclaration {
  fileprivate func merged(with others: ArraySlice<MIMETypeDeclaration>) -> MIMETypeDeclaration {
    guard !others.isEmpty else { return self }
    var result = self
    var comments = MergedComments(comments)
    var aliases = Set(aliases.lazy.map(\.value))
    var parents = Set(superclasses.lazy.map(\.value))
    for later in others {
      for comment in later.comments { comments.replace(with: comment) }
      result.acronyms += later.acronyms
      result.expandedAcronyms += later.expandedAcronyms
      result.icon = later.icon ?? result.icon
      result.genericIcon = later.genericIcon ?? result.genericIcon
      result.globs += later.globs
      result.deletesGlobs = result.deletesGlobs || later.deletesGlobs
      result.magic += later.magic
      result.deletesMagic = result.deletesMagic || later.deletesMagic
      result.treeMagic += later.treeMagic
      result.rootElements += later.rootElements
      result.aliases += later.aliases.filter { !aliases.contains($0.value) }
      aliases.formUnion(later.aliases.lazy.map(\.value))
      result.superclasses += later.superclasses.filter { !parents.contains($0.value) }
      parents.formUnion(later.superclasses.lazy.map(\.value))
      result.foreignElements += later.foreignElements
    }
    result.comments = comments.texts
    return result
  }
}

/// A later comment replaces all others of its language.
private struct MergedComments {
  /// nil for a replaced comment.
  private var comments: [LocalizedText?]
  private var places: [String: [Int]]

  init(_ comments: [LocalizedText]) {
    self.comments = comments
    places = Dictionary(grouping: comments.indices) { comments[$0].language }
  }

  mutating func replace(with comment: LocalizedText) {
    for place in places[comment.language] ?? [] { comments[place] = nil }
    places[comment.language] = [comments.count]
    comments.append(comment)
  }

  var texts: [LocalizedText] { comments.compactMap { $0 } }
}
