import Testing
import UTITypeGraph
import UniformTypes

@testable import UTIRegistrySite

enum Base {
  static let registry = Result { try TypeRegistry(image: BaseRegistry.image()) }

  static func type(_ identifier: String) throws -> UTType {
    try #require(try registry.get().type(identifier))
  }
}

@Suite struct Pictures {
  private static func picture(
    _ roots: [String], _ directions: Set<GraphPicture.Direction>, limit: Int = 100
  ) throws -> GraphPicture {
    GraphPicture(
      roots: try roots.map(Base.type), directions: directions, limit: limit,
      in: try Base.registry.get())
  }

  @Test func `The supertypes of a type are in its picture, each once and after what leads to it`()
    throws
  {
    let png = try Base.type("public.png")
    let picture = try Self.picture(["public.png", "public.png"], [.up])
    #expect(picture.rootCount == 1 && picture.types.first == png && picture.omittedCount == 0)
    #expect(Set(picture.types).count == picture.types.count)
    #expect(png.supertypes.isSubset(of: Set(picture.types)))
    for edge in picture.edges {
      #expect(picture.types[edge.type].conforms(to: picture.types[edge.supertype]))
    }
    #expect(Set(picture.edges.map(\.type)).isSuperset(of: [0]))
  }

  @Test func `Subtypes are in the picture if requested`() throws {
    let image = try Base.type("public.image")
    let picture = try Self.picture(["public.image"], [.down], limit: 10_000)
    #expect(picture.types.contains(try Base.type("public.png")))
    #expect(picture.types.allSatisfy { $0.conforms(to: image) })
    #expect(picture.isBroad)
    #expect(try Self.picture(["public.image"], []).types == [image])
  }

  @Test(
    arguments: [(1, "more types are"), (0, "more types are"), (1_000, nil)] as [(Int, String?)])
  func `Types beyond the limit are counted in a note`(limit: Int, note: String?) throws {
    let picture = try Self.picture(["public.png"], [.up], limit: limit)
    let all = try Self.picture(["public.png"], [.up])
    #expect(picture.types.count == min(max(limit, 1), all.types.count))
    #expect(picture.types.count + picture.omittedCount == all.types.count)
    #expect(note.map { picture.note?.contains($0) == true } ?? (picture.note == nil))
    let almost = try Self.picture(["public.png"], [.up], limit: all.types.count - 1)
    #expect(almost.note == "1 more type is not shown (see --limit)")
  }

  @Test func `Both languages draw each type and each edge once, and mark what was requested`()
    throws
  {
    let picture = try Self.picture(["public.png"], [.up], limit: 3)
    let text = PictureText(languages: [])
    let source = GraphSource(picture: picture, text: text)
    let (mermaid, graphviz) = (source.mermaid, source.graphviz)
    for (index, type) in picture.types.enumerated() {
      #expect(mermaid.contains("  n\(index)[\"\(type.identifier)"))
      #expect(graphviz.contains("  n\(index) [label=\"\(type.identifier)"))
    }
    let arrows = mermaid.split(separator: "\n").count { $0.contains("->") || $0.contains("==>") }
    #expect(arrows == picture.edges.count && arrows > 0)
    #expect(graphviz.split(separator: "\n").count { $0.contains(" -> ") } == picture.edges.count)
    #expect(
      mermaid.contains("class n0 asked")
        && graphviz.contains("n0 [label=\"public.png\\nPNG image\", penwidth=2]"))
    #expect(mermaid.contains("note[/\"") && graphviz.contains("note [shape=note"))
    #expect(graphviz.hasPrefix("digraph types {\n  rankdir=BT;") && graphviz.hasSuffix("\n}\n"))
  }

  @Test func `A picture shows no control character of a description`() {
    #expect(PictureText.visible("a\nb\u{1B}\u{7F}\u{202E}") == "a b  \\u{202E}")
    let kinds: [EdgeKind] = [.declared, .explicit, .implicit, .inferred, .tag, .container]
    #expect(Set(kinds.map(PictureText.legend)).count == kinds.count)
  }
}

@Suite struct Layouts {
  @Test(arguments: [
    "public.png", "com.apple.rtfd", "public.data", "org.openxmlformats.wordprocessingml.document",
  ])
  func `A supertype is in a row above, and no two boxes of a row overlap`(identifier: String) throws
  {
    let type = try Base.type(identifier)
    let layout = ConformanceLayout(type) { 8 * Double($0.identifier.utf8.count) }
    #expect(layout.rows.first?.count == 1 && layout.rows.first?.first?.type == type)
    for line in layout.lines {
      for (lower, upper) in zip(line.slots, line.slots.dropFirst()) {
        #expect(upper.row == lower.row + 1)
      }
      // Between its ends a line has a place without a type in each row.
      for slot in line.slots.dropFirst().dropLast() {
        #expect(layout.rows[slot.row][slot.slot].type == nil)
      }
    }
    for row in layout.rows {
      let slots = row.sorted { $0.x < $1.x }
      for (left, right) in zip(slots, slots.dropFirst()) {
        #expect(left.x + left.width + ConformanceLayout.gap <= right.x + 0.001)
      }
      #expect((slots.first?.x ?? 0) >= -0.001)
      #expect((slots.last.map { $0.x + $0.width } ?? 0) <= layout.width + 0.001)
    }
    let drawn = Set(layout.rows.joined().compactMap(\.type))
    #expect(drawn.isSuperset(of: type.parents))
    #expect(layout.omittedCount == 0)
  }
}
