public import Foundation
internal import SystemPackage
internal import UTIPlatform

extension URL {
  /// The type of the item at a file URL, by the kind of the item and its filename extension.
  ///
  /// A symbolic link is a link, a directory with the extension of a package is this package, and
  /// any other directory is a folder. A file without an extension is an executable if it has an
  /// execute permission, else data. The content is not read.
  ///
  /// - Returns: nil when the URL is not a file URL or there is no item at its path.
  /// - Complexity: one system call.
  public var contentType: UTType? {
    guard isFileURL else { return nil }
    return FileContentType.type(atPath: path)
  }
}

extension URLResourceKey {
  /// The key for the type of an item.
  ///
  /// Foundation on Linux ignores unknown keys and keeps the URL only for certain known keys. This
  /// key therefore equals the path's key, from which ``Foundation/URLResourceValues/contentType``
  /// computes the type.
  public static var contentTypeKey: URLResourceKey { .pathKey }
}

extension URLResourceValues {
  /// The type of the item, if ``Foundation/URLResourceKey/contentTypeKey`` was requested.
  public var contentType: UTType? {
    path.flatMap(FileContentType.type(atPath:))
  }
}

/// The type of an item from its kind and name alone.
enum FileContentType {
  static func type(atPath path: String) -> UTType? {
    guard let status = FileStatus.present(at: FilePath(path), followsLinks: false) else {
      return nil
    }
    let filenameExtension = (path as NSString).pathExtension
    switch status.kind {
    case .symbolicLink: return .symbolicLink
    case .namedPipe: return .constant("public.named-pipe")
    case .socket: return .constant("public.socket")
    case .blockDevice: return .constant("public.block-special")
    case .characterDevice: return .constant("public.character-special")
    case .directory:
      let package = UTType(filenameExtension: filenameExtension, conformingTo: .package)
      return package?.isDeclared == true ? package : .folder
    case .regular, .other:
      if let type = UTType(filenameExtension: filenameExtension) { return type }
      return status.permissions.isDisjoint(with: [.ownerExecute, .groupExecute, .otherExecute])
        ? .data : .unixExecutable
    }
  }
}

// Members that sandboxed programs call on Apple's systems before they use an item. Here only the
// permissions of the file system apply.

extension URL {
  /// Begins to use an item outside a sandbox, which needs no permission here.
  ///
  /// - Returns: true; the file system determines whether the item can be used.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends the use of an item outside a sandbox.
  public func stopAccessingSecurityScopedResource() {}
}

extension FileManager {
  /// Returns the directory that the programs of a group share: one among the user's data, which is
  /// created when it is missing.
  ///
  /// - Parameter groupIdentifier: the name of the group.
  /// - Returns: nil when the name is invalid for a directory, or when the directory cannot be
  ///   created.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    let isName =
      !["", ".", ".."].contains(groupIdentifier)
      && !groupIdentifier.contains(where: { "/\0".contains($0) })
    guard isName, let data = userDataDirectory else { return nil }
    let url = data.appending(component: "app-groups", directoryHint: .isDirectory)
      .appending(component: groupIdentifier, directoryHint: .isDirectory)
    do {
      try createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      return nil
    }
    return url
  }

  /// The user's data directory of the XDG base directory specification, which requires that
  /// relative paths are ignored.
  private var userDataDirectory: URL? {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return URL(filePath: home, directoryHint: .isDirectory)
      .appending(path: ".local/share", directoryHint: .isDirectory)
  }
}

extension URL {
  /// The URL with a path component whose extension suits a type.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without an extension.
  ///   - contentType: the type of the item.
  /// - Returns: the name's own extension is kept when items of the type can have it, else the
  ///   preferred one is appended; a directory URL when the type conforms to `.directory`.
  public func appendingPathComponent(
    _ partialName: String, conformingTo contentType: UTType
  ) -> URL {
    appendingPathComponent(
      contentType.suiting(partialName), isDirectory: contentType.conforms(to: .directory))
  }

  /// Appends a path component whose extension suits a type.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without an extension.
  ///   - contentType: the type of the item.
  public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType)
  {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }

  /// The URL with an extension that suits a type.
  ///
  /// - Parameter contentType: the type of the item.
  /// - Returns: the URL itself when its extension suits the type, or the type has none.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    let name = lastPathComponent
    let suiting = contentType.suiting(name)
    guard !name.isEmpty, name != "/", suiting != name else { return self }
    return deletingLastPathComponent()
      .appendingPathComponent(suiting, isDirectory: contentType.conforms(to: .directory))
  }

  /// Appends an extension that suits a type.
  ///
  /// - Parameter contentType: the type of the item.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }
}

extension NSString {
  /// The path with a component whose extension suits a type.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without an extension.
  ///   - contentType: the type of the item.
  /// - Returns: as `URL.appendingPathComponent(_:conformingTo:)`.
  public func appendingPathComponent(
    _ partialName: String, conformingTo contentType: UTType
  ) -> String {
    appendingPathComponent(contentType.suiting(partialName))
  }

  /// The path with an extension that suits a type.
  ///
  /// - Parameter contentType: the type of the item.
  /// - Returns: the path itself when its extension suits the type, or the type has none.
  public func appendingPathExtension(for contentType: UTType) -> String {
    let name = lastPathComponent
    let suiting = contentType.suiting(name)
    guard !name.isEmpty, name != "/", suiting != name else { return self as String }
    return (deletingLastPathComponent as NSString).appendingPathComponent(suiting)
  }
}

extension UTType {
  /// A name with an extension that items of the type can have.
  fileprivate func suiting(_ name: String) -> String {
    let present = (name as NSString).pathExtension
    let suits = UTType.types(tag: present, tagClass: .filenameExtension, conformingTo: self)
      .contains { $0.isDeclared }
    guard !suits, let preferred = preferredFilenameExtension, !name.isEmpty else { return name }
    return name + "." + preferred
  }
}
