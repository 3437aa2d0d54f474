package import SystemPackage

/// A regular file that is open for reading.
package enum OpenedRegularFile {
  /// Calls the function with the file and its size; nil for another kind of item.
  ///
  /// Throws the error of the call that failed.
  package static func read<Result>(
    _ path: FilePath, followsLinks: Bool, _ body: (FileDescriptor, _ size: Int) throws -> Result
  ) throws(Errno) -> Result? {
    do {
      guard try FileStatus(of: path, followsLinks: followsLinks).kind == .regular else {
        return nil
      }
      let options: FileDescriptor.OpenOptions =
        followsLinks ? [.closeOnExec, .nonBlocking] : [.closeOnExec, .nonBlocking, .noFollow]
      let file = try FileDescriptor.open(path, .readOnly, options: options)
      defer { try? file.close() }
      // The item may have been replaced meanwhile.
      let status = try FileStatus(of: file)
      guard status.kind == .regular else { return nil }
      return try body(file, Int(status.size))
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}
