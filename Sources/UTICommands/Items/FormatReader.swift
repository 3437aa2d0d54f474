import SystemPackage
import UTICommandOutput
import UTIDesktopIntegration
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDeclarations
internal import UTITypeDetection

/// The formats of PRONOM of files, by the installed signatures.
struct FormatReader: Sendable {
  private let identifier: FormatIdentifier
  let paths: [String]
  /// The extensions of names count.
  private let readsNames: Bool
  private let limits: FormatIdentifier.Limits
  private let nameOfStandardInput: String?

  /// The bytes at either end of a file that can be searched.
  static let searchLimits = 1 << 10...1 << 30

  /// Throws ``CommandFailure`` with the asking option if there is no signature file.
  init(
    _ signatures: InstalledSignatures, asking: String, readsNames: Bool, searchLimit: Int?,
    nameOfStandardInput: String? = nil
  ) throws {
    guard let release = try signatures.release() else { throw FormatTypes.missing(asking) }
    identifier = FormatIdentifier(release.formats, containers: release.containers)
    paths = Self.paths(signatures)
    self.readsNames = readsNames
    self.nameOfStandardInput = nameOfStandardInput
    limits = Self.limits(searchLimit)
  }

  /// The files that are used.
  static func paths(_ signatures: InstalledSignatures) -> [String] {
    SignatureFileHeader.Kind.allCases.compactMap { signatures.used($0)?.source.path }
  }

  private static func limits(_ searchLimit: Int?) -> FormatIdentifier.Limits {
    var limits = FormatIdentifier.Limits()
    guard let searchLimit else { return limits }
    limits.longerEndByteCount = searchLimit
    limits.endByteCount = min(limits.endByteCount, searchLimit)
    return limits
  }

  /// The bytes are the first of an item of a size, which may be larger.
  func answer(onBytes bytes: [UInt8], size: Int, named name: String?) -> FormatAnswer {
    let name = readsNames ? name.map { String($0.lastPathComponent) } : nil
    return bytes.withUnsafeBytes {
      identifier.answer(forBytes: $0, size: size, named: name, limits: limits)
    }
  }

  /// The number of bytes at either end of a file that can be searched.
  var endByteCount: Int { limits.greatestEndByteCount }

  /// The bytes are the first and last of a member of an archive; the end is empty if it is among
  /// the first.
  func answer(onMember bytes: [UInt8], end: [UInt8], size: Int, named name: String?) -> FormatAnswer
  {
    bytes.withUnsafeBytes { bytes in
      end.withUnsafeBytes { end in
        identifier.answer(
          forBytes: bytes, end: end, size: size, named: readsNames ? name ?? "" : nil,
          limits: limits)
      }
    }
  }

  /// The bytes are those that were read for the type.
  func answerOnStandardInput() -> FormatAnswer {
    let (head, size) = StandardInput.readBytes
    return answer(onBytes: head, size: size, named: nameOfStandardInput)
  }

  /// The identifiers of the formats that have priority over one.
  func formats(over format: FileFormat) -> [String] {
    identifier.formats.filter { $0.supersededIDs.contains(format.id) }.map(\.puid)
  }

  /// Throws ``CommandFailure`` for an unknown identifier.
  func check(format puid: String) throws(CommandFailure) {
    try FormatTypes.checkForm(of: puid)
    guard !identifier.formats.contains(where: { $0.puid == puid }) else { return }
    throw CommandFailure(.someFailed, "\(puid): the signature files have no such format")
  }

  /// The identifiers of the formats that remain, with this support of the bytes.
  ///
  /// Throws ``CommandFailure`` for an item that cannot be read.
  func formats(
    of path: String, followsLinks: Bool, atLeast support: ByteSupport = .none
  ) throws(CommandFailure) -> [String] {
    do throws(Errno) {
      let answer =
        path == "-" ? answerOnStandardInput() : try answer(on: path, followsLinks: followsLinks)
      return answer?.matches.filter { $0.method.support >= support }.map(\.format.puid) ?? []
    } catch {
      throw CommandFailure(.someFailed, "\(path): cannot be read: \(error)")
    }
  }

  /// nil for an item that is not a regular file; throws the error of the call that failed.
  func answer(on path: String, followsLinks: Bool) throws(Errno) -> FormatAnswer? {
    let name = readsNames ? String(path.lastPathComponent) : nil
    return try OpenedRegularFile.read(FilePath(text: path), followsLinks: followsLinks) {
      file, size in
      identifier.answer(forFile: file.rawValue, size: size, named: name, limits: limits)
    }
  }
}

extension FormatMatch.Method {
  fileprivate var support: ByteSupport {
    switch self {
    case .signature, .container: .sign
    case .text: .agreement
    case .extension: .none
    }
  }
}
