import UTICommandOutput
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDetection
import UniformTypes

/// The state of one core for the members of archives.
final class MemberAnswering {
  let registry: TypeRegistry
  let digests: [ContentDigest]
  /// nil if no format of PRONOM is asked for.
  let formatReader: FormatReader?
  /// nil without types of formats.
  let typing: FormatTyping?
  let readsNames: Bool
  let walkFilter: WalkFilter
  private let options: Identify
  private let filter: TypeFilter
  private var writer: AnswerWriter
  private var counts = InventoryCounts()

  init(
    options: Identify, filter: TypeFilter, registry: TypeRegistry, digests: [ContentDigest],
    formatReader: FormatReader?, typing: FormatTyping?, writer: AnswerWriter
  ) {
    self.options = options
    self.filter = filter
    self.registry = registry
    self.digests = digests
    self.formatReader = formatReader
    self.typing = typing
    self.writer = writer
    readsNames = options.items.by != .content
    walkFilter = WalkFilter(options.items.walk)
  }

  /// A document that is stored in ZIP has a type or a format of its own.
  func isArchive(
    _ kind: ArchiveKind, _ verdict: Verdict, answer: (FormatReader) -> FormatAnswer?
  ) -> Bool {
    guard kind == .zip else { return true }
    let type = registry.type(of: verdict)
    // A name alone does not make a document of an archive.
    guard
      type.tags[.mimeType]?.contains("application/zip") == true
        || verdict.basis == .name && !type.conforms(to: .zip)
    else { return false }
    let formats = (formatReader ?? typing?.present).flatMap(answer)?.matches ?? []
    return !formats.contains { $0.method == .container }
  }

  /// The counts since the last call.
  func takeCounts() -> InventoryCounts {
    defer { counts = InventoryCounts() }
    return counts
  }

  /// Empty for a member that is filtered out.
  func answers(on member: ReadMember) -> [IdentifySession.Answer] {
    let item = member.item
    counts.members += 1
    writer.setContents(of: member)
    guard let verdict = member.verdict else {
      return failure(
        item, member.archive?.fault ?? "", isArchive: member.archive?.isArchive ?? false)
    }
    do throws(CommandFailure) {
      let isAdmitted = try filter.admits(registry.type(of: verdict)) { _ in
        member.formats?.matches.map(\.format.puid) ?? []
      }
      guard isAdmitted else { return faultAnswer(member) }
    } catch {
      return failure(item, error.messages.joined(separator: "; "))
    }
    counts.selected += 1
    if options.isQuiet { return faultAnswer(member) }
    let result = writer.write(item, verdict, archive: member.archive)
    return (writer.finish().map { [.bytes($0)] } ?? result.map { [.result($0)] } ?? [])
      + faultAnswer(member)
  }

  /// Of the members of a member.
  private func faultAnswer(_ member: ReadMember) -> [IdentifySession.Answer] {
    guard let fault = member.archive?.fault else { return [] }
    counts.failed += 1
    return [.failure(path: member.item.path, message: "\(member.item.path): \(fault)")]
  }

  private func failure(
    _ item: SelectedItem, _ message: String, isArchive: Bool = false
  ) -> [IdentifySession.Answer] {
    counts.failed += 1
    writer.writeFailure(of: item, ReportedFailure(message: message), isArchive: isArchive)
    return (writer.finish().map { [.bytes($0)] } ?? [])
      + [.failure(path: item.path, message: "\(item.path): \(message)")]
  }
}
