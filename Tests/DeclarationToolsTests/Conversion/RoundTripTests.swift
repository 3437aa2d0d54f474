import DeclarationTestSupport
import Foundation
import TestSupport
import Testing
import UTIDeclarationTools
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// Property list to package, through bytes, and back.
private func roundTrip(
  _ files: [DeclarationFile], _ vocabulary: TypeVocabulary = TypeVocabulary()
) throws -> (package: Conversion, back: Conversion, written: DeclarationFile) {
  let package = DeclarationConverter(vocabulary: vocabulary).sharedMIMEInfo(from: files)
  let written = try readPackage(bytes: SharedMIMEInfoWriter.bytes(of: package.file))
  // The way back must not need to know what the way there knew.
  let back = DeclarationConverter().propertyList(from: [written])
  let read = try readPropertyList(bytes: PropertyListWriter.bytes(of: back.file))
  return (package, back, read)
}

/// Exported types precede imported ones in a property list.
private func ordered(_ types: [TypeDeclaration]) -> [TypeDeclaration] {
  (types.filter(\.isExported) + types.filter { !$0.isExported }).map(unplaced)
}

@Suite("Round trips of property lists")
struct PropertyListRoundTripTests {
  @Test("each shipped property list is restored whole")
  func registry() throws {
    let vocabulary = TypeVocabulary(try RegistryFiles.types())
    var count = 0
    // The table of kinds has no types, and shared-mime-info no kinds.
    for file in try RegistryFiles.types() where !file.types.isEmpty {
      let (package, back, written) = try roundTrip([file], vocabulary)
      #expect(package.losses == [])
      #expect(back.losses == [])
      #expect(written.types.map(unplaced) == ordered(file.types), "\(file.source.path)")
      #expect(written.source.bundleIdentifier == file.source.bundleIdentifier)
      count += file.types.count
    }
    #expect(count > 1000)
  }

  @Test("all shipped property lists together are restored whole, each type with its own name")
  func wholeRegistry() throws {
    let files = try RegistryFiles.types().filter { !$0.types.isEmpty }
    let (package, _, written) = try roundTrip(files)
    #expect(package.losses == [])
    #expect(written.types.map(unplaced) == ordered(files.flatMap(\.types)))
    let names = package.file.mimeTypes.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.spelling.count <= 127 })
    #expect(typeInCircle(package.file.mimeTypes) == nil)
    let aliases = package.file.mimeTypes.flatMap(\.aliases).map(\.value)
    #expect(Set(aliases + names).count == aliases.count + names.count)
  }

  @Test("the result lacks document types only, and each is reported with its line")
  func documentTypes() throws {
    let file = try DeclarationReader().read(
      try fixture("editor.plist"), from: source(.propertyList, path: "editor.plist"))
    let (package, back, written) = try roundTrip([file])
    #expect(
      package.losses.map(\.description) == [
        "editor.plist:52:5: loss: the document type “Note” is lost: shared-mime-info describes types, not what programs do [document-type]",
        "editor.plist:74:5: loss: the document type “Album” is lost: shared-mime-info describes types, not what programs do [document-type]",
      ])
    #expect(back.losses == [])
    #expect(written.types.map(unplaced) == ordered(file.types))
  }

  @Test("property lists of public applications lose document types only", .requires(.corpora))
  func applications() throws {
    let directory = try #require(Corpora.directory) + "/plists"
    let vocabulary = TypeVocabulary(try RegistryFiles.types())
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() {
      guard let file = try? RegistryFiles.read("\(directory)/\(name)") else { continue }
      let (package, back, written) = try roundTrip([file], vocabulary)
      #expect(package.losses.count == file.documentTypes.count, "\(name)")
      #expect(package.losses.allSatisfy { $0.statement == .documentType && $0.position.line > 1 })
      #expect(back.losses == [], "\(name)")
      #expect(written.types.map(unplaced) == ordered(file.types), "\(name)")
      count += file.types.count
    }
    #expect(count > 500)
  }

  @Test("generated declarations are restored whole except text that XML cannot contain")
  func generated() throws {
    for seed in 0..<400 {
      var generator = DeclarationGenerator(seed: UInt64(seed))
      let file = generator.file()
      let (package, back, written) = try roundTrip([file])
      #expect(package.losses == [], "seed \(seed)")
      #expect(typeInCircle(package.file.mimeTypes) == nil, "seed \(seed)")
      #expect(back.losses == [], "seed \(seed)")
      #expect(written.types.map(unplaced) == ordered(file.types), "seed \(seed)")
    }
  }

  @Test("the same files give the same bytes each time")
  func deterministic() throws {
    let files = try RegistryFiles.types()
    let bytes = { SharedMIMEInfoWriter.bytes(of: $0) }
    let first = DeclarationConverter().sharedMIMEInfo(from: files)
    let second = DeclarationConverter().sharedMIMEInfo(from: try RegistryFiles.types())
    #expect(bytes(first.file) == bytes(second.file))
  }
}

@Suite("Round trips of packages")
struct PackageRoundTripTests {
  @Test("the shipped packages lose the listed statements only")
  func detection() throws {
    let base = try RegistryFiles.types() + RegistryFiles.detection()
    for file in try RegistryFiles.detection() { try check(file, base) }
  }

