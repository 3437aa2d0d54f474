import Foundation
import SystemPackage
import TestSupport
import Testing

/// Observers with each kind of queue, in programs whose main thread serves its queue in each form.
@Suite("Notifications and the queues of observers")
struct NotificationQueues {
  private static var forms: [String] {
    let forms = ["top-level", "@main", "dispatchMain", "RunLoop", "poll"]
    #if GLib
    return forms + ["GLib"]
    #else
    return forms
    #endif
  }

  @Test(
    "O1: every notification reaches observers on every queue, and none makes the program hang",
    arguments: forms, ["none", "main", "other"])
  func arrives(form: String, queue: String) async throws {
    let scratch = try ScratchDirectory(["items/": "", "state/": ""])
    let state = scratch.path.appending("state").string
    let program =
      switch form {
      case "top-level": [TestProgram.path("EndingProbe"), "observe"]
      case "@main": [TestProgram.path("MainTypeProbe")]
      default: [TestProgram.path("ObserverProbe"), form]
      }
    let result = try await TestProgram.running(
      [
        "env", "-u", "XDG_RUNTIME_DIR", "HOME=\(state)", "XDG_STATE_HOME=\(state)", "timeout", "60",
      ] + program + [queue, scratch.path.appending("items").string])
    #expect(result.status == 0 && result.output == "received: 10", "\(result.output)")
  }
}
