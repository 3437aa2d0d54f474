#if ManagedDocuments

public import Foundation
internal import Synchronization

extension ManagedDocument {
  private static let chosenDirectory = Mutex<URL?>(nil)

  /// Where the working copies of new documents are: `uniform-types/working` in `$XDG_STATE_HOME`,
  /// which is `~/.local/state` where that is not set, unless a program chooses another place.
  public static var defaultWorkingDirectory: URL {
    get { chosenDirectory.withLock { $0 } ?? stateDirectory }
    set { chosenDirectory.withLock { $0 = newValue } }
  }

  private static var stateDirectory: URL {
    let variables = ProcessInfo.processInfo.environment
    let state: URL =
      if let path = variables["XDG_STATE_HOME"], path.hasPrefix("/") {
        URL(filePath: path, directoryHint: .isDirectory)
      } else {
        FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
      }
    return state.appending(path: "uniform-types/working", directoryHint: .isDirectory)
  }
}

#endif