  @Test("the upstream database loses the listed statements only", .requires(.corpora))
  func upstream() throws {
    let path = try #require(Corpora.directory) + "/xdg/mime/packages/freedesktop.org.xml"
    try check(try RegistryFiles.read(path), RegistryFiles.types() + RegistryFiles.detection())
    try check(try RegistryFiles.read(path), [])
  }

  @Test("every kind of lost statement is reported with its line")
  func fixturePackage() throws {
    let file = try DeclarationReader().read(
      try fixture("package.xml"), from: source(.sharedMIMEInfo, path: "package.xml"))
    try check(file, [])
    let losses = DeclarationConverter().propertyList(from: [file]).losses
    #expect(
      losses.map { "\($0.statement.rawValue) \($0.position.line)" } == [
        "glob-deleteall 9", "magic-deleteall 9", "icon 9", "icon 9", "comment 11", "acronym 13",
        "acronym 14", "glob 18", "glob 19", "magic 20", "magic 27", "treemagic 28",
        "root-xml 33", "foreign-element 38",
      ])
  }

  /// Every statement comes back or is a loss, and no loss comes back.
  private func check(_ file: DeclarationFile, _ base: [DeclarationFile]) throws {
    let converter = DeclarationConverter(vocabulary: TypeVocabulary(base))
    let plist = converter.propertyList(from: [file])
    let written = try readPropertyList(bytes: PropertyListWriter.bytes(of: plist.file))
    let package = converter.sharedMIMEInfo(from: [written])
    let back = try readPackage(bytes: SharedMIMEInfoWriter.bytes(of: package.file))
    #expect(package.losses == [])
    #expect(typeInCircle(back.mimeTypes) == nil)
    #expect(back.diagnostics.map(\.description) == [])
    var types: [MIMEName: MIMETypeDeclaration] = [:]
    for type in back.mimeTypes {
      for alias in type.aliases { types[alias.value] = type }
    }
    for type in back.mimeTypes { types[type.name] = type }
    var parents = converter.sharedMIMEInfo(from: base).file.mimeTypes
      .reduce(into: [:]) { $0[$1.name] = $1.superclasses.map(\.value) }
    for type in back.mimeTypes { parents[type.name] = type.superclasses.map(\.value) }

    let lost = Set(plist.losses.map { Lost(statement: $0.statement, position: $0.position) })
    func isLost(_ statement: ConversionLoss.Statement, _ position: SourcePosition) -> Bool {
      lost.contains(Lost(statement: statement, position: position))
    }
    var found: Set<Lost> = []
    /// A statement must be there exactly when the list does not name it.
    func expect(
      _ isThere: Bool, _ statement: ConversionLoss.Statement, _ position: SourcePosition,
      _ name: MIMEName
    ) {
      if !isThere { found.insert(Lost(statement: statement, position: position)) }
      #expect(
        isThere != isLost(statement, position), "\(name) \(statement.rawValue) \(position.line)")
    }
    for type in file.mimeTypes {
      let after = try #require(types[type.name], "\(type.name)")
      let place = type.position
      for glob in type.globs {
        let same = after.globs.first { $0.pattern == glob.pattern }
        expect(same != nil, .glob, glob.position, type.name)
        guard let same else { continue }
        expect(same.weight == glob.weight, .globWeight, glob.position, type.name)
        expect(same.isCaseSensitive == glob.isCaseSensitive, .globCase, glob.position, type.name)
      }
      for rule in type.magic { expect(false, .magic, rule.position, type.name) }
      for rule in type.treeMagic { expect(false, .treeMagic, rule.position, type.name) }
      for root in type.rootElements { expect(false, .rootElement, root.position, type.name) }
      for text in type.acronyms + type.expandedAcronyms {
        expect(false, .acronym, text.position, type.name)
      }
      for element in type.foreignElements {
        expect(false, .foreignElement, element.position, type.name)
      }
      if let translated = type.comments.first(where: { !$0.language.isEmpty }) {
        expect(false, .comment, translated.position, type.name)
      }
      if type.icon != nil || type.genericIcon != nil { expect(false, .icon, place, type.name) }
      if type.deletesGlobs { expect(false, .globDeletion, place, type.name) }
      if type.deletesMagic { expect(false, .magicDeletion, place, type.name) }
      let comment = type.comments.last { $0.language.isEmpty }
      #expect(after.comments.map(\.text) == (comment.map { [$0.text] } ?? []))
      for alias in type.aliases {
        let isName = types[alias.value] != nil
        #expect(isName || after.aliases.contains { $0.value == alias.value }, "\(type.name)")
      }
      for parent in type.superclasses {
        let isReached = reaches(after.name, parent.value, parents)
        #expect(
          isReached || isLost(.superclass, parent.position), "\(type.name) below \(parent.value)")
        if !isReached { found.insert(Lost(statement: .superclass, position: parent.position)) }
      }
    }
    #expect(lost.subtracting(found).filter { $0.statement != .superclass } == [])
  }

  private struct Lost: Hashable {
    let statement: ConversionLoss.Statement
    let position: SourcePosition
  }

  /// A supertype can be reached through another one, and every text is plain text.
  private func reaches(
    _ name: MIMEName, _ goal: MIMEName, _ parents: [MIMEName: [MIMEName]]
  ) -> Bool {
    var seen: Set<MIMEName> = []
    var pending = [name]
    while let next = pending.popLast() {
      if next == goal || next.media == "text" && goal.canonical == "text/plain" { return true }
      if seen.insert(next).inserted { pending += parents[next] ?? [] }
    }
    return false
  }
}
