/// The supertypes of undeclared MIME types that follow from media type and ``KindDeclaration``.
///
/// Rules that disagree with declared types are absent: no `content` for applications in general.
struct InferredSupertypes {
  /// A supertype with the file of the kind that states it; no file for a media type.
  struct Supertype {
    let identifier: TypeIdentifier
    var file: Int?
    var position = SourcePosition.none
  }

  private struct Icon {
    let supertype: Supertype
    let exceptions: Set<Int>
  }

  private let catalog: MIMECatalog
  private var members: [Int: [Supertype]] = [:]
  private var icons: [String: [Icon]] = [:]
  private let textOrMarkup: Set<Int>

  init(catalog: MIMECatalog, files: [DeclarationFile]) {
    self.catalog = catalog
    textOrMarkup = Set(
      ["text/plain", "application/xml"].compactMap { MIMEName($0).flatMap(catalog.index) })
    for (file, content) in files.enumerated() {
      for kind in content.kinds { add(kind, file: file) }
    }
  }

  private mutating func add(_ kind: KindDeclaration, file: Int) {
    func supertype(_ position: SourcePosition) -> Supertype {
      Supertype(identifier: kind.identifier, file: file, position: position)
    }
    for member in kind.mimeTypes {
      guard let type = catalog.index(of: member.value) else { continue }
      members[type, default: []].append(supertype(member.position))
    }
    let exceptions = Set(kind.exceptions.compactMap { catalog.index(of: $0.value) })
    for icon in kind.genericIcons {
      icons[icon.value, default: []].append(
        Icon(supertype: supertype(icon.position), exceptions: exceptions))
    }
  }

  func supertypes(ofMIMEType index: Int) -> [Supertype] {
    byMedia(index).map { Supertype(identifier: $0) } + (members[index] ?? byIcon(index))
  }

  private func byMedia(_ index: Int) -> [TypeIdentifier] {
    let name = catalog.types[index].name
    // Playlists are the types of audio and video that are text.
    if name.hasMedia("audio") || name.hasMedia("video"), isBelow(index, textOrMarkup) {
      return [.playlist]
    }
    return name.mediaSupertypes
  }

  /// The base's icon applies with another source's, because the base omits many icons.
  private func byIcon(_ index: Int) -> [Supertype] {
    let type = catalog.types[index]
    var names = [type.genericIcon, type.yieldingGenericIcon].compactMap { $0?.value }
    if names.count == 2, names[0] == names[1] { names.removeLast() }
    return names.flatMap { icons[$0] ?? [] }
      .filter { icon in
        icon.exceptions.isEmpty
          || !icon.exceptions.contains(index) && !isBelow(index, icon.exceptions)
      }
      .map { $0.supertype }
  }

  private func isBelow(_ index: Int, _ goals: Set<Int>) -> Bool {
    var seen: Set<Int> = []
    var pending = [index]
    while let next = pending.popLast() {
      for parent in catalog.types[next].superclasses {
        guard let parent = catalog.index(of: parent.value.value) else { continue }
        if goals.contains(parent) { return true }
        if seen.insert(parent).inserted { pending.append(parent) }
      }
    }
    return false
  }
}

/// The MIME types that are text in the sense of shared-mime-info, computed once.
struct TextualTypes {
  private var isTextual: [Bool]

  init(catalog: MIMECatalog) {
    isTextual = catalog.types.map { $0.name.hasMedia("text") }
    var children: [Int: [Int]] = [:]
    for (index, type) in catalog.types.enumerated() {
      for parent in type.superclasses {
        guard let parent = catalog.index(of: parent.value.value) else { continue }
        children[parent, default: []].append(index)
      }
    }
    var pending = isTextual.indices.filter { isTextual[$0] }
    while let type = pending.popLast() {
      for child in children[type] ?? [] where !isTextual[child] {
        isTextual[child] = true
        pending.append(child)
      }
    }
  }

  func contains(_ mimeType: Int) -> Bool { isTextual[mimeType] }
}
