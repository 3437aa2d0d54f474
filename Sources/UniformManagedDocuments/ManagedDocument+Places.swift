#if ManagedDocuments

internal import UniformDocuments
public import Foundation
internal import Synchronization
internal import SystemPackage

extension ManagedDocument {
  private static let chosenDirectory = Mutex<URL?>(nil)

  /// The directory for the working copies of new documents.
  ///
  /// It is `working` in `DocumentEnvironment.userStateDirectory`, unless a program sets another
  /// one. The directory must be private: other users must not be able to put an item into it. A
  /// user without a private state directory gets a temporary directory of the process, which is
  /// reported once. Working copies that a crash leaves there are not found again.
  public static var defaultWorkingDirectory: URL {
    get { chosenDirectory.withLock { $0 } ?? stateDirectory ?? temporaryDirectory }
    set { chosenDirectory.withLock { $0 = newValue } }
  }

  private static var stateDirectory: URL? {
    DocumentEnvironment.userStateDirectory.map {
      URL(filePath: $0.appending("working").string, directoryHint: .isDirectory)
    }
  }

  private static let temporaryDirectory: URL = {
    let temporary = FileManager.default.temporaryDirectory
    var template = Array("\(temporary.path)/uniform-types-XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    let url = made.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? temporary
    DocumentEnvironment.standard.report(
      DocumentError(
        .noPrivatePlace, .open, url: url,
        message: "the user has no directory for state that other users cannot reach, so that"
          + " working copies are in a temporary directory: \(url.path)",
        remedy: "set XDG_STATE_HOME to a directory that only this user can write"))
    return url
  }()
}

#endif
