public import Foundation

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
