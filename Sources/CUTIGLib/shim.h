/// GLib's main loop, and a function that Swift cannot express.
#ifndef UTI_GLIB_SHIM_H
#define UTI_GLIB_SHIM_H

#include <glib-unix.h>
#include <glib.h>

/// Calls a function in each iteration of the default main context in which a descriptor is readable.
///
/// The source is never removed. GLib does not poll it while the function runs, so a nested loop does
/// not call the function again.
static inline void uti_glib_watch(int descriptor, GUnixFDSourceFunc function) {
  (void)g_unix_fd_add(descriptor, G_IO_IN, function, NULL);
}

#endif
