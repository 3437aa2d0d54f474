package import SystemPackage

extension SafeWriter {
  /// Why the item at a path cannot be overwritten, as far as that can be told without writing.
  ///
  /// - Returns: nil when nothing is in the way, which a save may still find out to be otherwise.
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
