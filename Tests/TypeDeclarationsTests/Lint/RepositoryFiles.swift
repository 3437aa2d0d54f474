import Foundation
import TypeDeclarations
import TypeGraph

/// The files of this repository that are no part of the tests.
enum RepositoryFiles {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static func path(_ name: String) -> String { "\(root)/\(name)" }

  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

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
