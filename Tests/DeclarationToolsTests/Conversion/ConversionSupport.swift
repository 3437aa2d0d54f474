import DeclarationTestSupport
import Foundation
import TestSupport
import UTIDeclarationTools
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// The declarations that come with the package.
enum RegistryFiles {
  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Registry")

  static func paths(_ folder: String, suffix: String) throws -> [String] {
    let folder = directory.appending(path: folder).path
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  static func read(_ path: String) throws -> DeclarationFile {
    try DeclarationReader().read(fileOfAnyFormat: path, layer: .base)
  }

  static func types() throws -> [DeclarationFile] {
    try paths("types", suffix: ".plist").map(read)
  }

  static func detection() throws -> [DeclarationFile] {
    try paths("detection", suffix: ".xml").map(read)
  }
}

func readPackage(bytes: [UInt8]) throws -> DeclarationFile {
  try DeclarationReader().read(bytes, from: source(.sharedMIMEInfo, path: "written.xml"))
}

func readPropertyList(bytes: [UInt8]) throws -> DeclarationFile {
  try DeclarationReader().read(bytes, from: source(.propertyList, path: "written.plist"))
}

/// Returns a type that is its own subtype; nil when there is none.
func typeInCircle(_ types: [MIMETypeDeclaration]) -> MIMEName? {
  var parents: [MIMEName: [MIMEName]] = [:]
  var names: [MIMEName: MIMEName] = [:]
  for type in types {
    for alias in type.aliases { names[alias.value] = type.name }
  }
  for type in types {
    parents[type.name, default: []] += type.superclasses.map { names[$0.value] ?? $0.value }
  }
  return types.map(\.name).first { start in
    var seen: Set<MIMEName> = []
    var pending = parents[start] ?? []
    while let name = pending.popLast() {
      if name == start { return true }
      if seen.insert(name).inserted { pending += parents[name] ?? [] }
    }
    return false
  }
}

private let nowhere = SourcePosition(line: 1, column: 1)

// What two files declare is compared without the places at which they declare it.

func unplaced(_ type: TypeDeclaration) -> TypeDeclaration {
  var type = type
  type.position = nowhere
  type.conformsTo = type.conformsTo.map { Located($0.value, at: nowhere) }
  // Classes of tags are the keys of a dictionary, which has no order.
  type.tags = TagGroup.groups(of: type.tags.map(\.value))
    .sorted { $0.tagClass.rawValue < $1.tagClass.rawValue }
    .flatMap { group in
      group.values.map { Located(Tag(tagClass: group.tagClass, value: $0), at: nowhere) }
    }
  return type
}

func unplaced(_ type: DocumentTypeDeclaration) -> DocumentTypeDeclaration {
  var type = type
  type.position = nowhere
  type.contentTypes = type.contentTypes.map { Located($0.value, at: nowhere) }
  type.exportableTypes = type.exportableTypes.map { Located($0.value, at: nowhere) }
  type.tags = type.tags.map { Located($0.value, at: nowhere) }
  return type
}

func unplaced(_ type: MIMETypeDeclaration) -> MIMETypeDeclaration {
  func text(_ text: LocalizedText) -> LocalizedText {
    LocalizedText(language: text.language, text: text.text, position: nowhere)
  }
  var type = type
  type.position = nowhere
  type.comments = type.comments.map(text)
  type.acronyms = type.acronyms.map(text)
  type.expandedAcronyms = type.expandedAcronyms.map(text)
  for index in type.globs.indices { type.globs[index].position = nowhere }
  type.magic = type.magic.map {
    MagicRule(priority: $0.priority, matches: $0.matches.map(unplaced), position: nowhere)
  }
  type.treeMagic = type.treeMagic.map {
    TreeMagicRule(priority: $0.priority, matches: $0.matches.map(unplaced), position: nowhere)
  }
  for index in type.rootElements.indices { type.rootElements[index].position = nowhere }
  type.aliases = type.aliases.map { Located($0.value, at: nowhere) }
  type.superclasses = type.superclasses.map { Located($0.value, at: nowhere) }
  type.foreignElements = type.foreignElements.map { Located($0.value, at: nowhere) }
  return type
}

func unplaced(_ match: MagicMatch) -> MagicMatch {
  var match = match
  match.position = nowhere
  match.children = match.children.map(unplaced)
  return match
}

private func unplaced(_ match: TreeMagicMatch) -> TreeMagicMatch {
  var match = match
  match.position = nowhere
  match.children = match.children.map(unplaced)
  return match
}
