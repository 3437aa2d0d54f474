import Synchronization
import UTICommandOutput
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The types of formats of PRONOM for items of which only a wider type is known.
///
/// The signature files are read for the first such item.
final class FormatTyping: Sendable {
  private let registry: TypeRegistry
  private let options: RegistryOptions
  private let readsNames: Bool
  private let nameOfStandardInput: String?
  private let reader: Mutex<Reader>

  private enum Reader {
    case unread
    /// nil if the files cannot be read.
    case read(FormatReader?)
  }

  /// nil if the registry has no type of a format, or if names alone count.
  init?(
    _ registry: TypeRegistry, _ options: RegistryOptions, by basis: DetectionInput,
    _ reader: FormatReader? = nil, nameOfStandardInput: String? = nil
  ) {
    guard basis != .name, registry.hasFormatTypes else { return nil }
    self.registry = registry
    self.options = options
    readsNames = basis != .content
    self.nameOfStandardInput = nameOfStandardInput
    self.reader = Mutex(reader.map { .read($0) } ?? .unread)
  }

  /// The signature files.
  var paths: [String] { (try? options.signatures()).map(FormatReader.paths) ?? [] }

  /// The verdict on a file, or on standard input.
  func narrowed(_ verdict: Verdict, of path: String, followsLinks: Bool) -> Verdict {
    narrowed(verdict) { reader in
      path == "-"
        ? reader.answerOnStandardInput()
        : (try? reader.answer(on: path, followsLinks: followsLinks)) ?? nil
    }
  }

  /// The format has to be the only one, and found by a signature.
  func narrowed(
    _ verdict: Verdict, answer: (FormatReader) -> FormatAnswer?
  ) -> Verdict {
    guard verdict.mayBeOfFormat, let reader = present,
      let found = answer(reader)?.matches, found.count == 1, let match = found.first,
      match.method == .signature || match.method == .container
    else { return verdict }
    return verdict.narrowed(
      toFormat: match.format.puid, subformats: reader.formats(over: match.format),
      inContainer: match.method == .container,
      because: "the signature of PRONOM for \(match.format.puid), \(match.basis)",
      typeOfFormat: typeIdentifier)
  }

  /// The type with the format as a tag, in a declaration or the package's table, or derived from it.
  private func typeIdentifier(ofFormat puid: String) -> TypeIdentifier? {
    let types = registry.candidates(for: Tag(tagClass: .format, value: puid)).types
    return types.count == 1 ? TypeIdentifier(canonical: types[0].identifier) : nil
  }

  /// nil if the files cannot be read.
  var present: FormatReader? {
    reader.withLock { state in
      if case .read(let reader) = state { return reader }
      let reader = try? FormatReader(
        options.signatures(), asking: "", readsNames: readsNames, searchLimit: nil,
        nameOfStandardInput: nameOfStandardInput)
      state = .read(reader)
      return reader
    }
  }
}
