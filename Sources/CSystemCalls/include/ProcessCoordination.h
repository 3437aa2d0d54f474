/// What processes need that agree on who accesses an item: locks on bytes, and local sockets.
#ifndef PROCESSCOORDINATION_H
#define PROCESSCOORDINATION_H

#include <stdint.h>
#include <sys/types.h>

/// Waits for the open file description lock (F_OFD_SETLKW) on the byte at an offset; EINTR where a
/// signal has ended the waiting.
int uti_wait_for_byte(int descriptor, int64_t offset, int exclusive);

/// Gives the lock on the byte at an offset back.
int uti_unlock_byte(int descriptor, int64_t offset);

/// Whether another open file description has a lock on the byte at an offset (F_OFD_GETLK).
int uti_is_byte_locked(int descriptor, int64_t offset);

/// A local socket for packets in sequence, which programs that are started do not inherit;
/// `waits` 0 makes one whose calls never block.
int uti_packet_socket(int waits);

/// bind(2) and connect(2) of a local socket; ENAMETOOLONG where the address cannot hold the path.
int uti_bind_local(int socket, const char *path);
int uti_connect_local(int socket, const char *path);

/// accept4(2) of a socket whose calls block, and that programs that are started do not inherit.
int uti_accept(int socket);

/// send(2) of one packet, without a signal where nobody listens.
ssize_t uti_send_packet(int socket, const void *bytes, size_t count);

/// A descriptor that poll(2) finds readable once `uti_wake` was called (eventfd(2)).
int uti_make_waker(void);
int uti_wake(int waker);

#endif
