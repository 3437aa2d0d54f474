import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
internal import UTIDeclarationTools
internal import UTIDesktopIntegration
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph
import UniformTypes

/// The declaration files that the arguments of `uti lint` select.
///
/// Directories give property lists, packages, signature files of PRONOM and desktop files that name
/// types, at any depth; other files and hidden ones are ignored.
struct LintFiles {
  /// The order is of the arguments.
  private(set) var paths: [String] = []
  /// Directories without declarations, and ones that cannot be listed.
  private(set) var refusals: [(path: String, reason: String)] = []

  init(_ arguments: [String]) {
    for argument in arguments {
      guard argument != "-", Self.isDirectory(argument, followsLinks: true) else {
        paths.append(argument)
        continue
      }
      let count = paths.count
      add(filesBelow: argument)
      if paths.count == count {
        refusals.append((argument, "it has no property list and no shared-mime-info package"))
      }
    }
  }

  private mutating func add(filesBelow root: String) {
    // A stack, because a tree can be deeper than the stack of a thread.
    var pending = [root]
    while let path = pending.popLast() {
      // An item that is listed as no directory needs no status.
      guard path == root || Self.isDirectory(path, followsLinks: false) else {
        if Self.isDeclarationFile(path) { paths.append(path) }
        continue
      }
      do throws(Errno) {
        let names = try DirectoryListing(at: path).names.filter { !$0.hasPrefix(".") }
        let prefix = path.hasSuffix("/") ? path : path + "/"
        pending += names.reversed().map { prefix + $0 }
      } catch {
        refusals.append((path, "cannot read the directory: \(error)"))
      }
    }
  }

  /// Other XML vocabularies and property lists without a dictionary are not; damage is reported.
  private static func isDeclarationFile(_ path: String) -> Bool {
    if DesktopTypeCheck.FileKind(fileAt: path) != nil { return true }
    guard path.hasSuffix(".plist") || path.hasSuffix(".xml") else { return false }
    do throws(DeclarationError) {
      _ = try DeclarationReader().read(fileOfAnyFormat: path)
      return true
    } catch {
      return ![.notPropertyList, .notSharedMIMEInfo, .notRegularFile].contains(error.code)
        || error.isAboutSignatures
    }
  }

  private static func isDirectory(_ path: String, followsLinks: Bool) -> Bool {
    FileStatus.present(at: path, followsLinks: followsLinks)?.kind == .directory
  }
}

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
