internal import SystemPackage
package import UTIDataFormats
package import UTIPlatform

extension RegularFile {
  /// The path is ``LosslessText``; directories, pipes, devices and large files are refused.
  package init(declarationsAt path: String, limits: ReadingLimits) throws(DeclarationError) {
    do {
      self = try RegularFile(at: FilePath(text: path), limit: limits.documentSize)
    } catch {
      throw DeclarationError(error, path: path, limits: limits)
    }
  }
}

extension DeclarationError {
  fileprivate init(_ failure: RegularFile.Failure, path: String, limits: ReadingLimits) {
    switch failure {
    case .system(let error): self = .unreadable(path, error, "the file cannot be read")
    case .notRegular:
      self.init(
        .notRegularFile, file: path, message: "not a regular file",
        remedy: "name a property list or a shared-mime-info package")
    case .tooLarge(let size): self.init(.tooLarge(size: size, limits: limits), in: path)
    }
  }

  static func unreadable(_ path: String, _ error: Errno?, _ message: String) -> DeclarationError {
    DeclarationError(
      .unreadable, file: path, errno: error?.rawValue, message: message,
      remedy: "check the path and its permissions")
  }
}
