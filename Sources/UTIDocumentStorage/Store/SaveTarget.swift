package import SystemPackage
package import UTIPlatform

/// The target of a save: its symbolic links are resolved and its directory is open.
package struct SaveTarget {
  private static let mostLinks = 40

  package let directory: FileDescriptor
  package let directoryPath: FilePath
  /// The name in the directory that the save commits.
  package let name: FilePath.Component
  /// The path from `name` to the item if directories are missing; empty in most cases.
  package let pathBelowName: FilePath
  /// The location that the save commits.
  package let location: FileLocation
  /// Nil if there is no item.
  package let status: FileStatus?
  package let isLink: Bool

  package var pathFromDirectory: FilePath {
    let path = FilePath(name: name)
    return pathBelowName.isEmpty ? path : path.pushing(pathBelowName)
  }
  package var path: FilePath { directoryPath.pushing(pathFromDirectory) }
  /// The absolute path, which does not depend on the working directory.
  package var absolutePath: FilePath {
    SystemFileStore.path(of: directory).pushing(pathFromDirectory)
  }

  /// - Throws: `SafeWritingError` if the path names nothing, the links form a loop or a directory
  ///   is missing; `FileStoreError` for all other failures.
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

  /// - Returns: the open directory; nil if it does not exist.
  private static func open(
    _ path: FilePath, given: FilePath, store: any FileStore
  ) throws -> FileDescriptor? {
    // The last component is followed too if it is a symbolic link.
    let location = FileLocation(path.appending("."))
    do throws(FileStoreError) {
      return try store.open(location, for: .reading)
    } catch  where error.errno == .permissionDenied {
      // Names can be changed without permission to list the directory; only flushing it fails.
      return try store.open(location, for: .naming)
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    } catch  where error.errno == .tooManySymbolicLinkLevels {
      throw SafeWritingError(.symbolicLinkLoop, path: given, failure: error)
    }
  }
}
