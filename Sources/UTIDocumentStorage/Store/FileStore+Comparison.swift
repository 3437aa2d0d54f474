internal import SystemPackage
internal import UTIPlatform

extension FileStore {
  /// Returns the contents of a file.
  package func contents(of location: FileLocation) throws(FileStoreError) -> [UInt8] {
    try withOpen(location, for: .reading) { file throws(FileStoreError) -> [UInt8] in
      try contents(of: file)
    }
  }

  private func contents(of file: FileDescriptor) throws(FileStoreError) -> [UInt8] {
    var contents: [UInt8] = []
    var offset: Int64 = 0
    while true {
      let piece = try piece(of: file, at: offset)
      if piece.isEmpty { return contents }
      contents += piece
      offset += Int64(piece.count)
    }
  }

  /// Returns the bytes of a file from an offset, at most 64 KiB; empty at the end of the file.
  private func piece(
    of file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    return Array(buffer[..<(try fill(buffer, from: file, at: offset))])
  }

  /// Returns whether two items are files with equal bytes.
  package func hasEqualBytes(
    _ one: FileLocation, _ other: FileLocation
  ) throws(FileStoreError) -> Bool {
    let first = try status(of: one)
    let second = try status(of: other)
    guard first.kind == .regular, second.kind == .regular, first.size == second.size else {
      return false
    }
    return try isMixture(one, of: other, and: other)
  }

  /// Returns whether each byte of a file equals the byte of one of two other files at its offset.
  ///
  /// Zeros after the end of the first file are allowed, because a crash during an overwrite can
  /// leave them.
  func isMixture(
    _ location: FileLocation, of old: FileLocation, and new: FileLocation
  ) throws(FileStoreError) -> Bool {
    guard try status(of: location).kind == .regular, try status(of: old).kind == .regular,
      try status(of: new).kind == .regular
    else { return false }
    return try withOpen(location, for: .reading) { file throws(FileStoreError) -> Bool in
      try withOpen(old, for: .reading) { old throws(FileStoreError) -> Bool in
        try withOpen(new, for: .reading) { new throws(FileStoreError) -> Bool in
          try isMixture(file, of: old, and: new)
        }
      }
    }
  }

  private func isMixture(
    _ file: FileDescriptor, of old: FileDescriptor, and new: FileDescriptor
  ) throws(FileStoreError) -> Bool {
    var offset: Int64 = 0
    while true {
      let present = try piece(of: file, at: offset)
      if present.isEmpty { return true }
      let before = try piece(of: old, at: offset)
      let after = try piece(of: new, at: offset)
      guard present.count <= max(before.count, after.count) else { return false }
      for (index, byte) in present.enumerated() {
        let isOld = index < before.count ? byte == before[index] : byte == 0
        let isNew = index < after.count && byte == after[index]
        guard isOld || isNew else { return false }
      }
      offset += Int64(present.count)
    }
  }
}
