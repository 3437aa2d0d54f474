/// What media type and generic icon tell of a MIME type that no declaration describes.
///
/// Only rules that agree with the declared types wherever both speak are used; so no content for
/// applications in general, no spreadsheet for spreadsheet icons, no image for image icons.
struct InferredSupertypes {
  let catalog: MIMECatalog

  func supertypes(of type: MergedMIMEType) -> [TypeIdentifier] {
    byMedia(type) + byGenericIcon(type)
  }

  private func byMedia(_ type: MergedMIMEType) -> [TypeIdentifier] {
    // Playlists are the audio types that are texts.
    if type.name.hasMedia("audio"), isBelow(type, Self.textOrMarkup) {
      return [.playlist]
    }
    return type.name.mediaSupertypes
  }

  private func byGenericIcon(_ type: MergedMIMEType) -> [TypeIdentifier] {
    switch type.genericIcon?.value {
    case "package-x-generic": [.archive]
    case "x-office-document": [.content]
    case "x-office-presentation": [.presentation]
    case "font-x-generic": [.font]
    case "media-optical": [.diskImage]
    case "text-x-script" where !isBelow(type, Self.jsonOrMarkup): [.script]
    default: []
    }
  }

  private static let textOrMarkup = ["text/plain", "application/xml"].compactMap(MIMEName.init)
  private static let jsonOrMarkup = ["application/json", "application/xml"]
    .compactMap(MIMEName.init)

  private func isBelow(_ type: MergedMIMEType, _ goals: [MIMEName]) -> Bool {
    guard !type.superclasses.isEmpty else { return false }
    var seen: Set<MIMEName> = []
    var pending = [type]
    while let next = pending.popLast() {
      for parent in next.superclasses {
        let name = catalog.resolved(parent.value.value)
        if goals.contains(name) { return true }
        guard seen.insert(name).inserted, let index = catalog.index(of: name) else { continue }
        pending.append(catalog.types[index])
      }
    }
    return false
  }
}

/// The MIME types that are text in the sense of shared-mime-info, found once for all.
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
