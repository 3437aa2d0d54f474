import DeclarationTestSupport
import Foundation
import TestSupport
import Testing
import UTIDataFormats
import UTITypeDeclarations
import UTITypeGraph

extension TemporaryDirectory {
  /// Writes empty files, making their directories.
  fileprivate func touch(_ names: String...) throws {
    for name in names { try write(name, []) }
  }

  fileprivate func locate(_ environment: [String: String]) -> SourceLocator.Result {
    // A variable that a row leaves out must not lead to the machine's own files.
    let defaults = ["XDG_DATA_DIRS": "\(path)/none"]
    return SourceLocator(environment: defaults.merging(environment) { $1 }).locate()
  }

  fileprivate func relative(_ sources: [DeclarationSource]) -> [String] {
    sources.map { String($0.path.dropFirst(path.count + 1)) }
  }
}

@Suite("Sources are found")
struct SourceLocatorTests {
  @Test("in rising precedence: last system directory, first one, the user's (1.1, 1.3)")
  func precedence() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch(
      "home/.local/share/mime/packages/u.xml", "home/.local/share/uniform-types/u.plist",
      "one/mime/packages/a.xml", "two/mime/packages/b.xml", "two/uniform-types/b.plist")
    let result = scratch.locate([
      "HOME": "\(scratch.path)/home", "XDG_DATA_DIRS": "\(scratch.path)/one/:\(scratch.path)/two",
    ])
    #expect(result.diagnostics.isEmpty)
    #expect(
      scratch.relative(result.sources) == [
        "two/mime/packages/b.xml", "two/uniform-types/b.plist", "one/mime/packages/a.xml",
        "home/.local/share/mime/packages/u.xml", "home/.local/share/uniform-types/u.plist",
      ])
    #expect(result.sources.map(\.layer) == [.system, .system, .system, .user, .user])
    #expect(result.sources.map(\.directoryPrecedence) == [0, 0, 1, 0, 0])
    #expect(
      result.sources.map(\.format) == [
        .sharedMIMEInfo, .propertyList, .sharedMIMEInfo, .sharedMIMEInfo, .propertyList,
      ])
  }

  @Test("by exact suffix, in byte order, with Override.xml last (1.4, 1.5)")
  func names() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch(
      "d/mime/packages/Zz.xml", "d/mime/packages/Override.xml", "d/mime/packages/a.xml",
      "d/mime/packages/.xml", "d/mime/packages/.x.xml", "d/mime/packages/b.XML",
      "d/mime/packages/c.xml~", "d/mime/packages/sub.xml/inner.xml", "d/uniform-types/.plist",
      "d/uniform-types/t.plist", "d/uniform-types/t.xml", "elsewhere.xml")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/d/mime/packages/link.xml",
      withDestinationPath: "\(scratch.path)/elsewhere.xml")
    let result = scratch.locate(["XDG_DATA_DIRS": "\(scratch.path)/d"])
    #expect(
      scratch.relative(result.sources).map { ($0 as NSString).lastPathComponent } == [
        ".x.xml", "Zz.xml", "a.xml", "link.xml", "Override.xml", "t.plist",
      ])
  }

  @Test("with the default of an unset or empty variable (1.2)", arguments: [nil, ""])
  func defaults(value: String?) throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch("home/.local/share/mime/packages/u.xml")
    var environment = ["HOME": "\(scratch.path)/home"]
    environment["XDG_DATA_HOME"] = value
    #expect(
      scratch.relative(scratch.locate(environment).sources) == [
        "home/.local/share/mime/packages/u.xml"
      ])
    // The default system directories are the machine's; both forms must see the same files.
    let system = SourceLocator(environment: ["XDG_DATA_DIRS": value].compactMapValues { $0 })
    let stated = SourceLocator(environment: ["XDG_DATA_DIRS": "/usr/local/share/:/usr/share/"])
    #expect(system.locate() == stated.locate())
  }

  @Test("for the user only with HOME or XDG_DATA_HOME")
  func noHome() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch("data/mime/packages/u.xml")
    #expect(scratch.locate([:]).sources.isEmpty)
    #expect(scratch.locate(["HOME": ""]).sources.isEmpty)
    #expect(scratch.locate(["XDG_DATA_HOME": "\(scratch.path)/data"]).sources.count == 1)
  }

  @Test("with relative entries ignored and a note (1.2)")
  func relative() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch("home/.local/share/mime/packages/u.xml", "d/mime/packages/a.xml")
    let result = scratch.locate([
      "HOME": "\(scratch.path)/home", "XDG_DATA_HOME": "share",
      "XDG_DATA_DIRS": "../d::\(scratch.path)/d",
    ])
    #expect(
      scratch.relative(result.sources) == [
        "d/mime/packages/a.xml", "home/.local/share/mime/packages/u.xml",
      ])
    #expect(result.diagnostics.map(\.rule) == ["relative-directory", "relative-directory"])
    #expect(result.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test("once in a directory that occurs twice, at its highest layer (1.6)")
  func duplicates() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch("d/mime/packages/a.xml", "e/mime/packages/b.xml")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/link", withDestinationPath: "\(scratch.path)/d")
    let (d, e, link) = ("\(scratch.path)/d", "\(scratch.path)/e", "\(scratch.path)/link")
    let twice = scratch.locate(["XDG_DATA_DIRS": "\(link):\(e):\(d)"])
    #expect(
      scratch.relative(twice.sources) == ["e/mime/packages/b.xml", "link/mime/packages/a.xml"])
    let user = scratch.locate(["XDG_DATA_HOME": d, "XDG_DATA_DIRS": d])
    #expect(user.sources.map(\.layer) == [.user])
  }

  @Test("and a directory that cannot be listed is reported, the others are read")
  func unreadable() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch("d/mime/packages/a.xml", "e/mime")
    let result = scratch.locate(["XDG_DATA_DIRS": "\(scratch.path)/e:\(scratch.path)/d"])
    #expect(scratch.relative(result.sources) == ["d/mime/packages/a.xml"])
    #expect(result.diagnostics.map(\.rule) == ["unreadable-directory"])
    #expect(result.diagnostics.first?.file == "\(scratch.path)/e/mime/packages")
    #expect(result.diagnostics.first?.message.contains("Not a directory") == true)
  }

  @Test("and a directory without permission is reported", .requires(.ordinaryUser))
  func forbidden() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch("d/mime/packages/a.xml")
    let packages = "\(scratch.path)/d/mime/packages"
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: packages)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: packages)
    }
    let result = scratch.locate(["XDG_DATA_DIRS": "\(scratch.path)/d"])
    #expect(result.sources.isEmpty)
    #expect(result.diagnostics.first?.message.contains("Permission denied") == true)
  }

  @Test("directly in a directory that a program names")
  func directory() throws {
    let scratch = try TemporaryDirectory()
    try scratch.touch("r/Info.plist", "r/b.xml", "r/.xml", "r/sub/c.xml", "r/notes.txt", "empty/x")
    let sources = try SourceLocator.sources(
      inDirectory: "\(scratch.path)/r", layer: .program, directoryPrecedence: 3)
    #expect(scratch.relative(sources) == ["r/b.xml", "r/Info.plist"])
    #expect(sources.allSatisfy { $0.layer == .program && $0.directoryPrecedence == 3 })
    #expect(try SourceLocator.sources(inDirectory: "\(scratch.path)/empty").isEmpty)
    #expect {
      try SourceLocator.sources(inDirectory: "\(scratch.path)/gone")
    } throws: { error in
      (error as? DeclarationError)?.code == .unreadable
        && (error as? DeclarationError)?.errno == ENOENT
    }
  }
}

