internal import SystemPackage

/// The place that a save is for: symbolic links resolved, its directory open.
struct SaveTarget {
  private static let mostLinks = 40

  /// The directory, open.
  let directory: FileDescriptor
  let directoryPath: FilePath
  let name: FilePath.Component
  /// What is there; nil for nothing.
  let status: FileStatus?
  /// Whether the path that was given is a symbolic link.
  let isLink: Bool

  var location: FileLocation { FileLocation(name, in: directory) }
  var path: FilePath { directoryPath.appending(name) }

  /// Finds the place.
  ///
  /// - Throws: `SafeWritingError` for a path that names nothing, for links that lead in a circle
  ///   and for a directory that is missing; `FileStoreError` for everything else.
  init(_ given: FilePath, store: any FileStore) throws {
    var path = given
    for depth in 0..<Self.mostLinks {
      guard let name = path.lastComponent, name.kind == .regular else {
        throw SafeWritingError(.invalidPath, path: given)
      }
      let parent = path.removingLastComponent()
      let directoryPath = parent.isEmpty ? FilePath(".") : parent
      let directory = try Self.open(directoryPath, given: given, store: store)
      do {
        let location = FileLocation(name, in: directory)
        let status = try store.statusIfPresent(of: location)
        guard status?.kind == .symbolicLink else {
          self.directory = directory
          self.directoryPath = directoryPath
          self.name = name
          self.status = status
          isLink = depth > 0
          return
        }
        path = directoryPath.pushing(try store.destinationOfSymbolicLink(at: location))
        try? store.close(directory)
      } catch {
        try? store.close(directory)
        throw error
      }
    }
    throw SafeWritingError(.symbolicLinkLoop, path: given)
  }

  private static func open(
    _ path: FilePath, given: FilePath, store: any FileStore
  ) throws -> FileDescriptor {
    // A link in the place of the directory is followed like every other on the way.
    let location = FileLocation(path.appending("."))
    do {
      return try store.open(location, for: .reading)
    } catch  where error.errno == .permissionDenied {
      // Names in it can be changed without the permission to list it; synchronizing it cannot.
      return try store.open(location, for: .naming)
    } catch  where error.errno == .noSuchFileOrDirectory {
      throw SafeWritingError(.missingDirectory, path: given, failure: error)
    } catch  where error.errno == .tooManySymbolicLinkLevels {
      throw SafeWritingError(.symbolicLinkLoop, path: given, failure: error)
    }
  }
}
