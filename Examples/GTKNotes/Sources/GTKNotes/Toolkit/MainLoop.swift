import CGtk
import Glibc

/// GLib's main loop, which serves the main queue, and with it the main actor.
enum MainLoop {
  /// Serves the main queue.
  ///
  /// Call this function once, before the loop runs.
  static func serveMainQueue() {
    let queue = _dispatch_get_main_queue_handle_4CF()
    _ = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, queue, G_IO_IN,
      { descriptor, _, _ in
        // An unread counter would wake the loop forever, and nothing would be painted.
        var count: UInt64 = 0
        read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil, nil)
  }
}
