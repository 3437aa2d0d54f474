internal import DeclarationTools
import SystemPackage
import TypeDeclarations
import UTICommandOutput
internal import UTIDesktopIntegration
internal import UTIPlatform
import UTITypeGraph
import UniformTypes

/// The check of the desktop files, thumbnailers and lists of associations in `uti lint`.
struct DesktopLint {
  static let rules = DesktopTypeCheck.rules.map {
    LintRuleDescription($0.identifier, .warning, $0.summary)
  }

  /// nil before the first file.
  private var check: DesktopTypeCheck?
  private let configuration: RegistryConfiguration
  private let only: [String]
  private let disabled: [String]

  /// `declarations` are the other files of the command, with known types; empty `only` is all
  /// rules.
  init(
    declarations: [String], directories: [String], includesInstalled: Bool, only: [String],
    disabled: [String]
  ) {
    configuration = RegistryConfiguration(
      includesInstalledDeclarations: includesInstalled, directories: directories,
      files: declarations.filter { $0 != "-" }, usesCache: false)
    self.only = only
    self.disabled = disabled
  }

  /// nil for other files, and for declarations under such a name.
  static func kind(ofFileAt path: String) -> DesktopTypeCheck.FileKind? {
    guard let kind = DesktopTypeCheck.FileKind(fileAt: path) else { return nil }
    let limit = ReadingLimits().documentSize
    let bytes = (try? RegularFile(at: FilePath(text: path), limit: limit).bytes) ?? []
    return DeclarationReader.format(of: bytes, path: "") == nil ? kind : nil
  }

  /// Returns the findings, and the bytes of the file.
  mutating func check(
    fileAt path: String, _ kind: DesktopTypeCheck.FileKind
  ) throws -> (findings: [DeclarationDiagnostic], bytes: [UInt8]) {
    let file: RegularFile
    do {
      file = try RegularFile(at: FilePath(text: path), limit: ReadingLimits().documentSize)
    } catch .notRegular {
      throw CommandFailure(.inputMissing, "\(path): not a regular file")
    } catch .tooLarge(let size) {
      throw CommandFailure(.badDeclarations, "\(path): it has \(size) bytes")
    } catch .system(let error) {
      throw CommandFailure(.inputMissing, "\(path): cannot be read: \(error)")
    }
    let check = try self.check ?? DesktopTypeCheck(TypeRegistry(configuration))
    self.check = check
    let findings = check.findings(in: file.bytes, path: path, kind: kind).filter {
      (only.isEmpty || only.contains($0.rule)) && !disabled.contains($0.rule)
    }
    return (findings, file.bytes)
  }
}
