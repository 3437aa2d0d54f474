import DeclarationTestSupport
import Testing
import UTIDeclarationTools
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

private let vocabulary: TypeVocabulary = {
  let base = try? readPropertyList(
    """
    <key>UTExportedTypeDeclarations</key><array>
    \(declared("public.data", tags: ["public.mime-type": ["application/octet-stream"]]))
    \(declared("public.image", "public.data")) \(declared("public.audio", "public.data"))
    \(declared("public.movie", "public.data")) \(declared("public.text", "public.data"))
    \(declared("public.plain-text", "public.text", tags: ["public.mime-type": ["text/plain"]]))
    \(declared("public.source-code", "public.plain-text"))
    \(declared("public.font", "public.data")) \(declared("public.3d-content", "public.data"))
    \(declared("public.xml", "public.text", tags: ["public.mime-type": ["application/xml"]]))
    \(declared("org.gnu.gnu-zip-archive", "public.data",
      tags: ["public.mime-type": ["application/x-gzip", "application/gzip"]]))
    </array>
    """)
  let packages = try? readPackage(
    "<mime-type type='application/gzip'><alias type='application/x-gzip'/></mime-type>")
  return TypeVocabulary([base, packages].compactMap { $0 })
}()

private func declared(
  _ identifier: String, _ parents: String..., tags: [String: [String]] = [:]
) -> String {
  func strings(_ values: [String]) -> String {
    "<array>" + values.map { "<string>\($0)</string>" }.joined() + "</array>"
  }
  let groups = tags.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key>\(strings($0.value))" }
  return "<dict><key>UTTypeIdentifier</key><string>\(identifier)</string>"
    + "<key>UTTypeConformsTo</key>\(strings(parents))"
    + "<key>UTTypeTagSpecification</key><dict>\(groups.joined())</dict></dict>"
}

private func packageOf(_ declarations: String...) throws -> [MIMETypeDeclaration] {
  let file = try readPropertyList(
    "<key>UTExportedTypeDeclarations</key><array>\(declarations.joined())</array>")
  let conversion = DeclarationConverter(vocabulary: vocabulary).sharedMIMEInfo(from: [file])
  #expect(conversion.losses == [])
  return conversion.file.mimeTypes
}

private func types(_ content: String) throws -> [TypeDeclaration] {
  DeclarationConverter(vocabulary: vocabulary)
    .propertyList(from: [try readPackage(content)]).file.types
}

@Suite("Names in a package")
struct PackageNameTests {
  @Test(
    "a type without a MIME tag is named by its identifier, under the media type of its kind",
    arguments: [
      ("com.example.note", "public.data", "application/x-com.example.note"),
      ("com.example.photo", "public.image", "image/x-com.example.photo"),
      ("com.example.song", "public.audio", "audio/x-com.example.song"),
      ("com.example.film", "public.movie", "video/x-com.example.film"),
      ("com.example.face", "public.font", "font/x-com.example.face"),
      ("com.example.body", "public.3d-content", "model/x-com.example.body"),
      // Two steps up.
      ("com.example.code", "public.source-code", "text/x-com.example.code"),
      // Every text/* is plain text, and this is none.
      ("com.example.rich", "public.text", "application/x-com.example.rich"),
      ("com.example.odd", "com.example.unknown", "application/x-com.example.odd"),
      // RFC 6838 has no characters above 127, and identifiers have no underscore.
      ("com.example.notiz-é", "public.data", "application/x-com.example.notiz-_c3_a9"),
      ("mime.application.x-c.plus.plus", "public.data", "application/x-c++"),
      ("mime.image.svg.plus.xml", "public.data", "image/svg+xml"),
    ])
  func invented(identifier: String, parent: String, name: String) throws {
    #expect(try packageOf(declared(identifier, parent)).map(\.name.spelling) == [name])
  }

  @Test("a name that is too long is shortened and ends with a hash")
  func long() throws {
    let first = "com." + String(repeating: "a", count: 200) + ".b"
    let second = "com." + String(repeating: "a", count: 200) + ".c"
    let names = try packageOf(declared(first), declared(second)).map(\.name.spelling)
    #expect(Set(names).count == 2)
    #expect(names.allSatisfy { $0.count <= "application/".count + 127 })
  }

  @Test("a name belongs to the type that lists it earlier, then to the type declared earlier")
  func contested() throws {
    let types = try packageOf(
      declared("a.first", tags: ["public.mime-type": ["x-a/one", "x-a/two"]]),
      declared("a.second", tags: ["public.mime-type": ["x-a/two", "x-a/three"]]),
      declared("a.third", tags: ["public.mime-type": ["X-A/One"]]),
      declared("a.fourth", tags: ["public.mime-type": ["image/*", "text/plain;charset=x"]]))
    #expect(
      types.map { [$0.name.spelling] + $0.aliases.map(\.value.spelling) } == [
        ["x-a/one"], ["x-a/two", "x-a/three"], ["application/x-a.third"],
        ["application/x-a.fourth"],
      ])
  }

  @Test("a generated name belongs to no other type")
  func collision() throws {
    let types = try packageOf(
      declared("a.b"), declared("a.c", tags: ["public.mime-type": ["application/x-a.b"]]),
      declared("a.d", tags: ["public.mime-type": ["x-a/d", "application/x-a.b.2"]]))
    #expect(types.map(\.name.spelling) == ["application/x-a.b.3", "application/x-a.b", "x-a/d"])
  }
}

