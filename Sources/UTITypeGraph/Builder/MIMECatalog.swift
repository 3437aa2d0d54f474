/// All MIME types that shared-mime-info packages describe, merged in the order of precedence.
struct MIMECatalog {
  /// Sorted by name.
  private(set) var types: [MergedMIMEType] = []
  private(set) var diagnostics: [DeclarationDiagnostic] = []
  /// The names of all types, followed by their aliases; each has the index of its type.
  private(set) var names = StringInterner()
  private(set) var indices: [Int] = []
  /// The base's names of types that another source gives to another type as aliases.
  private var separate: Set<MIMEName> = []

  /// The files are sorted, lowest precedence first, and lose their descriptions one by one.
  init(taking files: inout [DeclarationFile]) {
    var merged: [MergedMIMEType] = []
    let described = Self.namesOutsideBase(files)
    let owners = described.isEmpty ? [:] : Self.owners(in: files)
    var yielding: [(declaration: MIMETypeDeclaration, meaning: MIMEName, file: Int)] = []
    let directories = files.map { Directory($0.source) }
    for index in files.indices where files[index].source.format == .sharedMIMEInfo {
      var rest = files[index].mimeTypes
      files[index].mimeTypes = []
      for next in rest.indices {
        let declaration = rest[next].take()
        // If another source describes the type, the base adds patterns, signatures and parents. A
        // type of which the name is an alias there stays a type.
        if files[index].source.layer == .base,
          let known = declaration.names.first(where: { described[$0] != nil })
        {
          let joined = described[known].flatMap { owners[$0] }
          guard let own = owners[declaration.name], let joined,
            own.identifier != joined.identifier
          else {
            yielding.append((declaration, known, index))
            continue
          }
          separate.insert(declaration.name)
        }
        let place = names.number(of: declaration.name)
        if place == merged.count {
          merged.append(MergedMIMEType(name: declaration.name, file: index, position: .none))
        }
        merged[place].add(
          declaration, file: index, isBase: files[index].source.layer == .base
        ) { directories[$0] == directories[index] }
      }
    }
    let order = names.sortedNumbers
    types = order.map { merged[Int($0)] }
    indices = Array(repeating: 0, count: types.count)
    for (index, number) in order.enumerated() { indices[Int(number)] = index }
    collectAliases(files)
    for (declaration, meaning, file) in yielding {
      addNames(of: declaration, for: meaning, file: file)
      guard let index = index(of: meaning) else { continue }
      types[index].addYielding(declaration, file: file)
    }
    keepLastRootElements()
  }

  func index(of name: MIMEName) -> Int? {
    names.knownNumber(of: name).map { indices[$0] }
  }

  /// The name is the base's name of a type, and another source's alias of another type.
  func isSeparate(_ name: MIMEName) -> Bool { separate.contains(name) }

  /// The name of the type with an alias, or the name itself.
  func resolved(_ name: MIMEName) -> MIMEName {
    index(of: name).map { types[$0].name } ?? name
  }

  private struct Directory: Equatable {
    let layer: DeclarationSource.Layer
    let precedence: Int

    init(_ source: DeclarationSource) {
      layer = source.layer
      precedence = source.directoryPrecedence
    }
  }

  /// The first type to which property lists of the base give each MIME name.
  private static func owners(in files: [DeclarationFile]) -> [MIMEName: TypeDeclaration] {
    var owners: [MIMEName: TypeDeclaration] = [:]
    for file in files where file.source.layer == .base {
      for type in file.types {
        for tag in type.tags where tag.value.tagClass == .mimeType {
          if let name = MIMEName(tag.value.value), owners[name] == nil { owners[name] = type }
        }
      }
    }
    return owners
  }

  /// The names and aliases that other sources than the base describe, with the names of their types.
  private static func namesOutsideBase(_ files: [DeclarationFile]) -> [MIMEName: MIMEName] {
    var names: [MIMEName: MIMEName] = [:]
    guard files.contains(where: { $0.source.layer == .base && !$0.mimeTypes.isEmpty }) else {
      return names
    }
    for file in files where file.source.layer != .base {
      for index in file.mimeTypes.indices {
        let name = file.mimeTypes[index].name
        for alias in file.mimeTypes[index].aliases where names[alias.value] != alias.value {
          names[alias.value] = name
        }
        names[name] = name
      }
    }
    return names
  }

