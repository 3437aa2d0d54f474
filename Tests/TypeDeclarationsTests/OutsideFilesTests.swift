import DeclarationTestSupport
import Foundation
import TestSupport
import Testing
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

private let installedDatabase = "/usr/share/mime/packages/freedesktop.org.xml"

@Suite("Files of other origins")
struct OutsideFilesTests {
  @Test(
    "property lists of public applications are read, or rejected with a position",
    .requires(.corpora))
  func applications() throws {
    let directory = try #require(Corpora.directory) + "/plists"
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(!names.isEmpty)
    var typeCount = 0
    for name in names {
      let source = source(.propertyList, path: "\(directory)/\(name)")
      do throws(DeclarationError) {
        let file = try DeclarationReader().read(source)
        typeCount += file.types.count
        #expect(file.diagnostics.allSatisfy { $0.position.line > 0 && $0.position.column > 0 })
      } catch {
        #expect(error.position != nil, "\(error)")
      }
    }
    #expect(typeCount > names.count)
  }

  @Test("the installed shared-mime-info database is read without an error", .requires(.database))
  func installed() throws {
    let sources = SourceLocator(environment: ["XDG_DATA_DIRS": "/usr/share"]).locate().sources
    let source = try #require(sources.first { $0.path == installedDatabase })
    let file = try DeclarationReader().read(source)
    #expect(file.mimeTypes.count > 500)
    #expect(file.mimeTypes.contains { $0.comments.count > 10 })
    // Some releases have two masks with an odd number of digits.
    #expect(file.diagnostics.filter { $0.rule != "short-mask" }.isEmpty)
  }

  @Test(
    "the upstream database has as many statements as its specification counts",
    .requires(.corpora))
  func upstream() throws {
    let path = try #require(Corpora.directory) + "/xdg/mime/packages/freedesktop.org.xml"
    let file = try DeclarationReader().read(source(.sharedMIMEInfo, path: path))
    let types = file.mimeTypes
    #expect(types.count == 1040)
    #expect(types.map(\.aliases.count).reduce(0, +) == 351)
    #expect(types.map(\.superclasses.count).reduce(0, +) == 575)
    #expect(types.map(\.globs.count).reduce(0, +) == 1443)
    #expect(types.map(\.magic.count).reduce(0, +) == 651)
    #expect(types.map(\.rootElements.count).reduce(0, +) == 37)
    #expect(types.map(\.treeMagic.count).reduce(0, +) == 12)
    #expect(types.map(\.acronyms.count).reduce(0, +) == 294)
    #expect(file.diagnostics.map(\.rule) == ["short-mask", "short-mask"])
  }
}
