public import SystemPackage
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

/// The method that put the new item in place.
public enum SaveStrategy: String, Hashable, Sendable {
  /// Both items were atomically exchanged; the old item was compared with the expected one.
  case exchange
  /// The new item took a free name in one step, which fails if the name exists.
  case createExclusively = "create exclusively"
  /// Like ``createExclusively``, with a second name and the removal of the first.
  case linkExclusively = "link exclusively"
  /// The complete new file got its name in one step, which fails if the name exists.
  case linkUnnamed = "link unnamed file"
  /// The new file replaced the old one in one step, after the old one got a second name.
  case backUpAndReplace = "back up and replace"
  /// The new file replaced the old one in one step, without a comparison of the replaced file.
  case replace
  /// The old item was moved away, then the new one was moved in.
  ///
  /// After a crash between both steps, the next open of the document recovers it.
  case moveAsideAndReplace = "move aside and replace"
  /// The old file was overwritten, with a copy next to it until the write was complete.
  ///
  /// After a crash, the next open of the document recovers it.
  case overwriteInPlace = "overwrite in place"
  /// The children of a directory were moved one by one.
  ///
  /// After a crash, the next open of the document recovers it.
  case replaceChildren = "replace children"

  /// A Boolean value that indicates whether other processes always saw a complete item, old or
  /// new.
  public var isAtomic: Bool {
    switch self {
    case .moveAsideAndReplace, .overwriteInPlace, .replaceChildren: false
    default: true
    }
  }
}

/// The data that a loss of power can discard.
public enum SaveDurability: Hashable, Sendable {
  /// Nothing: contents and names are flushed to disk.
  case full
  /// The name of the new item: the file system cannot flush directories.
  case contentsOnly(Errno)
  /// Everything: the options of the writer disable flushing, or the file system cannot flush files.
  case none
}

/// The reserved names in a saving directory, next to the new item.
package enum ReservedName: String, CaseIterable {
  /// The old item, or a complete copy of it.
  case backup = ".document-old"
  /// An incomplete backup or manifest.
  case partial = ".document-partial"
  /// The required names of a package while its children are replaced one by one.
  case manifest = ".document-names"
  /// A link to the item of a saving directory in a recovery location.
  case target = ".document-place"
  /// A link that names the superseded item with another name.
  case superseded = ".document-superseded"
  /// A link with the digest of the old item while another process had it open for writing.
  case open = ".document-open"
  /// A link that marks the new item as complete.
  case complete = ".document-complete"

  /// The name has a suffix if the item itself has the reserved name.
  package func name(beside item: FilePath.Component) -> FilePath.Component {
    FilePath.Component.known(item.string == rawValue ? rawValue + "~" : rawValue)
  }

  package static func isSuperseded(_ name: FilePath.Component) -> Bool {
    [superseded.rawValue, superseded.rawValue + "~"].contains(name.string)
  }

  package static func isTarget(_ name: FilePath.Component) -> Bool {
    [target.rawValue, target.rawValue + "~"].contains(name.string)
  }

  /// Returns the item among the names in a saving directory; nil if there is none.
  package static func item(among names: [FilePath.Component]) -> FilePath.Component? {
    for name in names {
      guard let reserved = ReservedName(rawValue: name.string) else {
        if ReservedName(rawValue: String(name.string.dropLast())) == nil { return name }
        continue
      }
      if names.contains(where: { $0.string == reserved.rawValue + "~" }) { return name }
    }
    return nil
  }
}

extension FilePath.Component {
  /// Returns the component for a text that has no slash and is not empty.
  package static func known(_ text: String) -> FilePath.Component {
    guard let component = FilePath.Component(text) else {
      preconditionFailure("\(text) is no name")
    }
    return component
  }
}
