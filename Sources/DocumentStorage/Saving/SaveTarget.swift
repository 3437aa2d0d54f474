package import SystemPackage
package import UTIPlatform

/// The place that a save is for: symbolic links resolved, its directory open.
package struct SaveTarget {
  private static let mostLinks = 40

  /// The directory, open.
  package let directory: FileDescriptor
  package let directoryPath: FilePath
  /// The name in the directory that the save commits.
  package let name: FilePath.Component
  /// The path from what `name` names to the item, where directories are missing; mostly empty.
  package let pathBelowName: FilePath
  /// The location of what the save commits.
  package let location: FileLocation
  /// What is there; nil for nothing.
  package let status: FileStatus?
  /// Whether the path that was given is a symbolic link.
  package let isLink: Bool

  /// The path from the directory to the item.
  package var pathFromDirectory: FilePath {
    let path = FilePath(name: name)
    return pathBelowName.isEmpty ? path : path.pushing(pathBelowName)
  }
  package var path: FilePath { directoryPath.pushing(pathFromDirectory) }
  /// The absolute path for those who look from elsewhere.
  package var absolutePath: FilePath {
    SystemFileStore.path(of: directory).pushing(pathFromDirectory)
  }

  /// Finds the place.
  ///
  /// - Throws: `SafeWritingError` for a path that names nothing, for links that lead in a circle
  ///   and for a directory that is missing; `FileStoreError` for everything else.
  package init(_ given: FilePath, createsDirectories: Bool = false, store: any FileStore) throws {
    var path = given
    for depth in 0..<Self.mostLinks {
      guard let (parent, name) = path.splitAtLastName, name.kind == .regular else {
        throw SafeWritingError(.invalidPath, path: given)
      }
      var names = [name]
      var directoryPath = parent.isEmpty ? FilePath(".") : parent
      var found = try Self.open(directoryPath, given: given, store: store)
      while found == nil, createsDirectories, let (parent, missing) = directoryPath.splitAtLastName,
        missing.kind == .regular
      {
        names.insert(missing, at: 0)
        directoryPath = parent.isEmpty ? FilePath(".") : parent
        found = try Self.open(directoryPath, given: given, store: store)
      }
      guard let directory = found else {
        throw SafeWritingError(
          .missingDirectory, path: given,
          failure: FileStoreError(.open, path: directoryPath, errno: .noSuchFileOrDirectory))
      }
      do {
        let location = FileLocation(names[0], in: directory)
        let status = try store.statusIfPresent(of: location)
        guard status?.kind == .symbolicLink else {
          self.directory = directory
          self.directoryPath = directoryPath
          self.name = names[0]
          self.location = location
          pathBelowName = FilePath(root: nil, names.dropFirst())
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

  /// - Returns: nil where there is no such directory.
  private static func open(
    _ path: FilePath, given: FilePath, store: any FileStore
  ) throws -> FileDescriptor? {
    // A link in the place of the directory is followed like every other on the way.
    let location = FileLocation(path.appending("."))
    do throws(FileStoreError) {
      return try store.open(location, for: .reading)
    } catch  where error.errno == .permissionDenied {
      // Names in it can be changed without the permission to list it; synchronizing it cannot.
      return try store.open(location, for: .naming)
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    } catch  where error.errno == .tooManySymbolicLinkLevels {
      throw SafeWritingError(.symbolicLinkLoop, path: given, failure: error)
    }
  }
}
