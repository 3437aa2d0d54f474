internal import FoundationAdditions
internal import Synchronization
internal import UTIPlatform

/// The contents of a document when it was opened, for a comparison with its current contents.
final class ContentsBaseline: Sendable {
  private enum State: Sendable {
    case digest(UInt64, count: Int)
    // The wrappers of a copy are read and never changed.
    case package(UncheckedSendableBox<FileWrapper>)
  }

  private let state: State

  /// Creates a baseline from a rendition.
  ///
  /// - Throws: `FileWrapperError` if a file could not be read.
  init(_ rendition: FileWrapper) throws {
    if rendition.isRegularFile {
      let data = try rendition.contents()
      state = .digest(data.withUnsafeBytes(FileIdentity.digest(of:)), count: data.count)
    } else {
      state = .package(UncheckedSendableBox(rendition))
    }
  }

  /// Returns true if a rendition has the same contents.
  func matches(_ rendition: FileWrapper) throws -> Bool {
    switch state {
    case .digest(let digest, let count):
      guard rendition.isRegularFile, rendition.byteCount == count else { return false }
      return try rendition.contents().withUnsafeBytes(FileIdentity.digest(of:)) == digest
    case .package(let wrapper):
      return try wrapper.value.hasContents(of: rendition)
    }
  }
}
