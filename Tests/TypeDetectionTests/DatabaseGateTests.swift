import Foundation
import TestSupport
import Testing
import UTITypeDeclarations
import UTITypeGraph

@testable import UTITypeDetection

/// Adding a database never makes an answer worse.
struct DatabaseGateTests {
  private static let installedPath = "/usr/share/mime/packages/freedesktop.org.xml"

  private static let installed = Result {
    try BaseDeclarations.detector(beside: [
      try DeclarationReader().read(
        DeclarationSource(path: installedPath, format: .sharedMIMEInfo, layer: .system))
    ])
  }

  /// A database that has a rule of two bytes for whatever a file may begin with, and names for none.
  private static let hostile = Result {
    var starts = Set(KnownFile.all.map { Array($0.bytes.prefix(2)) })
    let marks = Array("#/%;<[{-*(\"".utf8)
    for first in marks { for second in marks { starts.insert([first, second]) } }
    let ordered = starts.sorted { $0.lexicographicallyPrecedes($1) }
    var types: [MIMETypeDeclaration] = []
    for (number, start) in ordered.enumerated() {
      // Each is called both a text and none, by rules that are said to err often and never.
      let priority = 10 + number % 10 * 10
      types.append(weakType("text/x-hostile-\(number)", start, priority: priority))
      types.append(weakType("application/x-hostile-\(number)", start, priority: 110 - priority))
    }
    return try BaseDeclarations.detector(beside: [
      DeclarationFile(source: Fixture.source, mimeTypes: types)
    ])
  }

  private static func weakType(
    _ name: String, _ start: [UInt8], priority: Int
  ) -> MIMETypeDeclaration {
    Fixture.type(name) {
      $0.magic = [Fixture.rule([Fixture.match(start)], priority: priority)]
    }
  }

  @Test("Without a database each file has its type", arguments: KnownFile.all)
  func alone(_ file: KnownFile) throws {
    let verdict = try BaseDeclarations.detector.get().verdict(
      forBytes: file.bytes, name: file.name)
    #expect(verdict.mimeType == file.expected, "\(verdict.type): \(verdict.candidates)")
  }

  @Test(
    "A word at the start of a text leaves it a text",
    .requires(.database),
    arguments: [
      "class actions are hard to win", "function follows form", "begin at the beginning",
      "import duties went up", "solid ground", "Article nine of the law", "package tours",
      "Rar! said the lion", "module three is about love", "@ home",
    ])
  func prose(_ sentence: String) throws {
    let bytes = Array("\(sentence), they say.\n".utf8)
    for detector in [try BaseDeclarations.detector.get(), try Self.installed.get()] {
      #expect(detector.verdict(forBytes: bytes, name: "note").type.rawValue == "public.plain-text")
    }
  }

  @Test(
    "The installed database makes no verdict worse",
    .requires(.database),
    arguments: KnownFile.all)
  func besideInstalled(_ file: KnownFile) throws {
    try expectNoWorse(file, Self.installed.get())
  }

  @Test("A database of weak signatures makes no verdict worse", arguments: KnownFile.all)
  func besideHostile(_ file: KnownFile) throws {
    try expectNoWorse(file, Self.hostile.get())
  }

  @Test("The weak signatures decide only without other evidence")
  func hostileAnswers() throws {
    let detector = try Self.hostile.get()
    let verdict = detector.verdict(forBytes: [0x89, 0x50, 0, 1, 2, 0])
    #expect(verdict.mimeType?.contains("x-hostile-") == true)
    #expect(verdict.confidence == .guess)
  }

  /// The answer without a database, or a kind of it.
  private func expectNoWorse(_ file: KnownFile, _ detector: TypeDetector) throws {
    let alone = try BaseDeclarations.detector.get().verdict(
      forBytes: file.bytes, name: file.name)
    let beside = detector.verdict(forBytes: file.bytes, name: file.name)
    let type = try #require(detector.image.type(identifier: beside.type), "\(beside.type)")
    let before = try #require(detector.image.type(identifier: alone.type), "\(alone.type)")
    #expect(
      detector.registry.refines(type, before),
      "\(alone.type) has become \(beside.type): \(beside.candidates)")
  }
}
