import Foundation

/// Prints the notifications that arrive in a program whose asynchronous main function belongs to a type;
/// see ReceivedNotifications.
///
/// Usage: MainTypeProbe QUEUE DIRECTORY.
@main struct MainTypeProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let queue = ReceivedNotifications.Queue(rawValue: arguments[1])
    else { exit(64) }
    try await ReceivedNotifications.run(
      queue, in: URL(filePath: arguments[2], directoryHint: .isDirectory))
  }
}
