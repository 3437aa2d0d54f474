internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The recovery location of an environment.
enum RecoveryPlace: Sendable {
  /// The directory of the application in the user's state directory.
  case ofApplication
  /// The directory of a program without an application identifier.
  case ofExecutable
  /// A directory that the program has chosen; nil for none.
  case chosen(FilePath?)

  /// Nil if the user has no state directory.
  func directory(in state: FilePath?) -> FilePath? {
    switch self {
    case .ofApplication: Self.directory(of: DocumentEnvironment.applicationIdentifier, in: state)
    case .ofExecutable: Self.directory(of: ApplicationName.executable, in: state)
    case .chosen(let directory): directory
    }
  }

  /// The location that the application may have used before it had an identifier.
  var older: RecoveryPlace? {
    if case .ofApplication = self { .ofExecutable } else { nil }
  }

  private static func directory(of application: String, in state: FilePath?) -> FilePath? {
    state?.appending("autosaved").appending(application)
  }
}

/// The names of the running program.
enum ApplicationName {
  fileprivate static let chosen = Mutex<String?>(nil)

  static var executable: String { ProcessInfo.processInfo.processName }

  fileprivate static let initial: String = {
    let identifier = Bundle.main.bundleIdentifier
    return identifier.flatMap { isValid($0) ? $0 : nil } ?? executable
  }()

  fileprivate static func isValid(_ name: String) -> Bool {
    !name.isEmpty && ![".", ".."].contains(name) && !name.contains { "/\0".contains($0) }
      && name.utf8.count <= 255
  }
}

extension DocumentEnvironment {
  /// The identifier of the application, under which changes are kept in the recovery location.
  ///
  /// Another version of the application finds the changes if it has the same identifier, under any
  /// name of its executable. The default is the bundle identifier of the program's Info.plist, or
  /// else the name of the executable. Set it at the start of the program, before a document is
  /// created; it must be a valid file name, such as `org.example.recipes`. Contents that the
  /// program has kept under the name of its executable are still offered.
  public static var applicationIdentifier: String {
    get { ApplicationName.chosen.withLock { $0 } ?? ApplicationName.initial }
    set {
      demand(
        ApplicationName.isValid(newValue),
        "the application identifier \"\(newValue)\" is not a file name; set one without a slash, "
          + "such as org.example.editor")
      ApplicationName.chosen.withLock { $0 = newValue }
    }
  }
}
