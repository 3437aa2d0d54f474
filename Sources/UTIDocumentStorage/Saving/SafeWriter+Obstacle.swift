package import SystemPackage

extension SafeWriter {
  /// Returns the error that prevents an overwrite of an item, as far as it is known without
  /// writing.
  ///
  /// - Returns: nil if no obstacle is known; a save can still fail.
  package func obstacle(toOverwriting path: FilePath) -> (any Error)? {
    do {
      let save = try Save(
        to: path, .createOrOverwrite, expecting: nil, attributes: FileAttributes(), writer: self)
      try save.refuseWhatMayNotBeWritten()
      return nil
    } catch {
      return error
    }
  }
}
