import SystemPackage
import TypeDeclarations
import UTICommandOutput
import UTIDesktopIntegration
internal import UTIFormatSignatures
internal import UTIPlatform
internal import UTITypeDetection

/// The formats of PRONOM of files, by the installed signatures.
struct FormatReader: Sendable {
  private let identifier: FormatIdentifier
  /// The signature files.
  let paths: [String]
  /// The extensions of names count.
  private let readsNames: Bool
  private let limits: FormatIdentifier.Limits

  /// The bytes at either end of a file that can be searched.
  static let searchLimits = 1 << 10...1 << 30

  /// nil if no format is asked for, so that no signature file is read.
  ///
  /// Throws ``CommandFailure`` without a signature file.
  init?(_ options: Identify) throws {
    guard let asking = options.asksForFormats else { return nil }
    let signatures = try options.registryOptions.signatures()
    let found: FormatRelease?
    do throws(DeclarationError) {
      found = try signatures.release()
    } catch {
      throw error.failure
    }
    guard let release = found else { throw Self.missing(asking) }
    identifier = FormatIdentifier(release.formats, containers: release.containers)
    paths = SignatureFileHeader.Kind.allCases.compactMap { signatures.used($0)?.source.path }
    readsNames = options.items.by != .content
    limits = Self.limits(options.searchLimit)
  }

  static func missing(_ asking: String) -> CommandFailure {
    CommandFailure(
      .inputMissing,
      "\(asking) needs the signatures of PRONOM, and no signature file is installed; install one "
        + "with uti install DROID_SignatureFile.xml, or name it with --registry")
  }

  private static func limits(_ searchLimit: Int?) -> FormatIdentifier.Limits {
    var limits = FormatIdentifier.Limits()
    guard let searchLimit else { return limits }
    limits.longerEndByteCount = searchLimit
    limits.endByteCount = min(limits.endByteCount, searchLimit)
    return limits
  }

  /// nil for an item that is not a regular file; throws the error of the call that failed.
  func answer(on path: String, followsLinks: Bool) throws(Errno) -> FormatAnswer? {
    let name = readsNames ? String(path.lastPathComponent) : nil
    return try OpenedRegularFile.read(path, followsLinks: followsLinks) { file, size in
      identifier.answer(forFile: file.rawValue, size: size, named: name, limits: limits)
    }
  }
}
