internal import UTIPlatform
internal import UTITypeDeclarations
internal import UTITypeGraph

/// A converter of uniform types to MIME types.
struct MIMETypeComposer {
  private var descriptions: MergedDescriptions
  private let declarations: [(type: TypeDeclaration, bundleIdentifier: String?)]
  private let vocabulary: TypeVocabulary
  private var names: [TypeIdentifier: MIMEName] = [:]

  private var graph: SuperclassGraph

  init(files: [DeclarationFile], converter: DeclarationConverter, losses: inout LossList) {
    var vocabulary = converter.vocabulary
    vocabulary.add(files)
    self.vocabulary = vocabulary
    graph = SuperclassGraph(
      converter.installedPackages.flatMap(\.mimeTypes), aliases: vocabulary.aliases)
    declarations = files.flatMap { file in
      file.types.map { ($0, file.source.bundleIdentifier) }
    }
    descriptions = MergedDescriptions([])
    descriptions = MergedDescriptions(breakingCircles(files, &losses))
  }

  private mutating func breakingCircles(
    _ files: [DeclarationFile], _ losses: inout LossList
  ) -> [DeclarationFile] {
    var files = files
    var firstPlace: Int?
    for type in files.lazy.flatMap(\.mimeTypes) {
      for parent in type.superclasses {
        let place = graph.add(parent.value, above: type.name)
        firstPlace = firstPlace ?? place
      }
    }
    guard var place = firstPlace else { return files }
    let isClosing = graph.removeClosing()
    for index in files.indices {
      losses.begin(files[index], index)
      for type in files[index].mimeTypes.indices {
        let name = files[index].mimeTypes[type].name
        files[index].mimeTypes[type].superclasses.removeAll { parent in
          defer { place += 1 }
          guard isClosing[place] else { return false }
          losses.report(
            .superclass, at: parent.position,
            "that \(name) is below \(parent.value) is lost: it closes a circle, in which GLib "
              + "never ends")
          return true
        }
      }
    }
    return files
  }

  var types: [MIMETypeDeclaration] { descriptions.types }

  mutating func compose() {
    let types = declarations.map(\.type)
    let assignment = MIMENameAssignment(
      types, described: descriptions.names, vocabulary: vocabulary)
    for (index, name) in assignment.names.enumerated() {
      graph.add(assignment.aliases[index], of: name)
      if names[types[index].identifier] == nil { names[types[index].identifier] = name }
    }
    var additions: [(name: MIMEName, places: [Int])] = []
    for (index, (declaration, bundle)) in declarations.enumerated() {
      let name = assignment.names[index]
      var type =
        descriptions[name] ?? MIMETypeDeclaration(name: name, position: declaration.position)
      type.add(declaration, aliases: assignment.aliases[index])
      if type.superclasses.isEmpty {
        type.superclasses = superclasses(of: declaration, name)
        additions.append((name, type.superclasses.map { graph.add($0.value, above: name) }))
      }
      type.add(UniformTypeElement(declaration, bundleIdentifier: bundle, beside: type))
      descriptions[name] = type
    }
    let isClosing = graph.removeClosing()
    for (name, places) in additions where places.contains(where: { isClosing[$0] }) {
      guard var type = descriptions[name] else { continue }
      type.superclasses = zip(type.superclasses, places).filter { !isClosing[$1] }.map(\.0)
      descriptions[name] = type
    }
  }

  /// The nearest ones with a MIME name, except implicit ones of the media type (rule 8.4).
  private func superclasses(
    of declaration: TypeDeclaration, _ name: MIMEName
  ) -> [Located<MIMEName>] {
    var result: [Located<MIMEName>] = []
    var found: Set<MIMEName> = []
    let limit = RegistryLimits().supertypeCount
    for parent in declaration.conformsTo {
      var seen: Set<TypeIdentifier> = [declaration.identifier]
      var pending = [parent.value]
      while let type = pending.popLast() {
        // A registry gives no type more supertypes.
        guard seen.count <= limit, seen.insert(type).inserted else { continue }
        guard let parentName = names[type] ?? vocabulary.canonicalName(of: type) else {
          pending += vocabulary.parents(of: type).reversed()
          continue
        }
        let isImplied =
          parentName.canonical == "application/octet-stream"
          || parentName.canonical == "text/plain" && name.media == "text"
        guard !isImplied, found.insert(parentName).inserted else { continue }
        result.append(Located(parentName, at: parent.position))
      }
    }
    return result
  }
}

