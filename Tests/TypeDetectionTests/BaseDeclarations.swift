import Foundation
import TestSupport
import TypeDeclarations
import TypeDetection
import TypeGraph

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

  /// A detector that knows nothing else.
  static let detector = Result { try detector(beside: []) }

  /// A detector that knows other declarations too.
  static func detector(beside others: [DeclarationFile]) throws -> TypeDetector {
    TypeDetector(image: try RegistryBuilder(files: try files.get() + others).image())
  }
}
