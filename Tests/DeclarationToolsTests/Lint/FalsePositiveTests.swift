import Foundation
import TestSupport
import Testing
import UTIDeclarationTools
import UTITypeGraph

/// A finding that stays, and why.
private struct AcceptedFinding: Hashable {
  let rule: String
  /// The required part of the message.
  let subject: String
  let reason: String
}

private func accepted(_ rule: String, _ subject: String, _ reason: String) -> AcceptedFinding {
  AcceptedFinding(rule: rule, subject: subject, reason: reason)
}

private let literalTag =
  "Apple declares the spellings in use one by one, for the very reason of the rule."
private let bothForms =
  "Apple's own type is reported below both; the parents are observed facts, not ours to mend."

private let acceptedInRegistry = [
  accepted("mime-tag-with-parameters", "text/plain;charset=utf-8", literalTag),
  accepted("mime-tag-with-parameters", "text/plain;charset=\"utf-8\"", literalTag),
  accepted("mime-tag-with-parameters", "text/plain;charset=utf-16", literalTag),
  accepted("mime-tag-with-parameters", "text/plain;charset=\"utf-16\"", literalTag),
  accepted("data-and-directory", "com.apple.garageband.project", bothForms),
  accepted("data-and-directory", "com.apple.tv.ite", bothForms),
  accepted("data-and-directory", "com.apple.music.itlp", bothForms),
  accepted("data-and-directory", "com.apple.createml.project", bothForms),
  accepted("data-and-directory", "com.apple.ical.backup-package", bothForms),
  accepted(
    "root-element-outside-xml", "application/x-gnumeric",
    "Gnumeric writes gzip streams and, on demand, the XML itself; the type cannot be below both."),
  accepted(
    "root-element-outside-xml", "text/html", "Pages of Office have a namespace of HTML, not XML."),
]

private let weakUpstream =
  "Upstream's rule; a name decides first, and the type is text that prose may look like."

private let acceptedInSystemDatabase = [
  accepted("broad-magic", "text/x-microdvd", weakUpstream),
  accepted("broad-magic", "text/x-mpl2", weakUpstream),
  accepted("broad-magic", "text/x-matlab", weakUpstream),
  accepted("broad-magic", "text/x-tex", weakUpstream),
  accepted("broad-magic", "text/x-devicetree-source", weakUpstream),
  accepted("broad-magic", "audio/aac", "The sync word of a frame has no more than twelve bits."),
  accepted("duplicate-glob", "*.BLEND", "Upstream states both cases; harmless."),
  accepted("duplicate-glob", "*.par2", "Upstream states both cases; harmless."),
  accepted("duplicate-glob", "*.PL", "Upstream states both cases; harmless."),
  accepted("duplicate-glob", "*.mc2", "Upstream states the pattern twice; harmless."),
  accepted("contested-glob", "*.loas", "Two names for one format of streams."),
  accepted("contested-glob", "*.ips", "Patches here and crash reports on a Mac; both are in use."),
  accepted("contested-glob", "*.kexi", "Two versions of one format, which SQLite tells apart."),
  accepted("contested-glob", "*.mm", "Two languages; the first is far more frequent."),
  accepted("prefix-glob", "README*", "Upstream means README.first and the like."),
  accepted("short-mask", "mask", "A slip in application/x-bat, which the compiler pads too."),
]

/// Each finding is well formed, or there is a reason to leave it.
@Suite("Lint and correct declarations")
struct FalsePositiveTests {
  private static let folders = ["types", "detection", "low"]

  @Test("the shipped registry has only findings with a reason")
  func registry() throws {
    let others = try RepositoryFiles.declarations(in: Self.folders)
    let linter = Linter(others: others, layer: .base)
    var used: Set<AcceptedFinding> = []
    for file in others {
      let report = try linter.report(onFile: file.source.path)
      used.formUnion(expectAccepted(report.findings, acceptedInRegistry))
    }
    #expect(used.count == acceptedInRegistry.count, "a reason is given for what is not found")
  }

  private static let systemDatabases = [
    "/usr/share/mime/packages/freedesktop.org.xml",
    (ProcessInfo.processInfo.environment["UTI_CORPORA"] ?? "/nonexistent")
      + "/xdg/mime/packages/freedesktop.org.xml",
  ].filter(FileManager.default.fileExists(atPath:))

  @Test(
    "the system's MIME database has only findings with a reason",
    .requires(.database),
    arguments: systemDatabases)
  func systemDatabase(path: String) throws {
    let report = try Linter(others: try RepositoryFiles.base()).report(onFile: path)
    expectAccepted(report.findings, acceptedInSystemDatabase)
  }

  /// - Returns: the reasons that were needed.
  @discardableResult
  private func expectAccepted(
    _ findings: [DeclarationDiagnostic], _ accepted: [AcceptedFinding]
  ) -> Set<AcceptedFinding> {
    var used: Set<AcceptedFinding> = []
    for finding in findings where finding.severity != .note {
      let reason = accepted.first {
        $0.rule == finding.rule && finding.message.contains($0.subject)
      }
      if let reason { used.insert(reason) }
      #expect(reason != nil, "\(finding)")
    }
    return used
  }
}
