internal import CGtk

/// A Swift closure that an object of GLib calls.
private final class Handler<Argument> {
  let run: @MainActor (Argument) -> Void

  init(_ run: @escaping @MainActor (Argument) -> Void) { self.run = run }

  static func from(_ data: UnsafeMutableRawPointer?) -> Handler? {
    data.map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue() }
  }
}

private func release(_ data: UnsafeMutableRawPointer?) {
  if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

@MainActor private func connect<Argument>(
  _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: Handler<Argument>,
  _ callback: GCallback
) {
  g_signal_connect_data(
    object, signal, callback, Unmanaged.passRetained(handler).toOpaque(),
    { data, _ in release(data) }, GConnectFlags(rawValue: 0))
}

/// Calls a closure at a signal without arguments.
@MainActor func connect(
  _ object: UnsafeMutableRawPointer, _ signal: String, _ run: @escaping @MainActor () -> Void
) {
  let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
    _, data in
    MainActor.assumeIsolated { Handler<Void>.from(data)?.run(()) }
  }
  connect(object, signal, Handler<Void>(run), unsafeBitCast(callback, to: GCallback.self))
}

/// Calls a closure at a signal with one unused argument, such as `notify`.
@MainActor func connectIgnoringArgument(
  _ object: UnsafeMutableRawPointer, _ signal: String, _ run: @escaping @MainActor () -> Void
) {
  let callback:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) ->
      Void = { _, _, data in
        MainActor.assumeIsolated { Handler<Void>.from(data)?.run(()) }
      }
  connect(object, signal, Handler<Void>(run), unsafeBitCast(callback, to: GCallback.self))
}

/// Calls a closure with the response number of a dialog.
@MainActor func connectResponse(
  _ object: UnsafeMutableRawPointer, _ run: @escaping @MainActor (Int32) -> Void
) {
  let callback: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?) -> Void =
    { _, response, data in
      MainActor.assumeIsolated { Handler<Int32>.from(data)?.run(response) }
    }
  connect(object, "response", Handler(run), unsafeBitCast(callback, to: GCallback.self))
}

/// Calls a closure at a request to close a window, which stays until it is destroyed.
@MainActor func connectCloseRequest(
  _ window: UnsafeMutableRawPointer, _ run: @escaping @MainActor () -> Void
) {
  let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 = {
    _, data in
    MainActor.assumeIsolated { Handler<Void>.from(data)?.run(()) }
    return 1
  }
  connect(window, "close-request", Handler<Void>(run), unsafeBitCast(callback, to: GCallback.self))
}

/// Calls a closure with the paths of files that were dropped.
@MainActor func connectDrop(
  _ target: UnsafeMutableRawPointer, _ run: @escaping @MainActor ([String]) -> Void
) {
  let callback:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<GValue>?, Double, Double, UnsafeMutableRawPointer?
    ) -> Int32 = { _, value, _, _, data in
      var paths: [String] = []
      var next = value.flatMap(cgtk_dropped_files)
      while let item = next {
        if let file = item.pointee.data, let path = g_file_get_path(OpaquePointer(file)) {
          paths.append(String(cString: path))
          g_free(path)
        }
        next = item.pointee.next
      }
      let dropped = paths
      MainActor.assumeIsolated { Handler<[String]>.from(data)?.run(dropped) }
      return paths.isEmpty ? 0 : 1
    }
  connect(target, "drop", Handler(run), unsafeBitCast(callback, to: GCallback.self))
}
