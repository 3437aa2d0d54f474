import TestSupport
import UTITypeGraph

/// Some MIME types of a database with all that decides what conforms to what among them.
///
/// A registry of a whole machine takes a while to build; many small ones together hold every type
/// of the database, and each can be built in many orders.
struct SmallUniverse {
  /// The property lists, with the declarations that matter.
  let propertyLists: [DeclarationFile]
  /// The MIME types, each once.
  let mimeTypes: [MIMETypeDeclaration]
  private let source: DeclarationSource

  /// Universes that together hold every MIME type of a database.
  ///
  /// - Parameters:
  ///   - files: the declaration files of a machine.
  ///   - count: how many MIME types each is made for; those above them come along.
  static func covering(_ files: [DeclarationFile], typesEach count: Int) -> [SmallUniverse] {
    let system = files.filter { $0.source.layer == .system && $0.source.format == .sharedMIMEInfo }
    let packages = system.isEmpty ? files.filter { $0.source.format == .sharedMIMEInfo } : system
    guard let source = packages.first?.source else { return [] }
    let lists = files.filter { $0.source.format == .propertyList }
    let all = packages.flatMap(\.mimeTypes)
    var byName: [MIMEName: Int] = [:]
    for (index, type) in all.enumerated() {
      for name in [type.name] + type.aliases.map(\.value) { byName[name] = index }
    }
    return stride(from: 0, to: all.count, by: count).map { start in
      var chosen = Set(start..<min(start + count, all.count))
      var pending = chosen.sorted()
      while let index = pending.popLast() {
        for parent in all[index].superclasses {
          guard let above = byName[parent.value], chosen.insert(above).inserted else { continue }
          pending.append(above)
        }
      }
      return SmallUniverse(chosen.sorted().map { all[$0] }, lists, source)
    }
  }

  private init(
    _ types: [MIMETypeDeclaration], _ lists: [DeclarationFile], _ source: DeclarationSource
  ) {
    let names = Set(types.flatMap { [$0.name] + $0.aliases.map(\.value) })
    let declared = lists.flatMap(\.types)
    let byIdentifier = Dictionary(grouping: declared, by: \.identifier)
    let carriers = declared.filter { type in
      type.tags.contains { MIMEName($0.value.value).map(names.contains) ?? false }
    }
    // The supertypes by inference are added to the supertypes that the types themselves lead to.
    var pending = carriers.map(\.identifier) + TypeIdentifier.inferred
    var needed = Set(pending)
    while let next = pending.popLast() {
      for parent in byIdentifier[next, default: []].flatMap(\.conformsTo)
      where needed.insert(parent.value).inserted {
        pending.append(parent.value)
      }
    }
    propertyLists = lists.compactMap { file in
      var file = file
      file.types.removeAll { !needed.contains($0.identifier) }
      file.documentTypes = []
      return file.types.isEmpty ? nil : file
    }
    mimeTypes = types
    self.source = source
  }

  /// The universe with all MIME types in one package.
  var whole: [DeclarationFile] {
    propertyLists + [DeclarationFile(source: source, mimeTypes: mimeTypes)]
  }

  /// The universe with its MIME types dealt out to packages of several directories, under names
  /// that say nothing, in any order.
  func dealt(using generator: inout SeededGenerator) -> [DeclarationFile] {
    var packages = (0..<Int.random(in: 2...6, using: &generator)).map { index in
      DeclarationFile(
        source: DeclarationSource(
          path: "\(UInt32.random(in: 0 ... .max, using: &generator))-\(index).xml",
          format: .sharedMIMEInfo, layer: Bool.random(using: &generator) ? .system : .user,
          directoryPrecedence: Int.random(in: 0...2, using: &generator)))
    }
    for type in mimeTypes {
      packages[Int.random(in: packages.indices, using: &generator)].mimeTypes.append(type)
    }
    return (propertyLists + packages).shuffled(using: &generator)
  }
}

extension TypeIdentifier {
  /// The conformance inferred from media types and generic icons.
  fileprivate static let inferred: [TypeIdentifier] = [
    .item, .data, .content, .text, .image, .movie, .audio, .font, .archive, .script,
    .presentation, .diskImage, .playlist, .message, .threeDContent, .directory,
  ]
}
