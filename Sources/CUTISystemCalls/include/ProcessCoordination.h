/// Functions to coordinate the accesses of processes to an item: locks on bytes, and local sockets.
#ifndef PROCESSCOORDINATION_H
#define PROCESSCOORDINATION_H

#include <stdint.h>
#include <sys/types.h>

/// Acquires the open file description lock (F_OFD_SETLK) on the byte at an offset, which need not be
/// in the file; `exclusive` 0 acquires a shared lock. Never blocks: EAGAIN if another open file
/// description has the lock.
int uti_lock_byte(int descriptor, int64_t offset, int exclusive);

/// The same with a wait (F_OFD_SETLKW); EINTR if a signal ends it.
int uti_wait_for_byte(int descriptor, int64_t offset, int exclusive);

/// Releases the lock on the byte at an offset.
int uti_unlock_byte(int descriptor, int64_t offset);

/// 1 if another open file description has a lock on the byte at an offset (F_OFD_GETLK), or else 0.
int uti_is_byte_locked(int descriptor, int64_t offset);

/// A number that differs between the process and its copies (fork(2)), without a system call; never 0.
unsigned uti_process_generation(void);

/// 1 on the main thread of the process, or else 0; each thread asks the system once.
int uti_is_main_thread(void);

/// A random number that no other call returns, in this process and in its copies (fork(2)).
///
/// It asks the system once in a process and once in each copy.
uint64_t uti_unique_number(void);

/// A local socket for packets in sequence, which started programs do not inherit; with `waits` 0
/// its calls never block.
int uti_packet_socket(int waits);

/// bind(2) and connect(2) of a local socket; ENAMETOOLONG if the address cannot hold the path.
int uti_bind_local(int socket, const char *path);
int uti_connect_local(int socket, const char *path);

/// accept4(2) of a socket whose calls block, and which started programs do not inherit.
int uti_accept(int socket);

/// send(2) of one packet, without a signal if the other side is closed.
ssize_t uti_send_packet(int socket, const void *bytes, size_t count);

/// A descriptor that becomes readable for poll(2) when `uti_wake` is called (eventfd(2)).
int uti_make_waker(void);
int uti_wake(int waker);

/// 1 if a type of packages has the extension, or else 0.
///
/// Coordination knows no types. The module that knows them defines this function; without it, no
/// directory is a package.
int uti_is_package_extension(const uint8_t *extension, size_t count);

#endif
