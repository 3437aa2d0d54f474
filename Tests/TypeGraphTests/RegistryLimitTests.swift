import Testing

@testable import UTITypeGraph

@Suite("A registry that is too large or has statements that no specification allows")
struct RegistryLimitTests {
  /// Types of which each is below the one before.
  private func chain(_ count: Int) -> DeclarationFile {
    var file = Sample.plist("chain.plist")
    file.types = (0..<count).map { number in
      Sample.type(
        "org.example.t\(number)", number == 0 ? [] : ["org.example.t\(number - 1)"],
        line: number + 1)
    }
    return file
  }

  private func error(_ builder: RegistryBuilder) -> ImageError? {
    do throws(ImageError) {
      _ = try builder.image()
      return nil
    } catch {
      return error
    }
  }

  @Test("is rejected with the type whose chain is endless")
  func chains() {
    var builder = RegistryBuilder(files: [chain(600)])
    #expect(error(builder) == nil)
    builder.sizeLimit = 1 << 20
    let error = error(builder)
    #expect(error?.code == .tooLarge)
    #expect(error?.description.contains("org.example.t") == true)
  }

  @Test("is rejected if an image cannot hold it", arguments: [0, 100, 1_000, 10_000])
  func size(limit: Int) throws {
    var builder = RegistryBuilder(files: [chain(40)])
    let size = try builder.imageBytes().count
    #expect(size > 10_000)
    builder.sizeLimit = limit
    #expect(error(builder)?.code == .tooLarge)
    builder.sizeLimit = size
    let bytes = try? builder.imageBytes()
    #expect(bytes == nil || bytes?.count == size)
  }

  @Test("is built from the nearest allowed statements")
  func ranges() throws {
    let place = SourcePosition(line: -7, column: .max)
    var glob = GlobDeclaration(pattern: "*.low", weight: -5, position: place)
    #expect(glob.weight == 0)
    glob.weight = 101
    #expect(glob.weight == 100)
    var rule = MagicRule(
      priority: .min,
      matches: [MagicMatch(type: .string, offsets: 0...0, value: [1], position: place)],
      position: place)
    #expect(rule.priority == 0)
    rule.priority = .max
    #expect(rule.priority == 100)
    let file = Sample.package(
      "a.xml", precedence: -3,
      Sample.mime("a/a", globs: [glob]) {
        $0.position = place
        $0.magic = [rule]
      })
    let image = try Sample.image(file)
    #expect(image.globMatches("a.low").map(\.weight) == [100])
    #expect(image.globMatches("a.low").first?.origin.position.line == 0)
    try image.checkIntegrity()
  }

  @Test("keeps each of many tags of one type once, in order")
  func manyTags() throws {
    let extensions = (0..<60).map { "e\($0 % 45)" }
    let image = try Sample.image(
      Sample.plist("a.plist", Sample.type("org.example.a", extensions: extensions)),
      Sample.package("a.xml", Sample.mime("a/a", globs: [Sample.glob("*.e3")])))
    let type = try image.find("org.example.a")
    #expect(image.tags(of: type).map(\.tag.value) == (0..<45).map { "e\($0)" })
    for number in 0..<45 {
      let tag = Tag(tagClass: .filenameExtension, value: "E\(number)")
      #expect(image.types(with: tag, in: .merged).first == type)
    }
  }
}