  /// The last claim wins; the name of a described type is not an alias (rule 8.2).
  private mutating func collectAliases(_ files: [DeclarationFile]) {
    let typeCount = types.count
    // The claims by the number of the alias, less the first alias's number.
    var claims: [(type: Int, file: Int, position: SourcePosition)] = []
    // The numbers of the aliases of all types, in the order of the types.
    var numbers: [Int] = []
    for (index, type) in types.enumerated() {
      for alias in type.aliases {
        let number = names.number(of: alias.value.value)
        numbers.append(number)
        let claim = (type: index, file: alias.file, position: alias.value.position)
        let place = number - typeCount
        if place == claims.count {
          claims.append(claim)
        } else if place >= 0 {
          let earlier = claims[place]
          if (earlier.file, earlier.position) <= (claim.file, claim.position) {
            claims[place] = claim
          }
        } else if indices[number] != index, !separate.contains(alias.value.value) {
          diagnostics.append(
            DeclarationDiagnostic(
              .warning, rule: "alias-is-a-type", file: files[alias.file].source.path,
              position: alias.value.position,
              message: "\(alias.value.value) is an alias of \(type.name) and a type of its own",
              remedy: "remove the alias or the type"))
        }
      }
    }
    indices += claims.map { $0.type }
    dropLostAliases(numbers, typeCount: typeCount)
  }

  /// The other source describes the type under an older or newer name.
  private mutating func addNames(
    of declaration: MIMETypeDeclaration, for meaning: MIMEName, file: Int
  ) {
    guard let type = index(of: meaning) else { return }
    let names = [Located(declaration.name, at: declaration.position)] + declaration.aliases
    for name in names where self.names.number(of: name.value) == indices.count {
      indices.append(type)
      types[type].yieldingNames.append(MergedMIMEType.Entry(value: name, file: file))
    }
  }

  /// Removes repeated aliases and the aliases of other types; the numbers are in type order.
  private mutating func dropLostAliases(_ numbers: [Int], typeCount: Int) {
    var rest = numbers[...]
    var isSeen = [Bool](repeating: false, count: names.count)
    for index in types.indices where !types[index].aliases.isEmpty {
      types[index].aliases.removeAll { [separate] alias in
        let number = rest.removeFirst()
        let isOwn =
          number >= typeCount ? indices[number] == index : separate.contains(alias.value.value)
        guard isOwn, !isSeen[number] else { return true }
        isSeen[number] = true
        return false
      }
    }
  }

  /// The last claim wins (section 3).
  private mutating func keepLastRootElements() {
    struct Key: Hashable { let namespace, localName: String }
    var owners: [Key: (type: Int, file: Int, position: SourcePosition)] = [:]
    for (index, type) in types.enumerated() {
      for entry in type.rootElements {
        let key = Key(namespace: entry.value.namespace, localName: entry.value.localName)
        let claim = (index, entry.file, entry.value.position)
        if let earlier = owners[key], (earlier.file, earlier.position) > (claim.1, claim.2) {
          continue
        }
        owners[key] = claim
      }
    }
    for index in types.indices {
      types[index].rootElements.removeAll { entry in
        let owner = owners[Key(namespace: entry.value.namespace, localName: entry.value.localName)]
        return owner?.type != index || owner?.file != entry.file
          || owner?.position != entry.value.position
      }
    }
  }
}

extension MIMETypeDeclaration {
  fileprivate var names: [MIMEName] { [name] + aliases.map { $0.value } }

  /// The name remains.
  fileprivate mutating func take() -> MIMETypeDeclaration {
    var taken = MIMETypeDeclaration(name: name, position: position)
    swap(&self, &taken)
    return taken
  }
}

extension StringInterner {
  /// Adds the case-folded name if necessary.
  fileprivate mutating func number(of name: MIMEName) -> Int { number(of: name.canonical) }

  fileprivate func knownNumber(of name: MIMEName) -> Int? { knownNumber(of: name.canonical) }
}
