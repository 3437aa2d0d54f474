internal import Synchronization
internal import TypeGraph

/// The files that others are checked against, and what is asked of them time and again.
final class OtherFiles: Sendable {
  let files: [DeclarationFile]
  private let declarations: [TypeIdentifier: [Statement]]
  private let image = Mutex<RegistryImage?>(nil)

  /// A declaration and the file that states it.
  struct Statement: Sendable {
    let isExported: Bool
    let source: DeclarationSource
  }

  init(_ files: [DeclarationFile]) {
    self.files = files
    var declarations: [TypeIdentifier: [Statement]] = [:]
    for file in files {
      for type in file.types {
        declarations[type.identifier, default: []].append(
          Statement(isExported: type.isExported, source: file.source))
      }
    }
    self.declarations = declarations
  }

  /// The declarations of a type in files other than the one at a path.
  func declarations(of identifier: TypeIdentifier, outside path: String) -> [Statement] {
    declarations[identifier, default: []].filter { $0.source.path != path }
  }

  /// The MIME types that files other than the one at a path describe.
  func mimeNames(outside path: String) -> Set<MIMEName> {
    Set(files.lazy.filter { $0.source.path != path }.flatMap { $0.mimeTypes.map(\.name) })
  }

  /// The registry of the files and another one; those that are among the files share theirs.
  func image(with file: DeclarationFile) throws(ImageError) -> RegistryImage {
    guard files.contains(file) else {
      let others = files.filter { $0.source.path != file.source.path }
      return try RegistryBuilder(files: others + [file]).image()
    }
    return try image.withLock { (image) throws(ImageError) in
      if let image { return image }
      let built = try RegistryBuilder(files: files).image()
      image = built
      return built
    }
  }
}
