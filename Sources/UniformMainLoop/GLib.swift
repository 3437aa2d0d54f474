#if GLib
internal import CUTIGLib

extension MainActorWork {
  /// Serves the main actor in GLib's default main loop, on which GTK runs.
  ///
  /// Call this function once, before the loop runs. Main-actor work has GLib's default priority, which is the one of
  /// input and above the one of painting. A nested loop in main-actor work runs without further work of the main actor.
  ///
  /// - Throws: `POSIXError`, as ``descriptor()``.
  public static func serveInGLib() throws {
    uti_glib_watch(try descriptor()) { _, _, _ in
      MainActor.assumeIsolated { MainActorWork.run() }
      return 1
    }
  }
}
#endif
