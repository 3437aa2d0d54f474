#ifndef CSYNCHRONIZATION_H
#define CSYNCHRONIZATION_H

#include <stdbool.h>

/// Decides whether fsync(2) waits for the disk, for everything in this process: Foundation and GLib
/// have no option for that, and a comparison with them needs one.
void set_synchronizes(bool synchronizes);

#endif
