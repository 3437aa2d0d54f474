// Uses documents while the main thread serves its queue in one form, and prints the notifications that
// arrive; see ReceivedNotifications.
// Usage: ObserverProbe FORM QUEUE DIRECTORY. EndingProbe has the form of asynchronous top-level code.
import Foundation
import UniformMainLoop

#if GLib
import CUTIGLib
#endif

let arguments = CommandLine.arguments
guard arguments.count == 4, let queue = ReceivedNotifications.Queue(rawValue: arguments[2]) else {
  exit(64)
}
let directory = URL(filePath: arguments[3], directoryHint: .isDirectory)
Task { @MainActor in
  do {
    try await ReceivedNotifications.run(queue, in: directory)
    exit(0)
  } catch {
    print("\(error)")
    exit(1)
  }
}
switch arguments[1] {
case "dispatchMain": dispatchMain()
case "RunLoop": RunLoop.main.run()
case "poll":
  var wait = pollfd(fd: try MainActorWork.descriptor(), events: Int16(POLLIN), revents: 0)
  while true {
    if poll(&wait, 1, -1) > 0 { MainActorWork.run() }
  }
#if GLib
case "GLib":
  try MainActorWork.serveInGLib()
  while true { g_main_context_iteration(nil, 1) }
#endif
default: exit(64)
}