@Suite("Equivalent statements in a package")
struct PackageContentTests {
  @Test(
    "the parents are the nearest supertypes with an explicit name",
    arguments: [
      ("public.data", []), ("public.image", []), ("public.source-code", ["text/plain"]),
      ("public.xml", ["application/xml"]), ("com.example.unknown", []),
      // What packages call the type of which the first tag is an alias.
      ("org.gnu.gnu-zip-archive", ["application/gzip"]), ("mime.x-a.b", ["x-a/b"]),
    ] as [(String, [String])])
  func parents(parent: String, names: [String]) throws {
    let type = declared("a.b", parent, tags: ["public.mime-type": ["application/x-ab"]])
    #expect(try packageOf(type).map { $0.superclasses.map(\.value.spelling) } == [names])
  }

  @Test("every text conforms to plain text already, and a parent in the same file has a name")
  func impliedAndOwn() throws {
    let types = try packageOf(
      declared("a.b", "public.plain-text", tags: ["public.mime-type": ["text/x-ab"]]),
      declared("a.c", "a.d", "public.xml"), declared("a.d", "public.data"))
    #expect(
      types.map { $0.superclasses.map(\.value.spelling) } == [
        [], ["application/x-a.d", "application/xml"], [],
      ])
  }

  @Test("no cycle is written, which GLib would follow until its stack overflows")
  func circles() throws {
    let types = try packageOf(
      declared("a.b", "a.b", "a.c"), declared("a.c", "a.d"), declared("a.d", "a.b", "public.xml"),
      declared("a.e", "a.f", tags: ["public.mime-type": ["x-a/e", "x-a/alias"]]),
      declared("a.f", "mime.x-a.alias", tags: ["public.mime-type": ["x-a/f"]]))
    #expect(
      types.map { $0.superclasses.map(\.value.spelling) } == [
        ["application/x-a.c"], ["application/x-a.d"], ["application/xml"], ["x-a/f"], [],
      ])
    #expect(types.allSatisfy { $0.foreignElements.count == 1 })
  }

  @Test("a cycle of a package, a declaration and the registry is broken at its closing edge")
  func mixedCircles() throws {
    let known = try readPackage("<mime-type type='x-a/c'><sub-class-of type='x-a/b'/></mime-type>")
    let file = try readPackage(
      """
      <mime-type type='x-a/b'><sub-class-of type='x-a/a'/></mime-type>
      <mime-type type='x-a/a'>
        <sub-class-of type='x-a/c'/>
        <sub-class-of type='x-a/d'/>
      </mime-type>
      """)
    let conversion = DeclarationConverter(installedPackages: [known]).sharedMIMEInfo(from: [file])
    #expect(
      conversion.losses.map { "\($0.statement.rawValue) \($0.position.line)" } == [
        "sub-class-of 4"
      ])
    #expect(
      conversion.file.mimeTypes.map { $0.superclasses.map(\.value.spelling) } == [
        ["x-a/a"], ["x-a/d"],
      ])
  }

  @Test("extensions become patterns with the same meaning")
  func globs() throws {
    let types = try packageOf(
      declared(
        "a.b",
        tags: [
          "public.filename-extension": ["Note", "note", "c++", "a[b]", "*", "é", "x?y", "a\\b"]
        ]))
    #expect(types.map { $0.globs.map(\.pattern) } == [["*.Note", "*.c++", "*.é"]])
  }
}

@Suite("Equivalent statements in a property list")
struct PropertyListContentTests {
  @Test(
    "a type is the declared type with its name, or the derived one",
    arguments: [
      ("application/xml", "public.xml"), ("application/gzip", "org.gnu.gnu-zip-archive"),
      ("application/x-gzip", "org.gnu.gnu-zip-archive"), ("x-a/b+c", "mime.x-a.b.plus.c"),
    ])
  func identifiers(name: String, identifier: String) throws {
    #expect(try types("<mime-type type='\(name)'/>").map(\.identifier.rawValue) == [identifier])
  }

  @Test(
    "a type without parents conforms to the supertype of its media type",
    arguments: [
      ("image/x-a", "public.image"), ("audio/x-a", "public.audio"), ("video/x-a", "public.movie"),
      ("text/x-a", "public.text"), ("font/x-a", "public.font"),
      ("application/x-a", "public.data"), ("inode/x-a", "public.item"),
    ])
  func assumed(name: String, parent: String) throws {
    let parents = try types("<mime-type type='\(name)'/>").map {
      $0.conformsTo.map(\.value.rawValue)
    }
    #expect(parents == [[parent]])
  }

