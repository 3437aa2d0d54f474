#if !canImport(Darwin)
  internal import Foundation

  extension FileWrapper {
    /// A copy with everything in it, for being written while the wrapper itself is changed.
    ///
    /// - Parameter note: is told each wrapper together with its copy.
    func copyForWriting(_ note: (FileWrapper, FileWrapper) -> Void) -> FileWrapper {
      let copy = FileWrapper(regularFileWithContents: Data())
      copy.filename = filename
      copy.preferredName = preferredName
      copy.origins = origins
      copy.givenAttributes = givenAttributes
      copy.keptAttributes = keptAttributes
      if case .directory(let children) = content {
        copy.content = .directory(children.mapValues { $0.copyForWriting(note) })
        copy.joinChildren()
      } else {
        copy.content = content
      }
      note(self, copy)
      return copy
    }

    /// Learns from a copy that was written where the item lies now.
    func adoptPlace(of copy: FileWrapper) {
      filename = copy.filename
      origins = copy.origins
    }
  }
#endif
