import CGtk
import Glibc

/// Lets GLib's main loop serve the main queue, and so the main actor.
enum MainLoop {
  /// To be called once, before the loop runs.
  static func serveMainQueue() {
    let queue = _dispatch_get_main_queue_handle_4CF()
    _ = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, queue, G_IO_IN,
      { descriptor, _, _ in
        // Dispatch only adds to the counter: unread, it wakes the loop for ever, and nothing is painted.
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil, nil)
  }
}
