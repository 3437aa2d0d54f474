internal import Synchronization
internal import UTITypeGraph

/// The files that others are checked against, with cached results of frequent queries.
final class ReferenceFiles: Sendable {
  let files: [DeclarationFile]
  private let declarations: [TypeIdentifier: [Statement]]
  private let image = Mutex<RegistryImage?>(nil)

  /// A declaration with its file.
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

  func declarations(of identifier: TypeIdentifier, outside path: String) -> [Statement] {
    declarations[identifier, default: []].filter { $0.source.path != path }
  }

  func mimeNames(outside path: String) -> Set<MIMEName> {
    Set(files.lazy.filter { $0.source.path != path }.flatMap { $0.mimeTypes.map(\.name) })
  }

  /// A file that is among the files uses a shared registry.
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
