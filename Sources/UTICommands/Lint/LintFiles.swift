import SystemPackage
import TypeDeclarations
internal import UTIDesktopIntegration
import UTIPlatform

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
