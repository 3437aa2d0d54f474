internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIPlatform

extension FileTree {
  /// Checks lengths, names, depth and the digest; the error has the offset of the first invalid
  /// byte.
  init(serialized data: Data) throws(FileWrapperError) {
    var reader = SerializedTreeReader(data)
    self = try reader.tree()
  }
}

/// Decodes a serialized tree sequentially.
private struct SerializedTreeReader {
  private let data: Data
  private var offset = 0
  /// The end of the readable bytes, before the digest.
  private var end: Int

  init(_ data: Data) {
    self.data = data
    end = data.count
  }

  private var failure: FileWrapperError {
    FileWrapperError(path: "", reason: .invalidSerialization(offset: offset))
  }

  mutating func tree() throws(FileWrapperError) -> FileTree {
    guard try bytes(SerializedTree.signature.count).elementsEqual(SerializedTree.signature),
      try number(UInt8.self) == SerializedTree.version,
      end - offset >= SerializedTree.digestSize
    else { throw failure }
    end -= SerializedTree.digestSize
    let tree = try node(depth: 0)
    guard offset == end else { throw failure }
    end = data.count
    let digest = data.dropLast(SerializedTree.digestSize)
      .withUnsafeBytes { FileIdentity.digest(of: $0) }
    guard try number(UInt64.self) == digest else { throw failure }
    return tree
  }

  private mutating func node(depth: Int) throws(FileWrapperError) -> FileTree {
    guard depth <= FileWrapper.Limits().depth,
      let kind = SerializedTree.Kind(rawValue: try number(UInt8.self))
    else { throw failure }
    var tree = FileTree(content: .unreadDirectory)
    tree.filename = try text()
    tree.preferredFilename = try text()
    let permissions = try number(UInt32.self)
    if permissions != SerializedTree.none {
      guard permissions <= 0o7777 else { throw failure }
      tree.attributes.permissions = FilePermissions(rawValue: CInterop.Mode(permissions))
    }
    let hasTime = try number(UInt8.self) != 0
    let seconds = Int64(bitPattern: try number(UInt64.self))
    let nanoseconds = try number(UInt32.self)
    guard nanoseconds < 1_000_000_000 else { throw failure }
    if hasTime {
      tree.attributes.modificationTime = FileTime(seconds: seconds, nanoseconds: nanoseconds)
    }
    tree.content = try content(kind, depth: depth)
    return tree
  }

  private mutating func content(
    _ kind: SerializedTree.Kind, depth: Int
  ) throws(FileWrapperError) -> FileTree.Content {
    switch kind {
    case .regularFile:
      guard let count = Int(exactly: try number(UInt64.self)) else { throw failure }
      return .regularFile(Data(try bytes(count)))
    case .symbolicLink:
      guard let destination = try text(), !destination.utf8.contains(0) else { throw failure }
      return .symbolicLink(FilePath(destination))
    case .directory:
      let count = try number(UInt32.self)
      var children: [String: FileTree] = [:]
      for _ in 0..<count {
        // Invalid names could write outside of the directory.
        guard let key = try text(), FileTree.component(key) != nil, children[key] == nil else {
          throw failure
        }
        children[key] = try node(depth: depth + 1)
      }
      return .directory(children)
    }
  }

  private mutating func bytes(_ count: Int) throws(FileWrapperError) -> Data {
    guard count >= 0, count <= end - offset else { throw failure }
    let start = data.startIndex + offset
    offset += count
    return data[start..<start + count]
  }

  private mutating func number<Number: FixedWidthInteger>(
    _: Number.Type
  ) throws(FileWrapperError) -> Number {
    try bytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
  }

  private mutating func text() throws(FileWrapperError) -> String? {
    let count = try number(UInt32.self)
    if count == SerializedTree.none { return nil }
    guard let text = String(validating: try bytes(Int(count)), as: UTF8.self) else { throw failure }
    return text
  }
}
