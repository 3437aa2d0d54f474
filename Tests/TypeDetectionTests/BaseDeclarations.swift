import Foundation
import TestSupport
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph

/// The declarations of this repository, read from their sources.
enum BaseDeclarations {
  static let files = Result {
    var files: [DeclarationFile] = []
    for (directory, suffix, format) in [
      ("Registry/types", ".plist", DeclarationSource.Format.propertyList),
      ("Registry/detection", ".xml", .sharedMIMEInfo),
    ] {
      let path = RepositoryFiles.path(directory)
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      where name.hasSuffix(suffix) {
        let source = DeclarationSource(path: path + "/" + name, format: format, layer: .base)
        files.append(try DeclarationReader().read(source))
      }
    }
    return files
  }

  /// The extensions of all patterns and declarations of the base and of other files, in lower case.
  static func extensions(beside others: [DeclarationFile] = []) throws -> [String] {
    var found: Set<String> = []
    for file in try files.get() + others {
      for tag in file.types.flatMap(\.tags) where tag.value.tagClass == .filenameExtension {
        found.insert(tag.value.value.lowercased())
      }
      for glob in file.mimeTypes.flatMap(\.globs) where glob.pattern.hasPrefix("*.") {
        let suffix = glob.pattern.dropFirst(2)
        if !suffix.contains(where: "*?[]/".contains) { found.insert(suffix.lowercased()) }
      }
    }
    return found.sorted()
  }

  /// A detector that knows nothing else.
  static let detector = Result { try detector(beside: []) }

  /// The database of this machine; empty if it has none.
  static let installed = Result {
    let path = "/usr/share/mime/packages/freedesktop.org.xml"
    return FileManager.default.fileExists(atPath: path)
      ? [
        try DeclarationReader().read(
          DeclarationSource(path: path, format: .sharedMIMEInfo, layer: .system))
      ] : []
  }

  /// A detector that knows the database of this machine too.
  static let detectorBesideInstalled = Result { try detector(beside: installed.get()) }

  /// A detector that knows other declarations too.
  static func detector(beside others: [DeclarationFile]) throws -> TypeDetector {
    TypeDetector(image: try RegistryBuilder(files: try files.get() + others).image())
  }
}