@Suite("Files are opened")
struct DeclarationFileTests {
  private func readingError(_ path: String, limits: ReadingLimits = ReadingLimits())
    -> DeclarationError?
  {
    do throws(DeclarationError) {
      _ = try DeclarationReader(limits: limits).read(source(.propertyList, path: path))
      return nil
    } catch {
      return error
    }
  }

  @Test("and read from their path")
  func read() throws {
    let scratch = try TemporaryDirectory()
    let path = "\(scratch.path)/Info.plist"
    try Data(try fixture("editor.plist")).write(to: URL(fileURLWithPath: path))
    let file = try DeclarationReader().read(source(.propertyList, path: path))
    #expect(file.types.count == 2)
    #expect(file.source.path == path)
  }

  @Test("with an error that names the path and the error number")
  func missing() throws {
    let error = try #require(readingError("/nonexistent/Info.plist"))
    #expect(error.code == .unreadable)
    #expect(error.errno == ENOENT)
    #expect(
      error.description
        == "/nonexistent/Info.plist: error: the file cannot be read (No such file or directory);"
        + " check the path and its permissions")
  }

  @Test("but directories, pipes and devices are rejected without waiting")
  func otherKinds() throws {
    let scratch = try TemporaryDirectory()
    let pipe = "\(scratch.path)/pipe.plist"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [scratch.path, pipe, "/dev/zero"] {
      #expect(readingError(path)?.code == .notRegularFile)
    }
  }

  @Test("up to a size")
  func tooLarge() throws {
    let scratch = try TemporaryDirectory()
    let path = "\(scratch.path)/Info.plist"
    try Data(repeating: 0x20, count: 101).write(to: URL(fileURLWithPath: path))
    var limits = ReadingLimits()
    limits.documentSize = 100
    #expect(readingError(path, limits: limits)?.code == .tooLarge)
    limits.documentSize = 101
    #expect(readingError(path, limits: limits)?.code == .notWellFormed)
  }

  @Test(
    "and their format is recognised by content, or by name if the content is too damaged",
    arguments: [
      ("<plist/>", "a.xml", DeclarationSource.Format.propertyList),
      ("<?xml version='1.0'?><!DOCTYPE plist><plist>", "a", .propertyList),
      ("bplist00", "a", .propertyList),
      ("<mime-info/>", "a.plist", .sharedMIMEInfo),
      ("<!-- c --><mime-info xmlns='u'><broken", "a", .sharedMIMEInfo),
      ("<html/>", "a.xml", nil),
      ("", "a.xml", .sharedMIMEInfo), ("{ }", "a.plist", .propertyList), ("text", "a", nil),
    ] as [(String, String, DeclarationSource.Format?)])
  func formats(text: String, path: String, expected: DeclarationSource.Format?) {
    #expect(DeclarationReader.format(of: Array(text.utf8), path: path) == expected)
  }
}