  @Test("a declared type keeps its supertypes, and its container is reported as lost")
  func container() throws {
    let file = try readPackage(
      """
      <mime-type type='application/xml'>
      <sub-class-of type='text/plain'/>
      <sub-class-of type='application/gzip'/>
      </mime-type>
      """)
    let conversion = DeclarationConverter(vocabulary: vocabulary).propertyList(from: [file])
    #expect(conversion.file.types.map { $0.conformsTo.map(\.value.rawValue) } == [["public.text"]])
    #expect(
      conversion.losses.map { "\($0.statement.rawValue) \($0.position.line)" } == [
        "sub-class-of 3", "sub-class-of 4",
      ])
  }

  @Test("two names of one declared type do not become two declarations")
  func oneIdentifier() throws {
    let types = try types(
      "<mime-type type='application/gzip'/><mime-type type='application/x-gzip'/>")
    #expect(
      types.map(\.identifier.rawValue) == ["mime.application.gzip", "org.gnu.gnu-zip-archive"])
  }

  @Test(
    "statements of several files about a type become one declaration, with differing bundles named")
  func merging() throws {
    let first = try readPackage(
      "<mime-type type='x-a/b'><comment>One</comment><glob pattern='*.a'/></mime-type>")
    let second = try readPackage(
      "<mime-type type='x-a/b'><comment>Two</comment><glob pattern='*.b'/>"
        + "<sub-class-of type='x-a/c'/></mime-type>")
    var third = try readPropertyList("<key>CFBundleIdentifier</key><string>b.one</string>")
    let fourth = try readPropertyList("<key>CFBundleIdentifier</key><string>b.two</string>")
    third.documentTypes = [DocumentTypeDeclaration(position: SourcePosition(line: 1, column: 1))]
    let conversion = DeclarationConverter().propertyList(from: [first, second, third, fourth])
    let type = try #require(conversion.file.types.first)
    #expect(conversion.file.types.count == 1)
    #expect(conversion.file.documentTypes.count == 1)
    #expect(type.tags.map(\.value.value) == ["a", "x-a/b", "b"])
    #expect(type.conformsTo.map(\.value.rawValue) == ["mime.x-a.c"])
    #expect(conversion.file.source.bundleIdentifier == "b.one")
    #expect(conversion.losses.map(\.statement) == [.comment, .bundleIdentifier])
  }

  @Test("a later edit of a package counts, if it adds to the element of the type")
  func edited() throws {
    let types = try types(
      """
      <mime-type type='x-a/b'><comment>Edited</comment><glob pattern='*.new'/>
      <alias type='x-a/c'/><sub-class-of type='application/xml'/>
      <u:type xmlns:u='urn:swift-uniform-types:declarations' identifier='a.b' declared='exported'>
        <u:later/><u:tag class='com.apple.ostype' value='ABCD'/></u:type></mime-type>
      """)
    let type = try #require(types.first)
    #expect(type.identifier.rawValue == "a.b")
    #expect(type.isExported)
    #expect(type.description == "Edited")
    #expect(type.tags.map(\.value.value) == ["new", "x-a/b", "x-a/c", "ABCD"])
    #expect(type.conformsTo.map(\.value.rawValue) == ["public.xml"])
  }

  @Test("text that XML cannot contain is dropped and reported, in both directions")
  func unwritable() throws {
    let place = SourcePosition(line: 7, column: 2)
    var type = TypeDeclaration(
      identifier: try #require(TypeIdentifier("a.b")), position: place, isExported: true,
      description: "a\u{1}b", version: "\u{FFFE}", iconFiles: ["x\u{0}"])
    type.tags = [Located(Tag(tagClass: .osType, value: "A\u{2}"), at: place)]
    let file = DeclarationFile(source: source(.propertyList, path: "binary.plist"), types: [type])
    for conversion in [
      DeclarationConverter().sharedMIMEInfo(from: [file]),
      DeclarationConverter().propertyList(from: [file]),
    ] {
      #expect(conversion.losses.map(\.statement) == Array(repeating: .unwritableText, count: 4))
      #expect(
        conversion.losses.first?.description
          == "binary.plist:7:2: loss: the tag “A\\u{02}” is lost: it holds a character that XML "
          + "cannot hold [unwritable-text]")
      let bytes =
        conversion.file.mimeTypes.isEmpty
        ? PropertyListWriter.bytes(of: conversion.file)
        : SharedMIMEInfoWriter.bytes(of: conversion.file)
      let format: DeclarationSource.Format =
        conversion.file.mimeTypes.isEmpty ? .propertyList : .sharedMIMEInfo
      #expect(throws: Never.self) { try DeclarationReader().read(bytes, from: source(format)) }
    }
  }
}
