#if Declarations
public import Foundation
import UTITypeDeclarations

extension TypeRegistry {
  /// Adds the types and document types that property lists in a bundle declare.
  ///
  /// A package lists such a file among the resources of a target, under any name except Info.plist,
  /// which the package manager rejects:
  ///
  /// ```
  /// .executableTarget(name: "Notes", resources: [.copy("Types.plist")])
  /// TypeRegistry.current = try TypeRegistry.current.adding(bundle: .module)
  /// ```
  ///
  /// - Parameter bundle: the bundle; its own Info.plist is included.
  /// - Returns: a registry with these declarations as the top layer; of two files, the one whose
  ///   path is later in alphabetical order has precedence.
  /// - Throws: `DeclarationError` when the bundle declares nothing, or a file cannot be read.
  /// - Complexity: O(*n*) in the size of the property lists of the bundle.
  public func adding(bundle: Bundle) throws -> TypeRegistry {
    let files = Self.declarationFiles(below: bundle.bundleURL)
    guard !files.isEmpty else {
      throw DeclarationError(
        .unreadable, file: bundle.bundlePath,
        message: "the bundle has no property list that declares types or document types",
        remedy: "copy one into it, as in resources: [.copy(\"Types.plist\")]")
    }
    return try adding(files: files)
  }

  private static let declaringKeys = [
    "UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "CFBundleDocumentTypes",
  ]

  private static func declarationFiles(below directory: URL) -> [String] {
    let found = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
    return files.filter { $0.pathExtension.lowercased() == "plist" && declares($0) }
      .map(\.path).sorted()
  }

  /// Returns true if a property list declares types; others in a bundle are settings and the like.
  private static func declares(_ file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let dictionary = list as? [String: Any]
    else {
      // A damaged file has to cause an error when it is read, and must not be treated as settings.
      return (try? String(contentsOf: file, encoding: .utf8)).map { text in
        declaringKeys.contains(where: text.contains)
      } ?? false
    }
    return declaringKeys.contains { dictionary[$0] != nil }
  }
}
#endif