extension MIMETypeDeclaration {
  fileprivate mutating func add(_ declaration: TypeDeclaration, aliases names: [MIMEName]) {
    let description = declaration.description.map { String($0.trimmingBlanks) } ?? ""
    if !description.isEmpty, !comments.contains(where: { $0.language.isEmpty }) {
      comments.append(
        LocalizedText(language: "", text: description, position: declaration.position))
    }
    var patterns = Set(globs.lazy.map { CaseFolding.ascii($0.pattern) })
    for tag in declaration.tags where tag.value.tagClass == .filenameExtension {
      guard let pattern = Self.pattern(ofExtension: tag.value.value),
        patterns.insert(CaseFolding.ascii(pattern)).inserted
      else { continue }
      globs.append(GlobDeclaration(pattern: pattern, position: tag.position))
    }
    guard !names.isEmpty else { return }
    let places = Dictionary(
      declaration.tags.map { ($0.value.value, $0.position) },
      uniquingKeysWith: { first, _ in first })
    for name in names {
      aliases.append(Located(name, at: places[name.spelling] ?? declaration.position))
    }
  }

  /// Replaces an earlier element of the same type.
  fileprivate mutating func add(_ element: UniformTypeElement) {
    foreignElements.removeAll {
      UniformTypeElement($0.value)?.identifier == element.identifier
    }
    foreignElements.append(Located(element.text, at: position))
  }

  /// nil for special characters of patterns, or a line break, which would damage lists.
  private static func pattern(ofExtension text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"*?[\\".utf8.contains($0) }
    return isPlain && !text.isEmpty ? "*.\(text)" : nil
  }
}

extension UniformTypeElement {
  /// The statements that the MIME type does not express.
  fileprivate init(
    _ declaration: TypeDeclaration, bundleIdentifier: String?, beside type: MIMETypeDeclaration
  ) {
    self.init(identifier: declaration.identifier)
    self.bundleIdentifier = bundleIdentifier
    isExported = declaration.isExported
    version = declaration.version
    referenceURL = declaration.referenceURL
    isWildcard = declaration.isWildcard
    iconFiles = declaration.iconFiles
    conformsTo = declaration.conformsTo.map(\.value)
    if declaration.description != type.developmentComment?.text {
      description = declaration.description
    }
    let groups = TagGroup.groups(of: declaration.tags.map(\.value))
    hasNoMIMETag = !groups.contains { $0.tagClass == .mimeType }
    for group in groups where group.values != type.tags(of: group.tagClass) {
      tags += group.values.map { Tag(tagClass: group.tagClass, value: $0) }
    }
  }
}

/// The parents of MIME types, without those that close a cycle.
///
/// A cycle of `sub-class-of` sends GLib 2.74, and every program that queries a type, into endless
/// recursion.
struct SuperclassGraph {
  private var statements: [(from: Int, to: Int)] = []
  private var numbers: [MIMEName: Int] = [:]
  private var aliases: [MIMEName: MIMEName]

  /// The aliases have their canonical names.
  init(_ types: [MIMETypeDeclaration], aliases: [MIMEName: MIMEName]) {
    self.aliases = aliases
    for type in types {
      for parent in type.superclasses { add(parent.value, above: type.name) }
    }
  }

  /// Later statements may use the aliases.
  mutating func add(_ names: [MIMEName], of type: MIMEName) {
    for name in names { aliases[name] = type }
  }

  /// Returns the place of the statement, which may close a cycle.
  @discardableResult
  mutating func add(_ parent: MIMEName, above name: MIMEName) -> Int {
    statements.append((number(of: name), number(of: parent)))
    return statements.count - 1
  }

  /// The statements that close a cycle with earlier ones; O(*n* log *n*) in the statements.
  mutating func removeClosing() -> [Bool] {
    var isClosing = statements.map { $0.from == $0.to }
    let others = statements.indices.filter { !isClosing[$0] }
    let closing = CycleClosingEdges(others.map { statements[$0] }, nodeCount: numbers.count)
    for place in closing.places { isClosing[others[place]] = true }
    statements = zip(statements, isClosing).filter { !$1 }.map(\.0)
    return isClosing
  }

  private mutating func number(of name: MIMEName) -> Int {
    let name = aliases[name] ?? name
    let number = numbers[name, default: numbers.count]
    numbers[name] = number
    return number
  }
}
