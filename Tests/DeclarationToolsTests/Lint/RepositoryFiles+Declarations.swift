import TestSupport
import UTITypeDeclarations
import UTITypeGraph

extension RepositoryFiles {
  /// The declaration files of folders of `Registry/`, as the base.
  static func declarations(in folders: [String]) throws -> [DeclarationFile] {
    try folders.flatMap { folder in
      try SourceLocator.sources(inDirectory: path("Registry/\(folder)"), layer: .base)
        .map { try DeclarationReader().read($0) }
    }
  }

  /// The base that the package ships.
  static func base() throws -> [DeclarationFile] {
    try declarations(in: ["types", "detection"])
  }
}
